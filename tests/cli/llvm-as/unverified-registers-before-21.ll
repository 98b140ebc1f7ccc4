; FAIL: %llvm-as-19 %s -o a.bc
; ORACLE: llvm-as-19 %s -o a.bc
define void @registers() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 16)
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 264)
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 20)
  ret void
}
define void @chain(ptr %f, i32 %e) {
  call void (ptr, i64, i32, i32, i32, ...) @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr %f, i64 -1, i32 inreg %e, i32 %e, i32 0)
  unreachable
}
declare void @llvm.amdgcn.cs.chain.p0.i64.i32.i32(ptr, i64, i32, i32, i32, ...)
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
declare void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32)
