; RUN: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; Instructions in the place of an intrinsic keep its fast-math flags since LLVM 23.
define <4 x float> @masked(ptr %p, <4 x i1> %m, <4 x float> %x) {
  %r = tail call fast <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x float> %x)
  ret <4 x float> %r
}
define float @half(i16 %x) {
  %r = call nnan float @llvm.convert.from.fp16.f32(i16 %x)
  ret float %r
}
define <16 x float> @added(<16 x float> %x, <16 x float> %y, <16 x float> %z, i16 %m) {
  %r = call nnan ninf <16 x float> @llvm.x86.avx512.mask.add.ps.512(<16 x float> %x, <16 x float> %y, <16 x float> %z, i16 %m, i32 4)
  ret <16 x float> %r
}
define <2 x double> @sum(<2 x double> %x, <2 x double> %y) {
  %r = call reassoc <2 x double> @llvm.x86.sse2.add.sd(<2 x double> %x, <2 x double> %y)
  ret <2 x double> %r
}
define <4 x double> @converted(<4 x i32> %x) {
  %r = call contract <4 x double> @llvm.x86.avx.cvtdq2.pd.256(<4 x i32> %x)
  ret <4 x double> %r
}
define <2 x double> @root(<2 x double> %x) {
  %r = call afn <2 x double> @llvm.x86.sse2.sqrt.pd(<2 x double> %x)
  ret <2 x double> %r
}
define float @absolute(float %x) {
  %r = call nsz float @llvm.nvvm.fabs.f(float %x)
  ret float %r
}
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare float @llvm.convert.from.fp16.f32(i16)
declare <16 x float> @llvm.x86.avx512.mask.add.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32)
declare <2 x double> @llvm.x86.sse2.add.sd(<2 x double>, <2 x double>)
declare <4 x double> @llvm.x86.avx.cvtdq2.pd.256(<4 x i32>)
declare <2 x double> @llvm.x86.sse2.sqrt.pd(<2 x double>)
declare float @llvm.nvvm.fabs.f(float)
