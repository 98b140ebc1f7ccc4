; ModuleID = 'intrinsics.bc'
source_filename = "/tmp/mf/intr.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.S = type { i32, i8* }

@g = global i32 0
@s = private constant [2 x i8] c"a\00"

; Function Attrs: uwtable willreturn
define i64 @f(%struct.S* byval(%struct.S) align 8 %p, <4 x float>* %v, <4 x i1> %m) #0 {
  %a = alloca i8, align 1
  call void @llvm.lifetime.start.p0i8(i64 1, i8* nonnull %a)
  %i = tail call {}* @llvm.invariant.start.p0i8(i64 4, i8* bitcast (i32* @g to i8*))
  call void @llvm.invariant.end.p0i8({}* %i, i64 4, i8* bitcast (i32* @g to i8*))
  %x = tail call <4 x float> @llvm.masked.load.v4f32.p0v4f32(<4 x float>* %v, i32 4, <4 x i1> %m, <4 x float> undef)
  %n = call i8* @llvm.ptr.annotation.p0i8(i8* %a, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @s, i64 0, i64 0), i8* null, i32 3, i8* null)
  call void @llvm.va_start(i8* %a)
  %r = add i64 and (i64 ptrtoint (i32* @g to i64), i64 7), shl (i64 ptrtoint (i32* @g to i64), i64 3)
  %q = select i1 icmp eq (i32* inttoptr (i64 8 to i32*), i32* @g), i64 %r, i64 mul (i64 ptrtoint (i32* @g to i64), i64 3)
  %t = call i64 @llvm.ctlz.i64(i64 %q, i1 true)
  call void @llvm.lifetime.end.p0i8(i64 1, i8* nonnull %a)
  ret i64 %t
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare {}* @llvm.invariant.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.invariant.end.p0i8({}*, i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind readonly willreturn
declare <4 x float> @llvm.masked.load.v4f32.p0v4f32(<4 x float>*, i32 immarg, <4 x i1>, <4 x float>) #2

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare i8* @llvm.ptr.annotation.p0i8(i8*, i8*, i8*, i32, i8*) #3

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #4

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #5

attributes #0 = { uwtable willreturn }
attributes #1 = { argmemonly nofree nosync nounwind willreturn }
attributes #2 = { argmemonly nofree nosync nounwind readonly willreturn }
attributes #3 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #4 = { nofree nosync nounwind willreturn }
attributes #5 = { nofree nosync nounwind readnone speculatable willreturn }
