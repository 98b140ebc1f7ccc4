; RUN: %llvm-as-19 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-19 %s -o - | llvm-dis-23 - -o -
; RUN: %llvm-as-19 %s -o - | %llvm-dis-21 - -o -
; ORACLE: llvm-as-19 %s -o - | llvm-dis-21 - -o -
; RUN: %llvm-as-19 %s -o - | %llvm-dis-20 - -o -
; ORACLE: llvm-as-19 %s -o - | llvm-dis-20 - -o -
; The shared memory of a cluster has an address space of its own since LLVM 21.
define void @f(ptr addrspace(3) %d, ptr addrspace(3) %b, ptr addrspace(1) %s, ptr %t) {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(3) %d, ptr addrspace(3) %b, ptr addrspace(1) %s, i32 4, i16 0, i64 0, i1 0, i1 0)
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3) %d, ptr addrspace(3) %b, ptr %t, i32 0, i16 0, i64 0, i1 0, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i16, i64, i1, i1)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i16, i64, i1, i1)
