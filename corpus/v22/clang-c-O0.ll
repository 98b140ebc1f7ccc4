; ModuleID = '/work/h1/corpus/v22/clang-c-O0.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.item = type { i32, double, [12 x i8] }

@counter = dso_local global i32 0, align 4
@.str = private unnamed_addr constant [15 x i8] c"%f %d %llu %s\0A\00", align 1
@table = internal constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }] [{ i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 1, [4 x i8] zeroinitializer, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 2, [4 x i8] zeroinitializer, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 3, [4 x i8] zeroinitializer, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }], align 16

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @total(i32 noundef %0, float noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca float, align 4
  %5 = alloca double, align 8
  %6 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  store double 0.000000e+00, ptr %5, align 8
  store i32 0, ptr %6, align 4
  br label %7

7:                                                ; preds = %29, %2
  %8 = load i32, ptr %6, align 4
  %9 = load i32, ptr %3, align 4
  %10 = icmp slt i32 %8, %9
  br i1 %10, label %11, label %32

11:                                               ; preds = %7
  %12 = load i32, ptr %6, align 4
  %13 = srem i32 %12, 3
  %14 = sext i32 %13 to i64
  %15 = getelementptr inbounds [3 x %struct.item], ptr @table, i64 0, i64 %14
  %16 = getelementptr inbounds nuw %struct.item, ptr %15, i32 0, i32 1
  %17 = load double, ptr %16, align 8
  %18 = load float, ptr %4, align 4
  %19 = fpext float %18 to double
  %20 = load double, ptr %5, align 8
  %21 = call double @llvm.fmuladd.f64(double %17, double %19, double %20)
  store double %21, ptr %5, align 8
  %22 = load i32, ptr %6, align 4
  %23 = call i32 @pick(i32 noundef %22)
  %24 = icmp sgt i32 %23, 15
  br i1 %24, label %25, label %28

25:                                               ; preds = %11
  %26 = load volatile i32, ptr @counter, align 4
  %27 = add nsw i32 %26, 1
  store volatile i32 %27, ptr @counter, align 4
  br label %28

28:                                               ; preds = %25, %11
  br label %29

29:                                               ; preds = %28
  %30 = load i32, ptr %6, align 4
  %31 = add nsw i32 %30, 1
  store i32 %31, ptr %6, align 4
  br label %7, !llvm.loop !6

32:                                               ; preds = %7
  %33 = load double, ptr %5, align 8
  ret double %33
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @pick(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  %4 = load i32, ptr %3, align 4
  switch i32 %4, label %8 [
    i32 0, label %5
    i32 1, label %6
    i32 2, label %6
    i32 7, label %7
  ]

5:                                                ; preds = %1
  store i32 10, ptr %2, align 4
  br label %9

6:                                                ; preds = %1, %1
  store i32 20, ptr %2, align 4
  br label %9

7:                                                ; preds = %1
  store i32 70, ptr %2, align 4
  br label %9

8:                                                ; preds = %1
  store i32 -1, ptr %2, align 4
  br label %9

9:                                                ; preds = %8, %7, %6, %5
  %10 = load i32, ptr %2, align 4
  ret i32 %10
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i64, align 8
  %7 = alloca i8, align 1
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i64 1099511627776, ptr %6, align 8
  %10 = load i32, ptr %4, align 4
  %11 = icmp sgt i32 %10, 1
  br i1 %11, label %12, label %20

12:                                               ; preds = %2
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds ptr, ptr %13, i64 1
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 0
  %17 = load i8, ptr %16, align 1
  %18 = sext i8 %17 to i32
  %19 = icmp eq i32 %18, 120
  br label %20

20:                                               ; preds = %12, %2
  %21 = phi i1 [ false, %2 ], [ %19, %12 ]
  %22 = zext i1 %21 to i8
  store i8 %22, ptr %7, align 1
  %23 = load i32, ptr %4, align 4
  %24 = call double @total(i32 noundef %23, float noundef 0x3FB99999A0000000)
  %25 = load i8, ptr %7, align 1
  %26 = trunc i8 %25 to i1
  %27 = zext i1 %26 to i32
  %28 = load i64, ptr %6, align 8
  %29 = load i32, ptr %4, align 4
  %30 = and i32 %29, 1
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds [3 x %struct.item], ptr @table, i64 0, i64 %31
  %33 = getelementptr inbounds nuw %struct.item, ptr %32, i32 0, i32 2
  %34 = getelementptr inbounds [12 x i8], ptr %33, i64 0, i64 0
  %35 = call i32 (ptr, ...) @printf(ptr noundef @.str, double noundef %24, i32 noundef %27, i64 noundef %28, ptr noundef %34)
  %36 = load i64, ptr %6, align 8
  %37 = call i64 @llvm.ctpop.i64(i64 %36)
  %38 = trunc i64 %37 to i32
  store i32 1, ptr %8, align 4
  %39 = load i32, ptr %8, align 4
  %40 = atomicrmw volatile add ptr @counter, i32 %39 seq_cst, align 4
  %41 = add i32 %40, %39
  store i32 %41, ptr %9, align 4
  %42 = load i32, ptr %9, align 4
  %43 = add nsw i32 %38, %42
  ret i32 %43
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
; bctk layout 1 text=af2ea7b5 says=49b81ba7 file=c75149a2
;values 28 eec0297f
;uses 1d31c218
;f ZM0okQ8CZwIB
;end
