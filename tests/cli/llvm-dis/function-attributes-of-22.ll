; RUN: %llvm-as-22 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-23 - -o -
; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o -
; Attributes without a number get one, and declarations keep what is about their body.
declare void @declared() "amdgpu-unsafe-fp-atomics"="true"
define void @defined() "amdgpu-unsafe-fp-atomics"="true" "nooutline" {
  call void @declared() "nooutline"
  ret void
}
define void @marked() {
  call void asm sideeffect "mov\09fp, fp\09\09# marker for objc_retainAutoreleaseReturnValue", ""()
  ret void
}
