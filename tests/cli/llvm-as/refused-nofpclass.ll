; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f(float nofpclass(-1) %x) {
  ret void
}
