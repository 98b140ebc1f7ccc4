; Intrinsics of targets that are other instructions, or of another form, by now.
target triple = "aarch64-unknown-linux-gnu"
declare i32 @llvm.amdgcn.atomic.inc.i32.p1(ptr addrspace(1), i32, i32, i32, i1)
declare float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3), float, i32, i32, i1)
declare float @llvm.amdgcn.flat.atomic.fadd.f32.p0.f32(ptr, float)
declare i32 @llvm.amdgcn.alignbit(i32, i32, i32)
declare <2 x float> @llvm.arm.neon.bfdot.v2f32.v8i8(<2 x float>, <8 x i8>, <8 x i8>)
declare <2 x float> @llvm.aarch64.neon.addp.v2f32(<2 x float>, <2 x float>)
declare <vscale x 32 x i8> @llvm.aarch64.sve.ld2.nxv32i8.nxv16i1.p0(<vscale x 16 x i1>, ptr)
declare <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32>, i32)
declare i32 @llvm.x86.sse41.ptestc(<4 x float>, <4 x float>)
declare i64 @llvm.x86.sse42.crc32.64.8(i64, i8)
declare <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16>)
declare <2 x i64> @llvm.x86.avx512.mask.vpmadd52h.uq.128(<2 x i64>, <2 x i64>, <2 x i64>, i8)
declare <4 x float> @llvm.x86.avx512.mask3.vfmadd.ss(<4 x float>, <4 x float>, <4 x float>, i8, i32)
declare <8 x float> @llvm.x86.fma.vfmsub.ps.256(<8 x float>, <8 x float>, <8 x float>)
declare <16 x i32> @llvm.x86.avx512.mask.prolv.d.512(<16 x i32>, <16 x i32>, <16 x i32>, i16)
declare <4 x float> @llvm.x86.sse.cvtsi642ss(<4 x float>, i64)
%pair = type { <8 x i8>, <8 x i8> }
declare %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr)
define float @amd(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %f, float %v) {
  %i = call i32 @llvm.amdgcn.atomic.inc.i32.p1(ptr addrspace(1) %g, i32 43, i32 2, i32 0, i1 true)
  %a = call float @llvm.amdgcn.ds.fadd.f32(ptr addrspace(3) %l, float %v, i32 4, i32 2, i1 false)
  %b = call float @llvm.amdgcn.flat.atomic.fadd.f32.p0.f32(ptr %f, float %a)
  %s = call i32 @llvm.amdgcn.alignbit(i32 %i, i32 %i, i32 3)
  ret float %b
}
define <vscale x 32 x i8> @arm(<2 x float> %r, <8 x i8> %x, <vscale x 16 x i1> %m, ptr %p, <vscale x 8 x i32> %t) {
  %d = call <2 x float> @llvm.arm.neon.bfdot.v2f32.v8i8(<2 x float> %r, <8 x i8> %x, <8 x i8> %x)
  %a = call <2 x float> @llvm.aarch64.neon.addp.v2f32(<2 x float> %d, <2 x float> %d)
  %g = call <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32> %t, i32 1)
  %l = call <vscale x 32 x i8> @llvm.aarch64.sve.ld2.nxv32i8.nxv16i1.p0(<vscale x 16 x i1> %m, ptr %p)
  %n = call %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr %p)
  ret <vscale x 32 x i8> %l
}
define <4 x float> @x86(<4 x float> %f, <8 x i16> %h, <2 x i64> %q, i8 %m, <8 x float> %w, <16 x i32> %z, i64 %n) {
  %t = call i32 @llvm.x86.sse41.ptestc(<4 x float> %f, <4 x float> %f)
  %c = call i64 @llvm.x86.sse42.crc32.64.8(i64 %n, i8 %m)
  %p = call <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16> %h)
  %u = call <2 x i64> @llvm.x86.avx512.mask.vpmadd52h.uq.128(<2 x i64> %q, <2 x i64> %q, <2 x i64> %q, i8 %m)
  %k = call <4 x float> @llvm.x86.avx512.mask3.vfmadd.ss(<4 x float> %p, <4 x float> %p, <4 x float> %f, i8 %m, i32 4)
  %v = call <8 x float> @llvm.x86.fma.vfmsub.ps.256(<8 x float> %w, <8 x float> %w, <8 x float> %w)
  %y = call <16 x i32> @llvm.x86.avx512.mask.prolv.d.512(<16 x i32> %z, <16 x i32> %z, <16 x i32> %z, i16 -1)
  %s = call <4 x float> @llvm.x86.sse.cvtsi642ss(<4 x float> %k, i64 %n)
  ret <4 x float> %s
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"branch-target-enforcement", i32 1}
!1 = !{i32 1, !"sign-return-address", i32 1}
