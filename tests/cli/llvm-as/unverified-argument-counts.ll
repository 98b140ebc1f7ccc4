; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define float @f(float %f, ptr addrspace(1) %o) strictfp gc "statepoint-example" {
  %1 = call float @llvm.experimental.constrained.fadd.f32(float %f, float %f, metadata !"fpexcept.ignore")
  %2 = call float @llvm.experimental.constrained.fsub.f32(float %f, float %f, metadata !"round.dynamic", metadata !"fpexcept.ignore", metadata !"a")
  %3 = call float @llvm.experimental.constrained.fmul.f32(float %f, float %f, float %f, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %4 = call i1 @llvm.experimental.constrained.fcmp.f32(float %f, float %f, metadata !"fpexcept.ignore")
  %5 = call float @llvm.experimental.constrained.fpext.f32.f16(half 0.0, metadata !"round.dynamic", metadata !"fpexcept.ignore")
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0, i32 0)
  ret float %1
}
declare void @g()
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32, i32)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata)
declare float @llvm.experimental.constrained.fsub.f32(float, float, metadata, metadata, metadata)
declare float @llvm.experimental.constrained.fmul.f32(float, float, float, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata)
declare float @llvm.experimental.constrained.fpext.f32.f16(half, metadata, metadata)
