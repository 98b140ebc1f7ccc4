; ModuleID = 'intrinsics.bc'
source_filename = "intrinsics.ll"

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.tile.1d(ptr addrspace(3) readonly, ptr readonly, i32, i64, i32 immarg range(i32 0, 8), i1 immarg) #0

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.im2col.3d(ptr addrspace(3) readonly, ptr readonly, i32, i32, i32, i64, i32 immarg range(i32 0, 8), i1 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.f32(<32 x float>, float) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare i32 @llvm.amdgcn.ptr.s.buffer.load.i32(ptr addrspace(8) readonly captures(none), i32, i32 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i16> @llvm.riscv.pmulq.v4i16(<4 x i16>, <4 x i16>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.aarch64.sme.za.enable() #4

; Unknown intrinsic
declare <3 x float> @llvm.dx.cross.v3f32(<3 x float>, <3 x float>)

define void @reduce(ptr addrspace(3) %s, ptr %t, i32 %x, i64 %h) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.tile.1d(ptr addrspace(3) %s, ptr %t, i32 %x, i64 %h, /* red_op=add */ i32 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.im2col.3d(ptr addrspace(3) %s, ptr %t, i32 %x, i32 %x, i32 %x, i64 %h, /* red_op=xor */ i32 7, i1 true)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
declare <vscale x 16 x i8> @llvm.aarch64.sve.ldff1.nxv16i8.p0(<vscale x 16 x i1>, ptr) #5

attributes #0 = { convergent nocallback nofree nosync nounwind willreturn }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
