; RUN: %llvm-as-14 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-14 %s -o - | llvm-dis-22 - -o -
; LLVM 14 knows neither of the kinds. The one that LLVM 22 defines itself comes first.
target triple = "amdgcn-amd-amdhsa"
define i32 @f(i32* %p, i32 %v) {
  %r = call i32 @llvm.amdgcn.atomic.inc.i32.p0i32(i32* %p, i32 %v, i32 5, i32 2, i1 false)
  ret i32 %r
}
define float @g(float* %p, float %v) "amdgpu-unsafe-fp-atomics"="true" {
  %r = call float @llvm.amdgcn.flat.atomic.fadd.f32.p0f32.f32(float* %p, float %v)
  %s = atomicrmw fadd float* %p, float %v seq_cst, align 4
  ret float %r
}
declare i32 @llvm.amdgcn.atomic.inc.i32.p0i32(i32* nocapture, i32, i32 immarg, i32 immarg, i1 immarg)
declare float @llvm.amdgcn.flat.atomic.fadd.f32.p0f32.f32(float*, float)
