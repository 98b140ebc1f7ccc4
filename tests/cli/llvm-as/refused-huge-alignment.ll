; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f(ptr %x) {
  %y = load i8, ptr %x, align 18446744073709551616
 ret void
}
