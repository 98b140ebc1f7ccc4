; Intrinsics of LLVM 22 and older, which LLVM 23 replaces.
define <8 x float> @t(<16 x bfloat> %a, <8 x float> %c) {
  %r = tail call fast <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(i1 false, <16 x bfloat> %a, i1 false, <16 x bfloat> %a, i16 1, <8 x float> %c, i1 false, i1 true) #0
  %r3 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(i1 false, <16 x bfloat> zeroinitializer, i1 false, <16 x bfloat> splat (bfloat 1.0), i16 1, <8 x float> %c, i1 false, i1 true)
  ret <8 x float> %r3
}
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(i1, <16 x bfloat>, i1, <16 x bfloat>, i16, <8 x float>, i1, i1)
define float @c(i16 %a) {
  %r = tail call fast float @llvm.convert.from.fp16.f32(i16 %a) #0
  %h2 = call double @llvm.convert.from.fp16.f64(i16 %a)
  ret float %r
}
declare float @llvm.convert.from.fp16.f32(i16)
declare double @llvm.convert.from.fp16.f64(i16)
define i16 @d(double %a) {
  %r = tail call i16 @llvm.convert.to.fp16.f64(double %a) #0
  ret i16 %r
}
declare i16 @llvm.convert.to.fp16.f64(double)
define i32 @p(i32 %a) {
  %r = tail call i32 @llvm.x86.bmi.pdep.32(i32 %a, i32 %a) #0
  ret i32 %r
}
declare i32 @llvm.x86.bmi.pdep.32(i32, i32)
declare i32 @llvm.riscv.clmul.i32(i32, i32)
define i64 @at(ptr addrspace(1) %a, i64 %v, ptr %g) {
  %r = tail call i64 @llvm.nvvm.atomic.add.gen.i.cta.i64.p1(ptr addrspace(1) %a, i64 %v) #0
  %c = call i64 @llvm.nvvm.atomic.cas.gen.i.sys.i64.p0(ptr %g, i64 %v, i64 1)
  %d = call i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr %g, i32 5)
  call i32 @llvm.nvvm.atomic.exch.gen.i.sys.i32.p0(ptr %g, i32 5)
  ret i64 %r
}
declare i64 @llvm.nvvm.atomic.add.gen.i.cta.i64.p1(ptr addrspace(1), i64)
declare double @llvm.nvvm.atomic.add.gen.f.sys.f64.p0(ptr, double)
declare i64 @llvm.nvvm.atomic.cas.gen.i.sys.i64.p0(ptr, i64, i64)
declare i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.exch.gen.i.sys.i32.p0(ptr, i32)
define <4 x float> @n(<4 x i16> %a, <4 x float> %f) {
  %r = tail call fast <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> %a) #0
  %s = tail call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> %f) #0
  %t = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> %s)
  %u = tail call <4 x float> @llvm.arm.neon.vcvthf2fp(<4 x i16> %a)
  %v = tail call <4 x i16> @llvm.arm.neon.vcvtfp2hf(<4 x float> %f)
  ret <4 x float> %r
}
declare <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16>)
declare <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float>)
declare <4 x float> @llvm.arm.neon.vcvthf2fp(<4 x i16>)
declare <4 x i16> @llvm.arm.neon.vcvtfp2hf(<4 x float>)
define void @l(ptr %p) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @last()
attributes #0 = { nounwind }
