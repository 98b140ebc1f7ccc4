; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
declare void @g(ptr)
define void @f() {
  call void @g(ptr @llvm.umax)
  ret void
}
