; RUN: %llvm-as-14 %s -o -
; ORACLE: llvm-as-14 %s -o -
; RUN: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; Undefined elements of masks have one form in bitcode: `undef` until LLVM 16, `poison` since.
define <4 x i32> @f(<3 x i32> %v) {
  %a = shufflevector <3 x i32> %v, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 2>
  %b = shufflevector <3 x i32> %v, <3 x i32> undef, <4 x i32> <i32 undef, i32 poison, i32 2, i32 2>
  %c = shufflevector <3 x i32> %v, <3 x i32> undef, <4 x i32> poison
  %d = shufflevector <3 x i32> %v, <3 x i32> undef, <4 x i32> undef
  %e = add <4 x i32> %a, %b
  %f = add <4 x i32> %c, %d
  %g = add <4 x i32> %e, %f
  ret <4 x i32> %g
}
