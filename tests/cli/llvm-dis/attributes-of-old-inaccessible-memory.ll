; RUN: %llvm-as-13 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-13 %s -o - | llvm-dis-23 - -o -
; Attributes from before `memory` get no access to target memory on AArch64.
target triple = "aarch64"
declare void @f() inaccessiblememonly
declare void @g() inaccessiblemem_or_argmemonly readonly
