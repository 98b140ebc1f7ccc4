; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line

define i32 @invoked(i1 %c) personality ptr @personality {
entry:
  invoke void (i1, ...) @llvm.experimental.guard(i1 %c) to label %next unwind label %pad
next:
  %1 = invoke i32 (...) @llvm.experimental.deoptimize.i32() to label %end unwind label %pad
end:
  ret i32 0
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 0
}

declare i32 @personality(...)
declare void @llvm.experimental.guard(i1, ...)
declare i32 @llvm.experimental.deoptimize.i32(...)
