; Intrinsics whose names, types or arguments changed.
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)
declare i32 @llvm.objectsize.i32(ptr, i1)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1)
declare i32 @llvm.ctlz.i32(i32)
declare i1 @llvm.coro.end(ptr, i1)
declare i1 @llvm.coro.end.async(ptr, i1, ...)
declare void @llvm.va_start(ptr)
declare i32 @llvm.umax.i33(i32, i32)
define void @f(ptr %a, i32 %n, <4 x ptr> %v, <4 x i1> %m, <4 x i32> %w) {
  %x = alloca i32
  %y = alloca [4 x i32], addrspace(0)
  %g = getelementptr i8, ptr %x, i64 0
  %h = getelementptr i8, ptr %x, i64 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %x) nounwind
  tail call void @llvm.lifetime.end.p0(i64 4, ptr %g)
  call void @llvm.lifetime.end.p0(i64 4, ptr %h)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr poison)
  %l = tail call <4 x i32> @llvm.masked.load.v4i32.p0(ptr nonnull %a, i32 4, <4 x i1> %m, <4 x i32> %w) nounwind
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %w, ptr %a, i32 4, <4 x i1> %m)
  %l2 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %v, i32 4, <4 x i1> %m, <4 x i32> %w)
  %l3 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %v, i32 0, <4 x i1> %m, <4 x i32> %w), !foo !0
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %w, <4 x ptr> %v, i32 4, <4 x i1> %m)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %x, i64 4, i32 4, i1 0) nounwind
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 4, i32 0, i1 0) nounwind
  %o = call i32 @llvm.objectsize.i32(ptr %a, i1 0)
  %o2 = call i64 @llvm.objectsize.i64.p0(ptr %a, i1 0, i1 1)
  %c = call i32 @llvm.ctlz.i32(i32 %n)
  %um = call i32 @llvm.umax.i33(i32 1, i32 2)
  %uq = call i32 @llvm.umin(i32 1, i32 2)
  ret void
}
declare void @z()
define void @e(ptr %a, ...) presplitcoroutine {
  call void @llvm.va_start(ptr %a)
  call i1 @llvm.coro.end(ptr %a, i1 false)
  call void @z()
  ret void
}
declare ptr @llvm.thread.pointer()
declare void @llvm.stackprotectorcheck(ptr)
declare i32 @llvm.flt.rounds()
declare ptr @llvm.invariant.group.barrier(ptr)
declare <4 x i32> @llvm.experimental.stepvector.v4i32()
declare <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32>)
declare ptr @llvm.ptr.annotation.p0(ptr, ptr, ptr, i32)
declare i32 @llvm.annotation.i32(i32, ptr, ptr, i32)
define i32 @further(ptr %p, <4 x i32> %v) {
  %thread = tail call ptr @llvm.thread.pointer()
  call void @llvm.stackprotectorcheck(ptr %p)
  %rounds = call i32 @llvm.flt.rounds()
  %barrier = call ptr @llvm.invariant.group.barrier(ptr %p)
  %step = call <4 x i32> @llvm.experimental.stepvector.v4i32()
  %left = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %v, <4 x i32> %step, i32 1)
  %right = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %left, <4 x i32> %step, i32 -3)
  %sum = call i32 @llvm.experimental.vector.reduce.add.v4i32(<4 x i32> %right)
  %note = call ptr @llvm.ptr.annotation.p0(ptr %p, ptr %p, ptr %p, i32 0)
  %noted = call i32 @llvm.annotation.i32(i32 %sum, ptr %p, ptr %p, i32 0)
  %max = call i32 @llvm.smax(i32 %noted, i32 %rounds)
  %wide = call i64 @llvm.smax(i64 1, i64 2)
  ret i32 %max
}
!0 = !{i32 1}
