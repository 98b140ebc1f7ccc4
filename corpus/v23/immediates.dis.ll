; ModuleID = 'immediates.bc'
source_filename = "immediates.ll"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr captures(none), i32 immarg range(i32 0, 16)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.nvvm.tensormap.replace.fill.mode.p0(ptr captures(none), i32 immarg range(i32 0, 2)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.nvvm.tensormap.replace.interleave.layout.p0(ptr captures(none), i32 immarg range(i32 0, 3)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.nvvm.tensormap.replace.swizzle.atomicity.p0(ptr captures(none), i32 immarg range(i32 0, 4)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr captures(none), i32 immarg range(i32 0, 5)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) writeonly, ptr addrspace(6) readonly, i64, i32, i1, i32 immarg range(i32 0, 4), i32 immarg range(i32 1, 3), i32 immarg range(i32 0, 4)) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.nvvm.st.async.gpu.i32(ptr addrspace(1) writeonly, i32, i1 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.nvvm.st.async.sys.i64(ptr addrspace(1) writeonly, i64, i1 immarg) #2

define void @f(ptr %p, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f) {
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=u8 */ i32 0)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=u16 */ i32 1)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=u32 */ i32 2)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=s32 */ i32 3)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=u64 */ i32 4)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=s64 */ i32 5)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=f16 */ i32 6)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=f32 */ i32 7)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=f32.ftz */ i32 8)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=f64 */ i32 9)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=bf16 */ i32 10)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=tf32 */ i32 11)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=tf32.ftz */ i32 12)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=b4x16 */ i32 13)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=b4x16_p64 */ i32 14)
  call void @llvm.nvvm.tensormap.replace.elemtype.p0(ptr %p, /* elemtype=b6x16_p32 */ i32 15)
  call void @llvm.nvvm.tensormap.replace.fill.mode.p0(ptr %p, /* fill_mode=Zero fill */ i32 0)
  call void @llvm.nvvm.tensormap.replace.fill.mode.p0(ptr %p, /* fill_mode=OOB-NaN fill */ i32 1)
  call void @llvm.nvvm.tensormap.replace.interleave.layout.p0(ptr %p, /* interleave_layout=No interleave */ i32 0)
  call void @llvm.nvvm.tensormap.replace.interleave.layout.p0(ptr %p, /* interleave_layout=16B interleave */ i32 1)
  call void @llvm.nvvm.tensormap.replace.interleave.layout.p0(ptr %p, /* interleave_layout=32B interleave */ i32 2)
  call void @llvm.nvvm.tensormap.replace.swizzle.atomicity.p0(ptr %p, /* swizzle_atomicity=16B */ i32 0)
  call void @llvm.nvvm.tensormap.replace.swizzle.atomicity.p0(ptr %p, /* swizzle_atomicity=32B */ i32 1)
  call void @llvm.nvvm.tensormap.replace.swizzle.atomicity.p0(ptr %p, /* swizzle_atomicity=32B + 8B flip */ i32 2)
  call void @llvm.nvvm.tensormap.replace.swizzle.atomicity.p0(ptr %p, /* swizzle_atomicity=64B */ i32 3)
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, /* swizzle_mode=No swizzling */ i32 0)
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, /* swizzle_mode=32B swizzling */ i32 1)
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, /* swizzle_mode=64B swizzling */ i32 2)
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, /* swizzle_mode=128B swizzling */ i32 3)
  call void @llvm.nvvm.tensormap.replace.swizzle.mode.p0(ptr %p, /* swizzle_mode=96B swizzling */ i32 4)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f16 */ i32 0, /* cta_group= */ i32 1, /* collector=discard */ i32 0)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f16 */ i32 0, /* cta_group= */ i32 1, /* collector=lastuse */ i32 1)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f16 */ i32 0, /* cta_group= */ i32 1, /* collector=fill */ i32 2)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f16 */ i32 0, /* cta_group= */ i32 1, /* collector=use */ i32 3)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f16 */ i32 0, /* cta_group= */ i32 2, /* collector=discard */ i32 0)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=tf32 */ i32 1, /* cta_group= */ i32 1, /* collector=lastuse */ i32 1)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=tf32 */ i32 1, /* cta_group= */ i32 2, /* collector=discard */ i32 0)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=tf32 */ i32 1, /* cta_group= */ i32 2, /* collector=lastuse */ i32 1)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=tf32 */ i32 1, /* cta_group= */ i32 2, /* collector=fill */ i32 2)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=tf32 */ i32 1, /* cta_group= */ i32 2, /* collector=use */ i32 3)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f8f6f4 */ i32 2, /* cta_group= */ i32 1, /* collector=fill */ i32 2)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=f8f6f4 */ i32 2, /* cta_group= */ i32 2, /* collector=fill */ i32 2)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=i8 */ i32 3, /* cta_group= */ i32 1, /* collector=use */ i32 3)
  call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 %d, i32 %e, i1 %f, /* kind=i8 */ i32 3, /* cta_group= */ i32 2, /* collector=use */ i32 3)
  %g = addrspacecast ptr %p to ptr addrspace(1)
  call void @llvm.nvvm.st.async.gpu.i32(ptr addrspace(1) %g, i32 %e, /* isMultimem= */ i1 false)
  call void @llvm.nvvm.st.async.sys.i64(ptr addrspace(1) %g, i64 %d, /* isMultimem= */ i1 true)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
