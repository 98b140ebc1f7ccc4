
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@g = global i32 0
@w = weak global i32 0
@wa = weak alias i32, ptr @g
@ga = global i32 0, align 2
@arr = global [4 x i32] zeroinitializer, align 16
@c = constant i32 0
@ec = external constant i32
@cp = constant ptr null
@fp = constant ptr @types
@tl = thread_local global i32 0
declare i32 @callee(i32, i32)
declare i32 @vcallee(i32, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_start.p0(ptr)
declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare void @byv(ptr byval(i32))
define void @types() {
  %a = call i32 @callee(i32 1, i64 2)
  %b = call i32 (i32, ...) @vcallee(i32 1, i64 2)
  %c = call i32 @vcallee()
  %d = call i32 @wa()
  ret void
}
define void @mem() {
  store i32 1, ptr @ec
  store i64 1, ptr @w
  store i64 1, ptr @wa
  store i64 1, ptr @ga
  store i32 1, ptr @ga, align 4
  store i32 1, ptr @ga, align 2
  store i32 1, ptr @tl, align 8
  %v = load ptr, ptr @cp
  store i32 1, ptr %v
  %z = load ptr, ptr @fp
  store i32 1, ptr %z
  %p = getelementptr i32, ptr null, i64 1
  store i32 1, ptr %p
  %q = getelementptr i32, ptr null, i64 0
  store i32 1, ptr %q
  %r = inttoptr i64 0 to ptr
  store i32 1, ptr %r
  store i32 1, ptr addrspace(1) null
  %s = addrspacecast ptr addrspace(1) null to ptr
  store i32 1, ptr %s
  ret void
}
define void @slots(i1 %b, i64 %n) {
  %p = alloca ptr
  store ptr null, ptr %p
  %v = load ptr, ptr %p
  store i32 1, ptr %v
  %m = alloca i32, i64 4
  %k = getelementptr i8, ptr %m, i64 13
  store i32 1, ptr %k
  %k2 = getelementptr i8, ptr %m, i64 -1
  store i8 1, ptr %k2
  %o = alloca i32, i64 %n
  store i64 1, ptr %o, align 8
  %k3 = getelementptr [4 x i32], ptr @arr, i64 0, i64 4
  store i32 1, ptr %k3
  %k4 = getelementptr [4 x i32], ptr @arr, i64 0, i64 %n
  store i32 1, ptr %k4, align 32
  %sel = select i1 %b, ptr null, ptr null
  store i32 1, ptr %sel
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %m, ptr %m, i64 4, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %m, ptr %m, i64 40, i1 false)
  call void @llvm.memset.inline.p0.i64(ptr %m, i8 0, i64 40, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %m, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %m, ptr align 32 @arr, i64 4, i1 false)
  call void @llvm.stackrestore.p0(ptr null)
  call void @llvm.va_end.p0(ptr null)
  call void @llvm.va_copy.p0(ptr null, ptr undef)
  %l = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 0, i32 0)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr null, i32 4, <4 x i1> %l)
  call void @byv(ptr byval(i32) null)
  br i1 %b, label %x, label %y
x:
  br label %y
y:
  %ph = phi ptr [ null, %x ], [ null, %0 ]
  %ph2 = phi i32 [ 0, %x ], [ 0, %0 ]
  store i32 1, ptr %ph
  %dd = udiv i32 1, %ph2
  ret void
}
define void @vecdiv(<2 x i32> %x, i32 %y) {
  %a = udiv <2 x i32> %x, <i32 1, i32 0>
  %b = udiv <2 x i32> %x, <i32 1, i32 undef>
  %c = udiv <2 x i32> %x, zeroinitializer
  %e = and i32 %y, 0
  %f = udiv i32 %y, %e
  %g = sub i32 %y, %y
  %h = udiv i32 %y, %g
  %i = lshr i32 %y, 31
  %j = shl i32 %i, 31
  %k = and i32 %j, 1
  %l = udiv i32 1, %k
  %m = shl i32 %y, %k
  %n = or i32 %y, 32
  %o = shl i32 %y, %n
  ret void
}
define void @sh(<2 x i32> %x, i32 %y) {
  %a = shl <2 x i32> %x, <i32 32, i32 32>
  %b = shl <2 x i32> %x, <i32 1, i32 32>
  %c = shl i32 %y, undef
  %d = add i32 32, 0
  %e = shl i32 %y, %d
  %f = shl i8 1, 8
  %g = shl i8 1, 7
  ret void
}
define void @ex(<4 x i32> %v, <vscale x 4 x i32> %sv, i32 %n) {
  %a = extractelement <4 x i32> %v, i64 4
  %b = extractelement <vscale x 4 x i32> %sv, i64 4
  %c = insertelement <vscale x 4 x i32> %sv, i32 0, i64 4
  %d = extractelement <4 x i32> %v, i32 undef
  %e = extractelement <4 x i32> %v, i128 18446744073709551616
  %f = insertelement <4 x i32> %v, i32 1, i32 -1
  ret void
}
define i32 @xors(i32 %y) {
  %a = xor i32 poison, undef
  %b = xor i32 %y, undef
  %c = sub i32 poison, poison
  %d = xor <2 x i32> undef, undef
  ret i32 %a
}
define ptr @ra(i1 %c) {
  %p = alloca i32
  br i1 %c, label %a, label %b
a:
  %q = getelementptr i8, ptr %p, i64 1
  ret ptr %q
b:
  %s = bitcast ptr %p to ptr
  ret ptr %s
}
define void @vs(...) {
  call void @llvm.va_start.p0(ptr null)
  ret void
}
define i32 @va(ptr %p) {
  %a = va_arg ptr null, i32
  ret i32 %a
}
define void @unr(i32 %x) {
  store i32 1, ptr @g
  unreachable
}
define void @unr1(i32 %x) {
a:
  br label %b
b:
  %p = phi i32 [ 1, %a ]
  unreachable
}
define void @unr2(i32 %x) {
  %l = load i32, ptr @g
  unreachable
}
define void @unr3(ptr %x) {
  %l = load volatile i32, ptr @g
  unreachable
}
define void @unr4(ptr %x) {
  call void @unr3(ptr null) readnone nounwind willreturn
  unreachable
}
define void @dead() {
  ret void
x:
  store i32 0, ptr null
  br label %x
}
define internal void @1() {
  ret void
}
declare void @2()
define void @atom(ptr %p) {
  %a = cmpxchg ptr null, i32 1, i32 2 seq_cst seq_cst
  %b = atomicrmw add ptr null, i32 1 seq_cst
  store volatile i32 1, ptr null
  %c = load volatile i32, ptr null
  ret void
}
define void @inv() personality ptr null {
  %a = invoke i32 @callee(i32 1) to label %x unwind label %y
x:
  ret void
y:
  %l = landingpad i32 cleanup
  %z = alloca i32
  ret void
}
define void @tl2() {
  %p = alloca i32
  %q = getelementptr i8, ptr %p, i64 1
  tail call void @byv(ptr byval(i32) %p)
  tail call void @unr3(ptr %q)
  musttail call void @tl2()
  ret void
}
define void @nullok() null_pointer_is_valid {
  store i32 1, ptr null
  ret void
}
define void @fnc(ptr %p) {
  %x = icmp eq ptr %p, null
  %u = getelementptr i8, ptr undef, i64 4
  store i8 1, ptr %u
  store <4 x i32> zeroinitializer, ptr @g, align 16
  store i1 1, ptr @g
  store {i32, i32} zeroinitializer, ptr @g
  store x86_fp80 0xK00000000000000000000, ptr @arr
  %n = load i32, ptr @g, align 1
  call void @fnc(ptr noalias null)
  ret void
}
