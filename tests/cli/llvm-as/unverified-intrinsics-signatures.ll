; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @llvm.ctpop.i32(i32, i32)
declare float @llvm.cttz.f32(float, i1)
declare void @llvm.localescape(i32, ...)
declare void @llvm.donothing(...)
declare i64 @llvm.bitreverse.i64(i32)
declare i32 @llvm.sqrt.i32(i32)
declare <2 x i1> @llvm.is.fpclass.v4f32(<4 x float>, i32)
declare <2 x i1> @llvm.is.fpclass.f64(double, i32)
declare { i32, i32 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.uadd.with.overflow.i32(i32, i32)
declare { ptr, i1 } @llvm.ssub.with.overflow.i32(i32, i32)
declare void @llvm.memmove.p0.p0.i64(i64, ptr, i64, i1)
declare <5 x i32> @llvm.vector.interleave2.v5i32(<4 x i32>, <4 x i32>)
declare <4 x i64> @llvm.vector.interleave3.v4i64(i32, i32, i32)
declare <12 x i64> @llvm.vector.interleave4.v12i64(<3 x i64>, <3 x i32>, <3 x i64>, <3 x i64>)
declare float @llvm.vector.reduce.fadd.v4f32(double, <4 x float>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x float>)
declare <1 x i64> @llvm.x86.sse.cvtps2pi(<2 x float>)
declare i64 @llvm.sideeffect()
declare void @llvm.nvvm.elect.sync(i32)
declare <4 x half> @llvm.aarch64.neon.sqxtn.v4f16(<4 x float>)
declare <4 x i64> @llvm.aarch64.neon.smull.v4i64(i64, i64)
declare <4 x float> @llvm.aarch64.neon.umull.v4f32(i64, i64)
declare <8 x i16> @llvm.aarch64.sve.sunpkhi.nxv8i16(<8 x i16>)
declare <4 x i32> @llvm.aarch64.sve.sdot.v4i32(<4 x i32>, <16 x i8>, <16 x i4>)
declare <4 x float> @llvm.riscv.vrgather.vv.v4f32.i32(<4 x float>, <4 x float>, i32, i32)
declare i64 @llvm.experimental.gc.get.pointer.offset.i32(i32)
declare i32 @llvm.aarch64.sve.ptrue.c8()
declare <4 x double> @llvm.x86.sse.cmp.ps(<4 x float>, <4 x float>, i8)
declare float @llvm.fma.f32(float, double, i32)
declare <vscale x 4 x i32> @llvm.vp.load.nxv4i32.p0(ptr, <4 x i1>, i32)
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.f32(float, float)
declare void @llvm.prefetch.p0(ptr, i32, i32, i64)
declare x86_amx @llvm.x86.tilezero(i16, i16)
declare token @llvm.call.preallocated.setup(i64)
declare i1 @llvm.type.test(ptr, i32)
declare half @llvm.nvvm.mul.rn.sat.f16(i16, half)
declare fp128 @llvm.ppc.sqrtf128.round.to.odd(double)
declare ppc_fp128 @llvm.ppc.unpack.longdouble(ppc_fp128, i32)
declare void @llvm.nvvm.applypriority.global.L2.evict.normal(ptr, i64)
%named = type { i32 }
declare %named @llvm.bswap.i32(i32)
@taken = global ptr @llvm.ctlz.i32
@assumed = global [2 x ptr] [ptr @llvm.assume, ptr null]
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.assume(i1)
define internal i32 @llvm.smax.i32(i32 %a, i32 %b) {
  ret i32 %a
}
define void @calls(i32 %i) {
  call void @llvm.sideeffect(i32 %i)
  ret void
}
