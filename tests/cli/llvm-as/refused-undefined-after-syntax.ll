; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  call void @g()
  ret %T undef
}
@x = global ptr @b
@y = global i32 1.0
