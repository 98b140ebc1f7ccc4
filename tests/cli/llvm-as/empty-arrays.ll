; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
define void @f(ptr %x) {
  store [0 x i32] [], ptr %x
  ret void
}
@a = global [0 x i32] []
