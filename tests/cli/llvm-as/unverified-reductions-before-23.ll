; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @scalars(i32 %i, float %f, <4 x i32> %v, <4 x float> %w, ptr %p, i1 %b) {
  %1 = call i32 @llvm.vector.reduce.add.i32(i32 %i)
  %2 = call float @llvm.vector.reduce.fmax.f32(float %f)
  %3 = call float @llvm.vector.reduce.fadd.f32(float %f, float %f)
  %4 = call i32 @llvm.vector.reduce.add.v4f32(<4 x float> %w)
  %5 = call i1 @llvm.get.active.lane.mask.i1.i32(i32 %i, i32 %i)
  %6 = call i32 @llvm.masked.load.i32.p0(ptr %p, i32 4, i1 %b, i32 %i)
  %7 = call i32 @llvm.smul.fix.i32(i32 %i, i32 %i, i64 1)
  %8 = call <2 x i64> @llvm.experimental.constrained.lrint.v2i64.v2f32(<2 x float> zeroinitializer, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %9 = call i64 @llvm.lrint.i64.i32(i32 %i)
  ret void
}
declare i32 @llvm.vector.reduce.add.i32(i32)
declare float @llvm.vector.reduce.fmax.f32(float)
declare float @llvm.vector.reduce.fadd.f32(float, float)
declare i32 @llvm.vector.reduce.add.v4f32(<4 x float>)
declare i1 @llvm.get.active.lane.mask.i1.i32(i32, i32)
declare i32 @llvm.masked.load.i32.p0(ptr, i32, i1, i32)
declare i32 @llvm.smul.fix.i32(i32, i32, i64)
declare <2 x i64> @llvm.experimental.constrained.lrint.v2i64.v2f32(<2 x float>, metadata, metadata)
declare i64 @llvm.lrint.i64.i32(i32)
