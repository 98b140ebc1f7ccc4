; ModuleID = 'fp-classes.bc'
source_filename = "fp-classes.ll"

define void @f(float %x, double %d, <2 x float> %v) {
  %a = call i1 @llvm.is.fpclass.f32(float %x, /* (none) */ i32 0)
  %b = call i1 @llvm.is.fpclass.f32(float %x, /* (all) */ i32 1023)
  %c = call i1 @llvm.is.fpclass.f32(float %x, /* (nan) */ i32 3) #2
  %e = call <2 x i1> @llvm.is.fpclass.v2f32(<2 x float> nofpclass(nan) %v, /* (nan) */ i32 noundef 3)
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i1> @llvm.is.fpclass.v2f32(<2 x float>, i32 immarg) #0

define float @nvvm(i32 %a, i16 %h) {
  %abs = call i32 @llvm.abs.i32(i32 %a, i1 true)
  %1 = bitcast i16 %h to half
  %2 = fpext half %1 to float
  ret float %2
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #1

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }
