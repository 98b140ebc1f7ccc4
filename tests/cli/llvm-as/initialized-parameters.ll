; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f(ptr initializes((0, 4)) %p) {
  ret void
}
