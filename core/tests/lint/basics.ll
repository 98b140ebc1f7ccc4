target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@c = constant i32 5
@g = global i32 0
@big = global [4 x i32] zeroinitializer
@ext = external global i32
@al = alias i32, ptr @g
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.va_start.p0(ptr)
declare i32 @callee(i32, i32)
declare fastcc void @fc()
declare void @noret() noreturn
declare void @sret(ptr sret(i32), ptr noalias)
define void @few() {
  %a = call i32 @callee(i32 1)
  ret void
}
define void @many() {
  %a = call i32 @callee(i32 1, i32 2, i32 3)
  ret void
}
define void @types() {
  %a = call i64 @callee(i64 1, i32 2)
  ret void
}
define void @cc() {
  call void @fc()
  ret void
}
define void @nr() noreturn {
  ret void
}
define i32 @div(i32 %x) {
  %a = udiv i32 %x, 0
  %b = sdiv i32 %x, 0
  %c = urem i32 %x, 0
  %d = srem i32 %x, 0
  %e = udiv i32 %x, undef
  %f = udiv <2 x i32> <i32 1, i32 2>, <i32 0, i32 1>
  %g = udiv i32 %x, poison
  ret i32 %a
}
define i32 @shift(i32 %x) {
  %a = shl i32 %x, 32
  %b = lshr i32 %x, 40
  %c = ashr i32 %x, -1
  %d = shl <2 x i32> <i32 1, i32 2>, <i32 32, i32 32>
  ret i32 %a
}
define void @mem() {
  store i32 1, ptr @c
  store i32 1, ptr null
  store i32 1, ptr undef
  store i32 1, ptr poison
  store i32 1, ptr inttoptr (i64 -1 to ptr)
  store i32 1, ptr inttoptr (i64 1 to ptr)
  store i32 1, ptr @mem
  %a = load i32, ptr null
  %b = load i32, ptr @mem
  %c = load i64, ptr @g
  %d = load i32, ptr getelementptr (i8, ptr @big, i64 16)
  %e = load i32, ptr getelementptr (i8, ptr @big, i64 2), align 4
  %f = load i32, ptr @g, align 16
  %h = load i64, ptr @ext
  %i = load i64, ptr @al
  store i32 1, ptr blockaddress(@mem, %bb)
  %j = load i32, ptr blockaddress(@mem, %bb)
  br label %bb
bb:
  ret void
}
define void @allo() {
  %p = alloca i32
  %q = alloca [3 x i8], align 1
  %r = getelementptr i8, ptr %q, i64 3
  store i8 1, ptr %r
  %s = getelementptr i8, ptr %q, i64 2
  store i8 1, ptr %s
  store i16 1, ptr %s
  store i16 1, ptr %q, align 2
  store i64 1, ptr %p, align 4
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %q, i64 0, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr %q, i64 2, i1 false)
  br label %b
b:
  %z = alloca i32
  ret void
}
define ptr @retalloca() {
  %p = alloca i32
  ret ptr %p
}
define i32 @vec(<4 x i32> %v) {
  %a = extractelement <4 x i32> %v, i32 4
  %b = insertelement <4 x i32> %v, i32 1, i32 7
  %x = xor i32 undef, undef
  %s = sub i32 undef, undef
  ret i32 %a
}
define void @ib(ptr %p) {
  indirectbr ptr %p, []
}
define void @ib2() {
  indirectbr ptr null, [label %a]
a:
  ret void
}
define void @unr(i32 %x) {
  %a = add i32 %x, 1
  unreachable
}
define void @unr2(i32 %x) {
  call void @noret()
  unreachable
}
define void @unr3(i32 %x) {
  unreachable
}
define void @sr() {
  %p = alloca i32
  call void @sret(ptr sret(i32) null, ptr %p)
  call void @sret(ptr sret(i32) %p, ptr noalias %p)
  ret void
}
define void @tail() {
  %p = alloca i32
  tail call void @sret(ptr sret(i32) %p, ptr null)
  ret void
}
define void @0() {
  ret void
}
define void @callnull() {
  call void null()
  call void undef()
  ret void
}
define void @callba() {
  call void blockaddress(@callba, %b)()
  br label %b
b:
  ret void
}
