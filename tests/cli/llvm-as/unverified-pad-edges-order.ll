; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @__CxxFrameHandler3(...)
define void @jumped_to_twice(i1 %c) personality ptr @__CxxFrameHandler3 {
  br i1 %c, label %one, label %two
one:
  br label %pad
two:
  br i1 %c, label %pad, label %end
end:
  ret void
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}
