; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; Minima and maxima were comparisons and selections until LLVM 21.
declare i16 @llvm.nvvm.max.s(i16, i16)
declare i32 @llvm.nvvm.max.i(i32, i32)
declare i64 @llvm.nvvm.min.ull(i64, i64)
define void @f(i16 %a, i32 %b, i64 %c) {
  %x = call i16 @llvm.nvvm.max.s(i16 %a, i16 %a)
  %y = call i32 @llvm.nvvm.max.i(i32 %b, i32 %b)
  %z = call i64 @llvm.nvvm.min.ull(i64 %c, i64 %c)
  ret void
}
