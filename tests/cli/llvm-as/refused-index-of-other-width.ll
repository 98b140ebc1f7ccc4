; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @aa(ptr %p, i32 %n, <2 x i32> %v, <4 x i32> %w) {
  %1 = getelementptr [2 x i32], ptr %p, <2 x i32> %v, <4 x i32> %w
  ret void
}
