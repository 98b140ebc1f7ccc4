define void @f(float %x, double %d, <2 x float> %v) {
  %a = call i1 @llvm.is.fpclass.f32(float %x, i32 0)
  %b = call i1 @llvm.is.fpclass.f32(float %x, i32 1023)
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 3) #0
  %e = call <2 x i1> @llvm.is.fpclass.v2f32(<2 x float> nofpclass(nan) %v, i32 noundef 3)
  ret void
}
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare <2 x i1> @llvm.is.fpclass.v2f32(<2 x float>, i32 immarg)
attributes #0 = { nounwind }
declare i32 @llvm.nvvm.abs.i(i32)
declare float @llvm.nvvm.h2f(i16)
define float @nvvm(i32 %a, i16 %h) {
  %r = call i32 @llvm.nvvm.abs.i(i32 %a)
  %s = call float @llvm.nvvm.h2f(i16 %h)
  ret float %s
}
