; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @of_floats(i32 %a, float %f, <2 x float> %v) {
  %1 = call float @llvm.smul.fix.f32(float %f, float %f, i32 2)
  %2 = call <2 x float> @llvm.udiv.fix.sat.v2f32(<2 x float> %v, <2 x float> %v, i32 2)
  ret void
}
declare float @llvm.smul.fix.f32(float, float, i32)
declare <2 x float> @llvm.udiv.fix.sat.v2f32(<2 x float>, <2 x float>, i32)
