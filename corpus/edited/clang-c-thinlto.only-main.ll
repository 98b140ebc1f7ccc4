; ModuleID = 'clang-c-thinlto.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.item = type { i32, double, [12 x i8] }

@counter = external dso_local global i32, align 4
@.str = external hidden unnamed_addr constant [15 x i8], align 1
@table = external hidden constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }], align 16

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #0

; Function Attrs: nofree nounwind uwtable
define dso_local range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #1 {
  %3 = icmp sgt i32 %0, 1
  br i1 %3, label %4, label %10

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8, !tbaa !10
  %7 = load i8, ptr %6, align 1, !tbaa !13
  %8 = icmp eq i8 %7, 120
  %9 = zext i1 %8 to i32
  br label %12

10:                                               ; preds = %2
  %11 = icmp eq i32 %0, 1
  br i1 %11, label %12, label %29

12:                                               ; preds = %10, %4
  %13 = phi i32 [ %9, %4 ], [ 0, %10 ]
  br label %14

14:                                               ; preds = %26, %12
  %15 = phi i32 [ 0, %12 ], [ %27, %26 ]
  %16 = phi double [ 0.000000e+00, %12 ], [ %22, %26 ]
  %17 = urem i32 %15, 3
  %18 = zext nneg i32 %17 to i64
  %19 = getelementptr inbounds nuw %struct.item, ptr @table, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %21 = load double, ptr %20, align 8, !tbaa !14
  %22 = tail call double @llvm.fmuladd.f64(double %21, double 0x3FB99999A0000000, double %16)
  switch i32 %15, label %26 [
    i32 7, label %23
    i32 1, label %23
    i32 2, label %23
  ]

23:                                               ; preds = %14, %14, %14
  %24 = load volatile i32, ptr @counter, align 4, !tbaa !6
  %25 = add nsw i32 %24, 1
  store volatile i32 %25, ptr @counter, align 4, !tbaa !6
  br label %26

26:                                               ; preds = %23, %14
  %27 = add nuw nsw i32 %15, 1
  %28 = icmp eq i32 %27, %0
  br i1 %28, label %29, label %14, !llvm.loop !17

29:                                               ; preds = %26, %10
  %30 = phi i32 [ 0, %10 ], [ %13, %26 ]
  %31 = phi double [ 0.000000e+00, %10 ], [ %22, %26 ]
  %32 = and i32 %0, 1
  %33 = zext nneg i32 %32 to i64
  %34 = getelementptr inbounds nuw %struct.item, ptr @table, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %36 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %31, i32 noundef %30, i64 noundef 1099511627776, ptr noundef nonnull %35)
  %37 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4
  %38 = add i32 %37, 2
  ret i32 %38
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}
!llvm.errno.tbaa = !{!6}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C/C++ TBAA"}
!10 = !{!11, !11, i64 0}
!11 = !{!"p1 omnipotent char", !12, i64 0}
!12 = !{!"any pointer", !8, i64 0}
!13 = !{!8, !8, i64 0}
!14 = !{!15, !16, i64 8}
!15 = !{!"", !7, i64 0, !16, i64 8, !8, i64 16}
!16 = !{!"double", !8, i64 0}
!17 = distinct !{!17, !18}
!18 = !{!"llvm.loop.mustprogress"}
