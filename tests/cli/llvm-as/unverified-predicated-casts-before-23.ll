; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @of_wrong_elements(<4 x i32> %i, <4 x float> %f, <4 x double> %d, <4 x ptr> %p, <4 x i1> %m, i32 %n) {
  %1 = call <4 x float> @llvm.vp.trunc.v4f32.v4f64(<4 x double> %d, <4 x i1> %m, i32 %n)
  %2 = call <4 x double> @llvm.vp.zext.v4f64.v4f32(<4 x float> %f, <4 x i1> %m, i32 %n)
  %3 = call <4 x double> @llvm.vp.sext.v4f64.v4f32(<4 x float> %f, <4 x i1> %m, i32 %n)
  %4 = call <4 x i32> @llvm.vp.fptoui.v4i32.v4i32(<4 x i32> %i, <4 x i1> %m, i32 %n)
  %5 = call <4 x float> @llvm.vp.fptosi.v4f32.v4f32(<4 x float> %f, <4 x i1> %m, i32 %n)
  %6 = call <4 x float> @llvm.vp.uitofp.v4f32.v4f32(<4 x float> %f, <4 x i1> %m, i32 %n)
  %7 = call <4 x i32> @llvm.vp.sitofp.v4i32.v4i32(<4 x i32> %i, <4 x i1> %m, i32 %n)
  %8 = call <4 x i32> @llvm.vp.fptrunc.v4i32.v4f64(<4 x double> %d, <4 x i1> %m, i32 %n)
  %9 = call <4 x double> @llvm.vp.fpext.v4f64.v4i32(<4 x i32> %i, <4 x i1> %m, i32 %n)
  %10 = call <4 x i32> @llvm.vp.ptrtoint.v4i32.v4f32(<4 x float> %f, <4 x i1> %m, i32 %n)
  %11 = call <4 x ptr> @llvm.vp.inttoptr.v4p0.v4f32(<4 x float> %f, <4 x i1> %m, i32 %n)
  %12 = call <4 x i32> @llvm.vp.lrint.v4i32.v4i32(<4 x i32> %i, <4 x i1> %m, i32 %n)
  ret void
}
declare <4 x float> @llvm.vp.trunc.v4f32.v4f64(<4 x double>, <4 x i1>, i32)
declare <4 x double> @llvm.vp.zext.v4f64.v4f32(<4 x float>, <4 x i1>, i32)
declare <4 x double> @llvm.vp.sext.v4f64.v4f32(<4 x float>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.fptoui.v4i32.v4i32(<4 x i32>, <4 x i1>, i32)
declare <4 x float> @llvm.vp.fptosi.v4f32.v4f32(<4 x float>, <4 x i1>, i32)
declare <4 x float> @llvm.vp.uitofp.v4f32.v4f32(<4 x float>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.sitofp.v4i32.v4i32(<4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.fptrunc.v4i32.v4f64(<4 x double>, <4 x i1>, i32)
declare <4 x double> @llvm.vp.fpext.v4f64.v4i32(<4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.ptrtoint.v4i32.v4f32(<4 x float>, <4 x i1>, i32)
declare <4 x ptr> @llvm.vp.inttoptr.v4p0.v4f32(<4 x float>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.lrint.v4i32.v4i32(<4 x i32>, <4 x i1>, i32)
