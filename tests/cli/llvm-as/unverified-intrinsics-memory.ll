; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target datalayout = "e-p:64:64-p1:32:32-A5-G1"

define void @atomics(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 8, i32 3)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 2 %p, ptr align 4 %q, i64 8, i32 4)
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 2 %q, i64 8, i32 4)
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr %q, i64 8, i32 4)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr %p, i8 0, i64 8, i32 4)
  ret void
}

define void @marks(ptr %p, i64 %n) {
  %1 = call ptr @llvm.invariant.start.p0(i64 -2, ptr %p)
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr poison)
  ret void
}

define void @masks(ptr %p, <2 x ptr> %v, ptr addrspace(1) %q) {
  %1 = call ptr @llvm.ptrmask.p0.v2i64(ptr %p, <2 x i64> zeroinitializer)
  %2 = call <2 x ptr> @llvm.ptrmask.v2p0.v4i64(<2 x ptr> %v, <4 x i64> zeroinitializer)
  %3 = call ptr @llvm.ptrmask.p0.i32(ptr %p, i32 0)
  %4 = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %q, i64 0)
  ret void
}

define void @places() {
  %1 = call ptr @llvm.thread.pointer.p0()
  %2 = call ptr @llvm.sponentry.p0()
  %3 = call i32 @llvm.get.dynamic.area.offset.i32()
  %4 = call <2 x i64> @llvm.get.dynamic.area.offset.v2i64()
  ret void
}

declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.ptrmask.p0.v2i64(ptr, <2 x i64>)
declare <2 x ptr> @llvm.ptrmask.v2p0.v4i64(<2 x ptr>, <4 x i64>)
declare ptr @llvm.ptrmask.p0.i32(ptr, i32)
declare ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1), i64)
declare ptr @llvm.thread.pointer.p0()
declare ptr @llvm.sponentry.p0()
declare i32 @llvm.get.dynamic.area.offset.i32()
declare <2 x i64> @llvm.get.dynamic.area.offset.v2i64()
