; Intrinsics of NVVM that LLVM 22 and 23 replace: calls that only get another callee keep what they have.
define i32 @reductions(i32 %a) {
  %r = tail call i32 @llvm.nvvm.barrier0.popc(i32 %a) #0
  %s = call i32 @llvm.nvvm.barrier0.and(i32 %r)
  %t = call i32 @llvm.nvvm.barrier0.or(i32 %s)
  ret i32 %t
}
define float @approximate(float %a, double %b, ptr %p) {
  %r = tail call float @llvm.nvvm.tanh.approx.f32(float %a) #0
  %s = call double @llvm.nvvm.ex2.approx.d(double %b)
  %t = call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p, float %r)
  ret float %t
}
define i32 @renamed(i32 %a, i32 %b) {
  %r = tail call i32 @llvm.nvvm.max.i(i32 %a, i32 %b) #0
  %s = call i32 @llvm.nvvm.abs.i(i32 %r)
  %t = tail call i32 @llvm.nvvm.min.ui(i32 %s, i32 %b) #0
  %u = tail call i32 @llvm.nvvm.clz.i(i32 %t) #0
  %v = tail call i32 @llvm.nvvm.popc.i(i32 %u) #0
  %w = tail call i32 @llvm.nvvm.brev32(i32 %v) #0
  ret i32 %w
}
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare i32 @llvm.nvvm.barrier0.and(i32)
declare i32 @llvm.nvvm.barrier0.or(i32)
declare float @llvm.nvvm.tanh.approx.f32(float)
declare double @llvm.nvvm.ex2.approx.d(double)
declare float @llvm.nvvm.atomic.load.add.f32.p0(ptr, float)
declare i32 @llvm.nvvm.abs.i(i32)
declare i32 @llvm.nvvm.brev32(i32)
declare i32 @llvm.nvvm.popc.i(i32)
declare i32 @llvm.nvvm.clz.i(i32)
declare i32 @llvm.nvvm.max.i(i32, i32)
declare i32 @llvm.nvvm.min.ui(i32, i32)
attributes #0 = { nounwind }
