; RUN: %llvm-as-22 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-23 - -o -
; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o -
; Since LLVM 23, the triple of an AMD GPU may state its processor.
target triple = "amdgpu9.42-amd-amdhsa"
define void @f() {
  ret void
}
