; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @matrices(<16 x i32> %a, <8 x i32> %b, <8 x float> %c, <12 x i32> %d, <4 x i32> %e, <16 x float> %f, <8 x half> %h) {
  %1 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 5, <16 x i32> %a, i32 0, <16 x i32> %a, i16 0, <8 x float> %c)
  %2 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32 0, <16 x i32> %a, i32 5, <16 x i32> %a, i16 0, <8 x float> %c)
  %3 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v4i32.v16i32(i32 0, <4 x i32> %e, i32 0, <16 x i32> %a, i16 0, <8 x float> %c)
  %4 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v4i32(i32 0, <16 x i32> %a, i32 0, <4 x i32> %e, i16 0, <8 x float> %c)
  %5 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v8i32.v16i32(i32 0, <8 x i32> %b, i32 0, <16 x i32> %a, i16 0, <8 x float> %c)
  %6 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v8i32(i32 0, <16 x i32> %a, i32 2, <8 x i32> %b, i16 0, <8 x float> %c)
  %7 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v12i32.v8i32(i32 3, <12 x i32> %d, i32 4, <8 x i32> %b, i16 0, <8 x float> %c)
  ret void
}
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v16i32(i32, <16 x i32>, i32, <16 x i32>, i16, <8 x float>)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v4i32.v16i32(i32, <4 x i32>, i32, <16 x i32>, i16, <8 x float>)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v4i32(i32, <16 x i32>, i32, <4 x i32>, i16, <8 x float>)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v8i32.v16i32(i32, <8 x i32>, i32, <16 x i32>, i16, <8 x float>)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v16i32.v8i32(i32, <16 x i32>, i32, <8 x i32>, i16, <8 x float>)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x128.f8f6f4.v8f32.v12i32.v8i32(i32, <12 x i32>, i32, <8 x i32>, i16, <8 x float>)

define void @whole_waves(i32 %i) {
  %1 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @variadic, i32 %i)
  %2 = call i32 (ptr, ...) @llvm.amdgcn.call.whole.wave.i32.p0(ptr @no_mask, i32 %i)
  ret void
}
declare i32 @llvm.amdgcn.call.whole.wave.i32.p0(ptr, ...)
declare amdgpu_gfx_whole_wave i32 @variadic(i1, ...)
declare amdgpu_gfx_whole_wave i32 @no_mask(i32, i32)
define void @lds(ptr %p, ptr addrspace(1) %q, ptr addrspace(3) %l, <4 x i32> %r, ptr addrspace(8) %b) {
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %q, ptr addrspace(3) %l, i32 3, i32 0, i32 0)
  call void @llvm.amdgcn.raw.buffer.load.lds(<4 x i32> %r, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.struct.buffer.load.lds(<4 x i32> %r, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.struct.ptr.buffer.load.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.load.to.lds.p0(ptr %p, ptr addrspace(3) %l, i32 5, i32 0, i32 0)
  call void @llvm.amdgcn.load.async.to.lds.p0(ptr %p, ptr addrspace(3) %l, i32 5, i32 0, i32 0)
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %q, ptr addrspace(3) %l, i32 3, i32 0, i32 0)
  call void @llvm.amdgcn.raw.buffer.load.async.lds(<4 x i32> %r, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.struct.buffer.load.async.lds(<4 x i32> %r, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.struct.ptr.buffer.load.async.lds(ptr addrspace(8) %b, ptr addrspace(3) %l, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret void
}
define amdgpu_cs_chain void @chain(ptr %f, i32 %e) {
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %f, i64 -1, i32 inreg %e, i32 %e, i32 2)
  unreachable
}
define amdgpu_cs_chain void @chain1(ptr %f, i32 %e) {
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %f, i64 -1, i32 inreg %e, i32 %e, i32 -1)
  ret void
}
