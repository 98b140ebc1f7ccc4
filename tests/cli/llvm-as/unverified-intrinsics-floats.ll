; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @classes(float %f, <4 x float> %v) {
  %1 = call i1 @llvm.is.fpclass.f32(float %f, i32 1024)
  ret void
}

define void @rounding(double %d) {
  %1 = call float @llvm.fptrunc.round.f32.f64(double %d, metadata i32 0)
  %2 = call float @llvm.fptrunc.round.f32.f64(double %d, metadata !"round.dynamic")
  %3 = call float @llvm.fptrunc.round.f32.f64(double %d, metadata !"round.upward")
  ret void
}

define void @arbitrary(<4 x float> %v, float %f, i8 %i, <4 x i8> %w) {
  %1 = call i8 @llvm.convert.to.arbitrary.fp.i8.v4f32(<4 x float> %v, metadata !"Float8E5M2", metadata !"round.upward", i1 false)
  %2 = call <2 x i8> @llvm.convert.to.arbitrary.fp.v2i8.v4f32(<4 x float> %v, metadata !"Float8E5M2", metadata !"round.upward", i1 false)
  %3 = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %f, metadata i32 0, metadata !"round.upward", i1 false)
  %4 = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %f, metadata !"", metadata !"round.upward", i1 false)
  %5 = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %f, metadata !"Float9", metadata !"round.upward", i1 false)
  %6 = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %f, metadata !"Float8E4M3FN", metadata i32 0, i1 false)
  %7 = call i8 @llvm.convert.to.arbitrary.fp.i8.f32(float %f, metadata !"Float8E4M3FN", metadata !"round.dynamic", i1 false)
  %8 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float")
  %9 = call <4 x float> @llvm.convert.from.arbitrary.fp.v4f32.i8(i8 %i, metadata !"Float8E3M4")
  %10 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float8E5M2FNUZ")
  %11 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float8E4M3")
  %12 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float8E4M3FNUZ")
  %13 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float8E4M3B11FNUZ")
  %14 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float8E8M0FNU")
  %15 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float6E3M2FN")
  %16 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float6E2M3FN")
  %17 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"Float4E2M1FN")
  %18 = call float @llvm.convert.from.arbitrary.fp.f32.i8(i8 %i, metadata !"FloatTF32")
  ret void
}

define void @fixed(i32 %a) {
  %1 = call i32 @llvm.smul.fix.i32(i32 %a, i32 %a, i32 32)
  %2 = call i32 @llvm.umul.fix.i32(i32 %a, i32 %a, i32 33)
  %3 = call i32 @llvm.udiv.fix.sat.i32(i32 %a, i32 %a, i32 32)
  ret void
}

define void @integers(float %f, <4 x float> %v) {
  %1 = call <4 x i32> @llvm.lrint.v4i32.f32(float %f)
  %2 = call <2 x i64> @llvm.llround.v2i64.v4f32(<4 x float> %v)
  ret void
}

define void @constrained(float %f, double %d, i32 %i, <4 x float> %v, <2 x float> %w, <4 x i32> %u) strictfp {
  %1 = call i1 @llvm.experimental.constrained.fcmp.f32(float %f, float %f, metadata !"eq", metadata !"fpexcept.strict")
  %2 = call <4 x i32> @llvm.experimental.constrained.fptosi.v4i32.f32(float %f, metadata !"fpexcept.strict")
  %3 = call <4 x i32> @llvm.experimental.constrained.fptoui.v4i32.v2f32(<2 x float> %w, metadata !"fpexcept.strict")
  %4 = call <4 x float> @llvm.experimental.constrained.sitofp.v4f32.i32(i32 %i, metadata !"round.upward", metadata !"fpexcept.strict")
  %5 = call <2 x float> @llvm.experimental.constrained.uitofp.v2f32.v4i32(<4 x i32> %u, metadata !"round.upward", metadata !"fpexcept.strict")
  %6 = call float @llvm.experimental.constrained.fptrunc.f32.v4f32(<4 x float> %v, metadata !"round.upward", metadata !"fpexcept.strict")
  %7 = call <2 x half> @llvm.experimental.constrained.fptrunc.v2f16.v4f32(<4 x float> %v, metadata !"round.upward", metadata !"fpexcept.strict")
  %8 = call double @llvm.experimental.constrained.fptrunc.f64.f32(float %f, metadata !"round.upward", metadata !"fpexcept.strict")
  %9 = call float @llvm.experimental.constrained.fpext.f32.f64(double %d, metadata !"fpexcept.strict")
  %10 = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"round", metadata !"fpexcept.strict")
  %11 = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"round.upward", metadata !"fpexcept")
  ret void
}

define void @predicated(<4 x float> %v, <4 x i32> %u, <4 x i1> %m, <4 x ptr> %p) {
  %1 = call <4 x i1> @llvm.vp.fcmp.v4f32(<4 x float> %v, <4 x float> %v, metadata !"eq", <4 x i1> %m, i32 4)
  %2 = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %u, <4 x i32> %u, metadata !"oeq", <4 x i1> %m, i32 4)
  %3 = call <4 x i1> @llvm.vp.is.fpclass.v4f32(<4 x float> %v, i32 1024, <4 x i1> %m, i32 4)
  %4 = call <4 x i32> @llvm.vp.trunc.v4i32.v4i32(<4 x i32> %u, <4 x i1> %m, i32 4)
  %5 = call <4 x i32> @llvm.vp.zext.v4i32.v4i32(<4 x i32> %u, <4 x i1> %m, i32 4)
  %6 = call <4 x float> @llvm.vp.fptrunc.v4f32.v4f32(<4 x float> %v, <4 x i1> %m, i32 4)
  %7 = call <4 x float> @llvm.vp.fpext.v4f32.v4f32(<4 x float> %v, <4 x i1> %m, i32 4)
  %8 = call <2 x i32> @llvm.vp.trunc.v2i32.v4i32(<4 x i32> %u, <2 x i1> poison, i32 4)
  ret void
}
