; FAIL: %llvm-as-23 -allow-incomplete-ir %s -o a.bc
; ORACLE: llvm-as-23 -allow-incomplete-ir %s -o a.bc
define void @f() {
  call void @0()
  ret void
}
