; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  %a = alloca i8, i32 4, 1 align
  ret void
}
