; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @g()
declare i32 @p(...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32 immarg, i32 immarg)
declare i32 @llvm.experimental.gc.result.i32(token)

define void @two(i1 %c, ptr addrspace(1) %o) gc "statepoint-example" personality ptr @p {
  br i1 %c, label %a, label %b
a:
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)] to label %n unwind label %l
b:
  %u = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)] to label %n unwind label %l
n:
  ret void
l:
  %pad = landingpad token cleanup
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %pad, i32 0, i32 0)
  ret void
}
define void @plain(i1 %c, ptr addrspace(1) %o) gc "statepoint-example" personality ptr @p {
  invoke void @g() to label %n unwind label %l
n:
  ret void
l:
  %pad = landingpad token cleanup
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %pad, i32 0, i32 0)
  ret void
}
define void @bounds(i1 %c, ptr addrspace(1) %o) gc "statepoint-example" personality ptr @p {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 0)
  %s = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret void
}
define void @otherwise(ptr addrspace(1) %o) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %f = freeze token %t
  ret void
}
define void @another(ptr addrspace(1) %o, ptr %x) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %u = call i32 @llvm.experimental.gc.result.i32(token poison) ["x"(token %t)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token poison, i32 0, i32 0) ["x"(token %t)]
  ret void
}
define void @noindex(i32 %c, ptr addrspace(1) %o) gc "statepoint-example" personality ptr @p {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 %c, i32 0)
  ret void
}
define void @noindex3(i32 %c, ptr addrspace(1) %o) gc "statepoint-example" personality ptr @p {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 %c)
  ret void
}
define void @poisoned(i1 %c, ptr addrspace(1) %o) gc "statepoint-example" personality ptr @p {
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token poison, i32 0, i32 0)
  ret void
}
define void @no_pointer(ptr addrspace(1) %o) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call i32 @llvm.experimental.gc.relocate.i32(token %t, i32 0, i32 0)
  ret void
}
declare i32 @llvm.experimental.gc.relocate.i32(token, i32 immarg, i32 immarg)
