; ModuleID = 'inst-intrinsics.bc'
source_filename = "inst-intrinsics.ll"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i32 @llvm.read_register.i32(metadata) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.type.test(ptr, metadata) #2

; Function Attrs: nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr captures(none), <4 x i1>, <4 x i32>) #5

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.entry() #6

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #7

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.vscale.i64() #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maximum.f32(float, float) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg) #8

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare void @llvm.donothing() #8

; Function Attrs: convergent
declare void @conv() #9

; Function Attrs: convergent strictfp
define double @f(ptr %p, double %d, <4 x i1> %m) #10 personality ptr null {
  %a = alloca i32, align 4
  %t = call token @llvm.experimental.convergence.entry()
  call void @conv() [ "convergencectrl"(token %t) ]
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 8 %a, i64 4, i1 true), !tbaa.struct !0
  %1 = call i32 @llvm.read_register.i32(metadata !4)
  %2 = call i1 @llvm.type.test(ptr %p, metadata !"typeid")
  %3 = call i1 @llvm.type.test(ptr %p, metadata !5)
  %4 = call double @llvm.experimental.constrained.fadd.f64(double %d, double 1.000000e+00, metadata !"round.dynamic", metadata !"fpexcept.strict") #11
  %5 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %1, i32 2)
  %6 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.experimental.noalias.scope.decl(metadata !6)
  %7 = call i64 @llvm.vscale.i64()
  %8 = call nnan float @llvm.maximum.f32(float 1.000000e+00, float 2.000000e+00)
  %9 = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype({ i32, i32 }) %p, i32 0, i32 1)
  invoke void @llvm.donothing()
          to label %x unwind label %y

x:                                                ; preds = %0
  ret double %4

y:                                                ; preds = %0
  %l = landingpad { ptr, i32 }
          cleanup
  ret double 0.000000e+00
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #6 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #8 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #9 = { convergent }
attributes #10 = { convergent strictfp }
attributes #11 = { strictfp }

!0 = !{i64 0, i64 4, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"root"}
!4 = !{!"rsp"}
!5 = distinct !{}
!6 = !{!7}
!7 = distinct !{!7, !8, !"scope"}
!8 = distinct !{!8, !"domain"}
