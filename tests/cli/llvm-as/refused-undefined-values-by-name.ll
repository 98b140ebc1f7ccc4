; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  call void @g()
  store ptr @a, ptr @9
  ret void
}
@x = global ptr @b
