; Intrinsics whose names carry types and whose arguments are metadata, tokens or immediates.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.read_register.i32(metadata)
declare i1 @llvm.type.test(ptr, metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare token @llvm.experimental.convergence.entry()
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.lifetime.start.p0(ptr)
declare i64 @llvm.vscale.i64()
declare float @llvm.maximum.f32(float, float)
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32, i32)
declare void @llvm.donothing()
declare void @conv() convergent

define double @f(ptr %p, double %d, <4 x i1> %m) convergent strictfp personality ptr null {
  %a = alloca i32
  %t = call token @llvm.experimental.convergence.entry()
  call void @conv() [ "convergencectrl"(token %t) ]
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 8 %a, i64 4, i1 true), !tbaa.struct !5
  %1 = call i32 @llvm.read_register.i32(metadata !0)
  %2 = call i1 @llvm.type.test(ptr %p, metadata !"typeid")
  %3 = call i1 @llvm.type.test(ptr %p, metadata !1)
  %4 = call double @llvm.experimental.constrained.fadd.f64(double %d, double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %5 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %1, i32 2)
  %6 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %7 = call i64 @llvm.vscale.i64()
  %8 = call nnan float @llvm.maximum.f32(float 1.0, float 2.0)
  %9 = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype({ i32, i32 }) %p, i32 0, i32 1)
  invoke void @llvm.donothing()
          to label %x unwind label %y

x:
  ret double %4

y:
  %l = landingpad { ptr, i32 }
          cleanup
  ret double 0.0
}

!0 = !{!"rsp"}
!1 = distinct !{}
!2 = !{!3}
!3 = distinct !{!3, !4, !"scope"}
!4 = distinct !{!4, !"domain"}
!5 = !{i64 0, i64 4, !6}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8}
!8 = !{!"root"}
