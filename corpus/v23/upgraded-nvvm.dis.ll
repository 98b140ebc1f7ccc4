; ModuleID = 'upgraded-nvvm.bc'
source_filename = "upgraded-nvvm.ll"

define i32 @reductions(i32 %a) {
  %1 = icmp ne i32 %a, 0
  %2 = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %1)
  %3 = icmp ne i32 %2, 0
  %4 = call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %3)
  %5 = zext i1 %4 to i32
  %6 = icmp ne i32 %5, 0
  %7 = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %6)
  %8 = zext i1 %7 to i32
  ret i32 %8
}

define float @approximate(float %a, double %b, ptr %p) {
  %1 = call afn float @llvm.tanh.f32(float %a)
  %2 = call double @llvm.nvvm.ex2.approx.f64(double %b)
  %3 = atomicrmw fadd ptr %p, float %1 syncscope("device") monotonic, align 4
  ret float %3
}

define i32 @renamed(i32 %a, i32 %b) {
  %r = tail call i32 @llvm.smax.i32(i32 %a, i32 %b) #4
  %abs = call i32 @llvm.abs.i32(i32 %r, i1 true)
  %t = tail call i32 @llvm.umin.i32(i32 %abs, i32 %b) #4
  %u = call i32 @llvm.ctlz.i32(i32 %t, i1 false)
  %v = call i32 @llvm.ctpop.i32(i32 %u)
  %w = call i32 @llvm.bitreverse.i32(i32 %v)
  ret i32 %w
}

; Function Attrs: convergent nocallback nounwind
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1) #0

; Function Attrs: convergent nocallback nounwind
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1) #0

; Function Attrs: convergent nocallback nounwind
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.tanh.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare double @llvm.nvvm.ex2.approx.f64(double) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bitreverse.i32(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #3

attributes #0 = { convergent nocallback nounwind }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }
