; RUN: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; Conversions of types that no conversion has are left alone.
define i16 @f(half %x) {
  %r = call i16 @llvm.convert.to.fp16.f16(half %x)
  ret i16 %r
}
define <2 x i16> @g(<2 x float> %x) {
  %r = call <2 x i16> @llvm.convert.to.fp16.v2f32(<2 x float> %x)
  ret <2 x i16> %r
}
define i16 @h(float %x) {
  %r = call i16 @llvm.convert.to.fp16.f32(float %x)
  ret i16 %r
}
declare i16 @llvm.convert.to.fp16.f16(half)
declare i16 @llvm.convert.to.fp16.f32(float)
declare <2 x i16> @llvm.convert.to.fp16.v2f32(<2 x float>)
