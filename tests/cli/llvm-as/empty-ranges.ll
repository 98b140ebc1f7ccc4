; FAIL: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f(i8 range(i8 0, 0) %a) {
  ret void
}
