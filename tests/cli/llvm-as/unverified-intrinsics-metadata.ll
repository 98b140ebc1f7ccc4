; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @no_metadata(double %d, i32 %i, ptr %p, float %f) {
  %1 = call float @llvm.fptrunc.round.f32.f64(double %d, i32 %i)
  %2 = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %f, i32 %i, i32 %i, i1 false)
  %3 = call i8 @llvm.convert.to.arbitrary.fp.i8.f64(double %d, metadata !"Float8E5M2", i32 %i, i1 false)
  %4 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 0, i32 %i)
  ret void
}
define void @no_scope(i32 %i) {
  call void @llvm.experimental.noalias.scope.decl(i32 %i)
  ret void
}
define i64 @names(i64 %a) {
  call void @llvm.write_volatile_register.i64(metadata !0, i64 %a)
  call void @llvm.write_volatile_register.i64(metadata !1, i64 %a)
  call void @llvm.write_volatile_register.i64(metadata !2, i64 %a)
  ret i64 %a
}
declare float @llvm.fptrunc.round.f32.f64(double, i32)
declare i8 @llvm.convert.to.arbitrary.fp.i8.f32(float, i32, i32, i1)
declare i8 @llvm.convert.to.arbitrary.fp.i8.f64(double, metadata, i32, i1)
declare float @llvm.convert.from.arbitrary.fp.f32.i8(i8, i32)
declare void @llvm.experimental.noalias.scope.decl(i32)
declare void @llvm.write_volatile_register.i64(metadata, i64)
!0 = !{!"a"}
!1 = !{!"a", !"b"}
!2 = !{}
