; ModuleID = 'intrinsics.bc'
source_filename = "/tmp/mf/intr.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.S = type { i32, ptr }

@g = global i32 0
@s = private constant [2 x i8] c"a\00"

; Function Attrs: willreturn uwtable
define i64 @f(ptr byval(%struct.S) align 8 %p, ptr %v, <4 x i1> %m) #0 {
  %a = alloca i8, align 1
  call void @llvm.lifetime.start.p0(ptr %a)
  %i = tail call ptr @llvm.invariant.start.p0(i64 4, ptr @g)
  call void @llvm.invariant.end.p0(ptr %i, i64 4, ptr @g)
  %x = tail call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %v, <4 x i1> %m, <4 x float> undef)
  %n = call ptr @llvm.ptr.annotation.p0.p0(ptr %a, ptr @s, ptr null, i32 3, ptr null)
  call void @llvm.va_start.p0(ptr %a)
  %constexpr = and i64 ptrtoint (ptr @g to i64), 7
  %constexpr1 = shl i64 ptrtoint (ptr @g to i64), 3
  %r = add i64 %constexpr, %constexpr1
  %constexpr2 = mul i64 ptrtoint (ptr @g to i64), 3
  %constexpr3 = icmp eq ptr inttoptr (i64 8 to ptr), @g
  %q = select i1 %constexpr3, i64 %r, i64 %constexpr2
  %t = call i64 @llvm.ctlz.i64(i64 %q, i1 true)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret i64 %t
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #1

declare void @llvm.lifetime.start.i64(i64)

declare void @llvm.lifetime.end.i64(i64)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.invariant.end.p0(ptr, i64 immarg, ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr captures(none), <4 x i1>, <4 x float>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

attributes #0 = { willreturn uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #5 = { nocallback nofree nosync nounwind willreturn }
