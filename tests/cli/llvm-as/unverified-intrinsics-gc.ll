; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@info = private constant i32 0

define void @without_a_collector(ptr %p) {
  %a = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  %1 = call ptr @llvm.gcread(ptr %p, ptr %p)
  %2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define void @roots(ptr %p) gc "example" {
  %a = alloca i32
  %b = alloca ptr
  call void @llvm.gcroot(ptr %p, ptr null)
  call void @llvm.gcroot(ptr %b, ptr %p)
  call void @llvm.gcroot(ptr %a, ptr null)
  ret void
}

define void @statepoints(ptr %p, i32 %n) gc "statepoint-example" {
  %1 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 -1, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr @f, i32 0, i32 0, i32 0, i32 0)
  %3 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32) @f, i32 0, i32 0, i32 0, i32 0)
  %4 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 -1, i32 0, i32 0, i32 0)
  %5 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32)) @f, i32 0, i32 0, i32 0, i32 0)
  %6 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32, ...)) @f, i32 0, i32 0, i32 0, i32 0)
  %7 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (...)) @f, i32 0, i32 0, i32 0, i32 0)
  %8 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 4, i32 0, i32 0)
  %9 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32)) @f, i32 1, i32 0, i64 0, i32 0, i32 0)
  %10 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 %n, i32 0)
  %11 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 1, i32 0)
  %12 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 %n)
  %13 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 1)
  %14 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0, i32 0)
  %15 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) memory(read)
  ret void
}

define void @results(ptr addrspace(1) %p, token %t) gc "statepoint-example" {
  ret void
}

define void @relocations(ptr addrspace(1) %p, ptr %q, i32 %n) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr %q, i32 %n) ]
  %1 = call i32 @llvm.experimental.gc.result.i32(token %t)
  %2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 0)
  %3 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 2)
  %4 = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  %5 = call ptr @llvm.experimental.gc.relocate.p0(token %t, i32 0, i32 0)
  %6 = call ptr @llvm.experimental.gc.relocate.p0(token %t, i32 1, i32 1)
  %7 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)
  %8 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token none, i32 0, i32 0)
  %9 = call i32 @llvm.experimental.gc.result.i32(token none)
  call void @takes(token %t)
  ret void
}

define void @patched() {
  %1 = call anyregcc { i32 } (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.sl_i32s(i64 0, i32 0, ptr null, i32 0)
  ret void
}

define void @coroutines(ptr %p, i32 %n) {
  %1 = call token @llvm.coro.id(i32 %n, ptr null, ptr null, ptr null)
  %2 = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null)
  %3 = call token @llvm.coro.id(i32 0, ptr null, ptr %p, ptr null)
  %4 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr @info)
  %5 = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr %p)
  %6 = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @info)
  %7 = call ptr @llvm.coro.begin(token none, ptr null)
  ret void
}

declare void @f()
declare void @takes(token)
declare void @llvm.gcroot(ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32, i32)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)
declare { i32 } @llvm.experimental.patchpoint.sl_i32s(i64, i32, ptr, i32, ...)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
