; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @of_wrong_types(i32 %i, float %f, <2 x float> %v, <2 x i32> %w, ptr %p) strictfp {
  %1 = call <2 x i64> @llvm.experimental.constrained.lrint.v2i64.v2f32(<2 x float> %v, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %2 = call <2 x i64> @llvm.experimental.constrained.lround.v2i64.v2f32(<2 x float> %v, metadata !"fpexcept.ignore")
  %3 = call i64 @llvm.experimental.constrained.fptosi.i64.i32(i32 %i, metadata !"fpexcept.ignore")
  %4 = call float @llvm.experimental.constrained.fptoui.f32.f32(float %f, metadata !"fpexcept.ignore")
  %5 = call float @llvm.experimental.constrained.sitofp.f32.f32(float %f, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %6 = call i32 @llvm.experimental.constrained.uitofp.i32.i32(i32 %i, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %7 = call float @llvm.experimental.constrained.fptrunc.f32.i32(i32 %i, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %8 = call i32 @llvm.experimental.constrained.fpext.i32.f32(float %f, metadata !"fpexcept.ignore")
  %9 = call i64 @llvm.experimental.constrained.fptosi.i64.v2f32(<2 x float> %v, metadata !"fpexcept.ignore")
  %10 = call <2 x i64> @llvm.experimental.constrained.fptosi.v2i64.f32(float %f, metadata !"fpexcept.ignore")
  %11 = call <2 x float> @llvm.experimental.constrained.fptrunc.v2f32.f64(double 0.0, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  ret void
}
declare <2 x i64> @llvm.experimental.constrained.lrint.v2i64.v2f32(<2 x float>, metadata, metadata)
declare <2 x i64> @llvm.experimental.constrained.lround.v2i64.v2f32(<2 x float>, metadata)
declare i64 @llvm.experimental.constrained.fptosi.i64.i32(i32, metadata)
declare float @llvm.experimental.constrained.fptoui.f32.f32(float, metadata)
declare float @llvm.experimental.constrained.sitofp.f32.f32(float, metadata, metadata)
declare i32 @llvm.experimental.constrained.uitofp.i32.i32(i32, metadata, metadata)
declare float @llvm.experimental.constrained.fptrunc.f32.i32(i32, metadata, metadata)
declare i32 @llvm.experimental.constrained.fpext.i32.f32(float, metadata)
declare i64 @llvm.experimental.constrained.fptosi.i64.v2f32(<2 x float>, metadata)
declare <2 x i64> @llvm.experimental.constrained.fptosi.v2i64.f32(float, metadata)
declare <2 x float> @llvm.experimental.constrained.fptrunc.v2f32.f64(double, metadata, metadata)
