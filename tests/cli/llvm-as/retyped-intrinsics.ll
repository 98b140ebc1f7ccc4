; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; Intrinsics that got other types or longer names are upgraded by older releases, too.
declare <2 x float> @llvm.aarch64.neon.bfdot.v2f32.v8i8(<2 x float>, <8 x i8>, <8 x i8>)
declare i32 @llvm.annotation.i32(i32, ptr, ptr, i32)
declare double @llvm.powi.f64(double, i32)
declare <2 x double> @llvm.masked.load.v2f64(ptr, i32, <2 x i1>, <2 x double>)
declare void @llvm.masked.store.v2f64(<2 x double>, ptr, i32, <2 x i1>)
declare %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr)
declare i32 @llvm.x86.sse41.ptestc(<4 x float>, <4 x float>)
%pair = type { <8 x i8>, <8 x i8> }
define <2 x float> @a(<2 x float> %a, <8 x i8> %b) {
  %r = call <2 x float> @llvm.aarch64.neon.bfdot.v2f32.v8i8(<2 x float> %a, <8 x i8> %b, <8 x i8> %b)
  ret <2 x float> %r
}
define i32 @b(i32 %a, ptr %p) {
  %r = call i32 @llvm.annotation.i32(i32 %a, ptr %p, ptr %p, i32 1)
  ret i32 %r
}
define double @c(double %a) {
  %r = call double @llvm.powi.f64(double %a, i32 2)
  ret double %r
}
define <2 x double> @d(ptr %p, <2 x i1> %m) {
  %r = call <2 x double> @llvm.masked.load.v2f64(ptr %p, i32 8, <2 x i1> %m, <2 x double> zeroinitializer)
  call void @llvm.masked.store.v2f64(<2 x double> %r, ptr %p, i32 8, <2 x i1> %m)
  ret <2 x double> %r
}
define %pair @e(ptr %p) {
  %r = call %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr %p)
  ret %pair %r
}
define i32 @g(<4 x float> %a) {
  %r = call i32 @llvm.x86.sse41.ptestc(<4 x float> %a, <4 x float> %a)
  ret i32 %r
}
