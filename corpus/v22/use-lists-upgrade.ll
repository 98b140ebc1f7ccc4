; Uses that upgrades of intrinsics make are the latest: calls made anew, calls of a function that got another name, results that others took
; over.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare <4 x i32> @llvm.masked.load.v4i32.p0v4i32(ptr, i32, <4 x i1>, <4 x i32>)
declare ptr @llvm.invariant.group.barrier.p0(ptr)

define <4 x i32> @anew(ptr %p, <4 x i1> %m, <4 x i32> %v) {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  store i32 1, ptr %a
  %x = call <4 x i32> @llvm.masked.load.v4i32.p0v4i32(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %v)
  %y = call <4 x i32> @llvm.masked.load.v4i32.p0v4i32(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %x)
  %z = add <4 x i32> %x, %y
  %w = mul <4 x i32> %x, %z
  %q = load <4 x i32>, ptr %p
  call void @llvm.lifetime.end.p0(i64 4, ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret <4 x i32> %w
}

define ptr @renamed(ptr %p) {
  %a = call ptr @llvm.invariant.group.barrier.p0(ptr %p)
  %b = call ptr @llvm.launder.invariant.group.p0(ptr %a)
  %c = call ptr @llvm.invariant.group.barrier.p0(ptr %b)
  %d = call ptr @llvm.strip.invariant.group(ptr %c)
  %e = call ptr @llvm.strip.invariant.group.p0(ptr %d)
  %f = call ptr @llvm.strip.invariant.group(ptr %e)
  ret ptr %f
}

declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
