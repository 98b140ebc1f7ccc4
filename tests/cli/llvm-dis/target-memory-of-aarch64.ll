; RUN: %llvm-as-22 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-23 - -o -
; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o -
; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; On AArch64, LLVM 23 adds the access to inaccessible memory to that to target memory when it reads older bitcode.
target triple = "arm64_32-apple-watchos"
declare void @readwrite() memory(inaccessiblemem: readwrite)
declare void @read() memory(inaccessiblemem: read, target_mem0: write)
declare void @other() memory(read, inaccessiblemem: write)
declare void @none() memory(argmem: readwrite)
declare void @llvm.assume(i1)
define void @calls(ptr %p) {
  call void @readwrite() memory(inaccessiblemem: write)
  call void %p() memory(inaccessiblemem: read)
  call void @llvm.assume(i1 true) memory(inaccessiblemem: read)
  ret void
}
