; RUN: %llvm-as-16 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-16 %s -o - | llvm-dis-23 - -o -
; RUN: %llvm-as-19 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-19 %s -o - | llvm-dis-22 - -o -
; Bitcode before LLVM 21 says nothing of target memory, which means no access, even if a function accesses everything else.
target triple = "aarch64"
declare void @all() memory(readwrite)
declare void @no_arguments() memory(readwrite, argmem: none)
declare void @inaccessible() memory(inaccessiblemem: readwrite)
