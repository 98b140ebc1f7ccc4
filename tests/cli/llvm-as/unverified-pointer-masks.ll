; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @memory(ptr %p, <4 x i32> %v, i32 %i) {
  %1 = call <4 x i32> @llvm.ptrmask.v4i32.i64(<4 x i32> %v, i64 0)
  ret void
}
declare <4 x i32> @llvm.ptrmask.v4i32.i64(<4 x i32>, i64)
