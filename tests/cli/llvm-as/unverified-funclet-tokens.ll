; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @__CxxFrameHandler3(...)
declare void @g()
declare ptr @llvm.objc.retain(ptr)
define void @in_a_funclet(ptr %p) personality ptr @__CxxFrameHandler3 {
  %a = call ptr @llvm.objc.retain(ptr %p)
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %c = cleanuppad within none []
  %1 = call ptr @llvm.objc.retain(ptr %p)
  %2 = call ptr @llvm.objc.retain(ptr %p) [ "funclet"(token %c) ]
  cleanupret from %c unwind to caller
}
