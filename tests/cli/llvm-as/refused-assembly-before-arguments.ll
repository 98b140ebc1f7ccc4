; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(i32 %a) {
  call void (i64) asm "", "r,r"(i32 %a)
  ret void
}
