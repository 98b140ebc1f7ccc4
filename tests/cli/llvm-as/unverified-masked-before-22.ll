; FAIL: %llvm-as-19 %s -o a.bc
; ORACLE: llvm-as-19 %s -o a.bc
define void @masked(ptr %p, <4 x i32> %v, <4 x i1> %m, <4 x ptr> %q) {
  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 3, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 3, <4 x i1> %m)
  %2 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %q, i32 3, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %q, i32 3, <4 x i1> %m)
  ret void
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
