; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @arm(ptr %p, i32 %n) {
  %1 = call i64 @llvm.aarch64.ldxr.p0(ptr %p)
  %2 = call i32 @llvm.aarch64.stxr.p0(i64 0, ptr %p)
  call void @llvm.aarch64.prefetch(ptr %p, i32 2, i32 0, i32 0, i32 0)
  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 4, i32 0, i32 0)
  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 2, i32 0)
  call void @llvm.aarch64.prefetch(ptr %p, i32 0, i32 0, i32 0, i32 2)
  call void @llvm.aarch64.range.prefetch(ptr %p, i32 2, i32 0, i64 0)
  call void @llvm.aarch64.range.prefetch(ptr %p, i32 0, i32 2, i64 0)
  ret void
}

define amdgpu_kernel void @chain_of_a_kernel(ptr %p, i32 %n) {
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %p, i64 0, i32 inreg %n, i32 %n, i32 0)
  unreachable
}

define amdgpu_cs void @chains(ptr %p, i32 %n) {
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %p, i64 0, i32 %n, i32 %n, i32 0)
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %p, i64 0, i32 inreg %n, i32 inreg %n, i32 0)
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %p, i64 0, i32 inreg %n, i32 %n, i32 0)
  ret void
}

define void @lanes(i32 %n) {
  %1 = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 0, i32 %n)
  ret void
}

define amdgpu_cs_chain void @inactive(i32 inreg %s, i32 %n) {
  %1 = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 0, i32 inreg %n)
  %2 = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 0, i32 0)
  %3 = call i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32 0, i32 %s)
  ret void
}

define amdgpu_ps void @masks(i32 %n) {
  call void @llvm.amdgcn.init.exec.from.input(i32 %n, i32 0)
  ret void
}

define void @waves(ptr %p, i32 %n) {
  %1 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr %p)
  %2 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @waves)
  %3 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @wave)
  %4 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @wave, i64 0)
  %5 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @wave, i32 inreg %n)
  ret void
}

define void @memory(ptr addrspace(3) %p, ptr %q) {
  call void @llvm.amdgcn.s.prefetch.data.p3(ptr addrspace(3) %p, i32 0)
  %1 = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p3(ptr addrspace(3) %p, i32 0, metadata !0)
  %2 = call i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p0(ptr %q, i32 0, metadata !1)
  %3 = call <4 x i32> @llvm.amdgcn.av.load.b128.p0(ptr %q, metadata !1)
  ret void
}

define void @products(<8 x i32> %a, <4 x i32> %b, <5 x i32> %c, <4 x float> %d, <16 x i32> %e, <8 x float> %f) {
  %1 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %a, <8 x i32> %a, <4 x float> %d, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0)
  %2 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32> %a, <8 x i32> %a, <4 x float> %d, i32 0, i32 5, i32 0, i32 0, i32 0, i32 0)
  %3 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v5i32.v8i32(<5 x i32> %c, <8 x i32> %a, <4 x float> %d, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  %4 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v5i32(<8 x i32> %a, <5 x i32> %c, <4 x float> %d, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  %5 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v4i32.v8i32(<4 x i32> %b, <8 x i32> %a, <4 x float> %d, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  %6 = call <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v4i32(<8 x i32> %a, <4 x i32> %b, <4 x float> %d, i32 0, i32 2, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define void @registers() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 25)
  ret void
}

define amdgpu_gfx_whole_wave i32 @wave(i1 %active, i32 %n) {
  ret i32 0
}

declare i64 @llvm.aarch64.ldxr.p0(ptr)
declare i32 @llvm.aarch64.stxr.p0(i64, ptr)
declare void @llvm.aarch64.prefetch(ptr, i32, i32, i32, i32)
declare void @llvm.aarch64.range.prefetch(ptr, i32, i32, i64)
declare void @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr, i64, i32, i32, i32, ...)
declare i32 @llvm.amdgcn.set.inactive.chain.arg.i32(i32, i32)
declare void @llvm.amdgcn.init.exec.from.input(i32, i32)
declare i32 @llvm.amdgcn.call.whole.wave.i32.p0(ptr, ...)
declare void @llvm.amdgcn.s.prefetch.data.p3(ptr addrspace(3), i32)
declare i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p3(ptr addrspace(3), i32, metadata)
declare i32 @llvm.amdgcn.cooperative.atomic.load.32x4B.p0(ptr, i32, metadata)
declare <4 x i32> @llvm.amdgcn.av.load.b128.p0(ptr, metadata)
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32(<8 x i32>, <8 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v5i32.v8i32(<5 x i32>, <8 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v5i32(<8 x i32>, <5 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v4i32.v8i32(<4 x i32>, <8 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
declare <4 x float> @llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v4i32(<8 x i32>, <4 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)

!0 = !{!"agent"}
!1 = !{i32 0}
