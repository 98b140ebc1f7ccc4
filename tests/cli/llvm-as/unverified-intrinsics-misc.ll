; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@tls = thread_local global i32 0
@plain = global i32 0

define void @comparisons(i32 %a, <4 x i32> %v, <2 x i32> %w) {
  %1 = call i1 @llvm.ucmp.i1.i32(i32 %a, i32 %a)
  %2 = call <4 x i8> @llvm.scmp.v4i8.i32(i32 %a, i32 %a)
  %3 = call <2 x i8> @llvm.scmp.v2i8.v4i32(<4 x i32> %v, <4 x i32> %v)
  %4 = call i24 @llvm.bswap.i24(i24 1)
  ret void
}

define void @hints(ptr %p, i32 %n) {
  call void @llvm.prefetch.p0(ptr %p, i32 2, i32 0, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 4, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 2)
  call void @llvm.stackprotector(ptr %p, ptr %p)
  call void @llvm.init.trampoline(ptr %p, ptr %p, ptr %p)
  call void @llvm.reloc.none(metadata i32 0)
  %t = call ptr @llvm.threadlocal.address.p0(ptr %p)
  %u = call ptr @llvm.threadlocal.address.p0(ptr @plain)
  call void @llvm.va_start.p0(ptr %p)
  ret void
}

define i32 @deoptimized(ptr %p) {
  %1 = call i32 (...) @llvm.experimental.deoptimize.i32()
  %2 = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"() ]
  %3 = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"() ]
  ret i32 0
}

define void @deoptimized_otherwise() {
  %1 = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"() ]
  ret void
}

define void @guarded(i1 %c) {
  call void (i1, ...) @llvm.experimental.guard(i1 %c)
  ret void
}

define void @escapes(ptr %p) {
  %a = alloca i32
  call void (...) @llvm.localescape(ptr %a, ptr null)
  call void (...) @llvm.localescape(ptr %a)
  br label %next
next:
  call void (...) @llvm.localescape(ptr %a)
  ret void
}

define void @escapes_other(ptr %p) {
  call void (...) @llvm.localescape(ptr %p)
  ret void
}

define void @recovers(ptr %p) {
  %1 = call ptr @llvm.localrecover(ptr @escapes, ptr %p, i32 1)
  %2 = call ptr @llvm.localrecover(ptr @escapes, ptr %p, i32 2)
  %3 = call ptr @llvm.localrecover(ptr @external, ptr %p, i32 0)
  ret void
}

define void @accesses(ptr %p, i32 %n) {
  %1 = call ptr @llvm.preserve.array.access.index.p0.p0(ptr %p, i32 0, i32 0)
  %2 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr %p, i32 0)
  %3 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, float 0.0)
  %4 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 %n)
  %5 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 2)
  %6 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 1, i32 %n, i32 0)
  %7 = call ptr (ptr, ...) @llvm.structured.gep.p0(ptr elementtype({ i32, [2 x i32] }) %p, i32 1, i32 %n)
  %8 = call ptr @llvm.structured.alloca.p0()
  ret void
}

define void @exceptions() {
  %1 = call ptr @llvm.eh.exceptionpointer.p0(token poison)
  ret void
}

define void @scopes() {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  ret void
}

define void @scopes_of_two() {
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  ret void
}

define void @scopes_of_a_string() {
  call void @llvm.experimental.noalias.scope.decl(metadata !"scope")
  ret void
}

define void @invoked(i32 %n) personality ptr @external {
  %1 = invoke i32 @llvm.ctpop.i32(i32 %n) to label %next unwind label %pad
next:
  ret void
pad:
  %2 = landingpad { ptr, i32 } cleanup
  ret void
}

define void @tiles() {
  call void @llvm.x86.tilestored64.internal(i16 0, i16 0, ptr null, i64 0, x86_amx poison)
  ret void
}

define void @taken(ptr %p) {
  store ptr @llvm.ctlz.i32, ptr %p
  ret void
}

declare void @external()
declare i1 @llvm.ucmp.i1.i32(i32, i32)
declare <4 x i8> @llvm.scmp.v4i8.i32(i32, i32)
declare <2 x i8> @llvm.scmp.v2i8.v4i32(<4 x i32>, <4 x i32>)
declare i24 @llvm.bswap.i24(i24)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.stackprotector(ptr, ptr)
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare void @llvm.reloc.none(metadata)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.va_start.p0(ptr)
declare i32 @llvm.experimental.deoptimize.i32(...)
declare fastcc i64 @llvm.experimental.deoptimize.i64(...)
declare void @llvm.experimental.guard(i1, ...)
declare void @llvm.localescape(...)
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32, i32)
declare ptr @llvm.structured.gep.p0(ptr, ...)
declare ptr @llvm.structured.alloca.p0()
declare ptr @llvm.eh.exceptionpointer.p0(token)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

!0 = !{!1}
!1 = !{i32 1, !2}
!2 = !{!"domain"}
!3 = !{!4, !4}
!4 = distinct !{!4, !2}
