; ModuleID = 'types-pointer.bc'
source_filename = "types-pointer.ll"
target datalayout = "e-p:64:64:64-p1:32:32:32-p2:16:16:16-P0-G0-A5"

@p0 = global ptr null
@p1 = addrspace(1) global ptr addrspace(1) null
@p2 = global ptr addrspace(2) null
@far = addrspace(16777215) global i8 0
@vec = global <4 x ptr> splat (ptr null)
@vec1 = global <2 x ptr addrspace(1)> splat (ptr addrspace(1) null)
@arr = global [3 x ptr addrspace(2)] zeroinitializer

define ptr addrspace(3) @f(ptr %a, ptr addrspace(1) %b, ptr addrspace(3) %c, <2 x ptr> %d) {
  ret ptr addrspace(3) %c
}

define void @in_one() addrspace(1) {
  ret void
}

declare void @declared_in_two(ptr addrspace(2)) addrspace(2)
