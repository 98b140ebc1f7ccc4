; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
declare i32 @llvm.experimental.gc.get.pointer.base.i32.p0(ptr)
declare ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p0(ptr)
declare ptr @llvm.experimental.gc.get.pointer.base.two(ptr, ptr)
declare i64 @llvm.experimental.gc.get.pointer.offset.i32(i32)
declare ptr @llvm.experimental.gc.get.pointer.offset.p1(ptr)
