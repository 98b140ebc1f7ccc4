; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f(i8 %x) {
  %y = zext i8 %x to {}
 ret void
}
