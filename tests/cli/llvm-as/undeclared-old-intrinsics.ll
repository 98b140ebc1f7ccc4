; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; FAIL: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; FAIL: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; LLVM 22 declares and upgrades old intrinsics that a text only calls; LLVM 19 to 21 know present ones alone.
define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {
  %r = call <4 x i32> @llvm.vector.splice(<4 x i32> %a, <4 x i32> %b, i32 3)
  ret <4 x i32> %r
}
define float @g(ptr %p, float %x) {
  %r = call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p, float %x)
  ret float %r
}
