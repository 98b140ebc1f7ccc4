; Intrinsics that LLVM 24 added, and some whose attributes it changed.
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.tile.1d(ptr addrspace(3), ptr, i32, i64, i32, i1)
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.im2col.3d(ptr addrspace(3), ptr, i32, i32, i32, i64, i32, i1)
declare <6 x i32> @llvm.amdgcn.cvt.scalef32.pk32.bf6.f32(<32 x float>, float)
declare i32 @llvm.amdgcn.ptr.s.buffer.load.i32(ptr addrspace(8), i32, i32)
declare <4 x i16> @llvm.riscv.pmulq.v4i16(<4 x i16>, <4 x i16>)
declare void @llvm.aarch64.sme.za.enable()
declare <vscale x 16 x i8> @llvm.aarch64.sve.ldff1.nxv16i8(<vscale x 16 x i1>, ptr)
; Gone.
declare <3 x float> @llvm.dx.cross.v3f32(<3 x float>, <3 x float>)

define void @reduce(ptr addrspace(3) %s, ptr %t, i32 %x, i64 %h) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.tile.1d(ptr addrspace(3) %s, ptr %t, i32 %x, i64 %h, i32 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.im2col.3d(ptr addrspace(3) %s, ptr %t, i32 %x, i32 %x, i32 %x, i64 %h, i32 7, i1 true)
  ret void
}
