; ModuleID = 'clang-c-arm-O1-g.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-linux-gnueabihf"

%struct.item = type { i32, double, [12 x i8] }

@counter = dso_local global i32 0, align 4
@.str = private unnamed_addr constant [15 x i8] c"%f %d %llu %s\0A\00", align 1
@table = internal constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }] [{ i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 1, [4 x i8] zeroinitializer, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 2, [4 x i8] zeroinitializer, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 3, [4 x i8] zeroinitializer, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }], align 8

; Function Attrs: nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none)
define dso_local double @total(i32 noundef %0, float noundef %1) local_unnamed_addr #0 {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = fpext float %1 to double
  br label %8

6:                                                ; preds = %19, %2
  %7 = phi double [ 0.000000e+00, %2 ], [ %15, %19 ]
  ret double %7

8:                                                ; preds = %4, %19
  %9 = phi i32 [ 0, %4 ], [ %20, %19 ]
  %10 = phi double [ 0.000000e+00, %4 ], [ %15, %19 ]
  %11 = urem i32 %9, 3
  %12 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %11
  %13 = getelementptr inbounds nuw i8, ptr %12, i32 8
  %14 = load double, ptr %13, align 8, !tbaa !12
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %5, double %10)
  switch i32 %9, label %19 [
    i32 7, label %16
    i32 1, label %16
    i32 2, label %16
  ]

16:                                               ; preds = %8, %8, %8
  %17 = load volatile i32, ptr @counter, align 4, !tbaa !8
  %18 = add nsw i32 %17, 1
  store volatile i32 %18, ptr @counter, align 4, !tbaa !8
  br label %19

19:                                               ; preds = %8, %16
  %20 = add nuw nsw i32 %9, 1
  %21 = icmp eq i32 %20, %0
  br i1 %21, label %6, label %8, !llvm.loop !15
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: nofree nounwind
define dso_local range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #2 {
  %3 = icmp sgt i32 %0, 1
  br i1 %3, label %4, label %10

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i32 4
  %6 = load ptr, ptr %5, align 4, !tbaa !18
  %7 = load i8, ptr %6, align 1, !tbaa !21
  %8 = icmp eq i8 %7, 120
  %9 = zext i1 %8 to i32
  br label %10

10:                                               ; preds = %4, %2
  %11 = phi i32 [ 0, %2 ], [ %9, %4 ]
  %12 = icmp sgt i32 %0, 0
  br i1 %12, label %13, label %27

13:                                               ; preds = %10, %24
  %14 = phi i32 [ %25, %24 ], [ 0, %10 ]
  %15 = phi double [ %20, %24 ], [ 0.000000e+00, %10 ]
  %16 = urem i32 %14, 3
  %17 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %16
  %18 = getelementptr inbounds nuw i8, ptr %17, i32 8
  %19 = load double, ptr %18, align 8, !tbaa !12
  %20 = tail call double @llvm.fmuladd.f64(double %19, double 0x3FB99999A0000000, double %15)
  switch i32 %14, label %24 [
    i32 7, label %21
    i32 1, label %21
    i32 2, label %21
  ]

21:                                               ; preds = %13, %13, %13
  %22 = load volatile i32, ptr @counter, align 4, !tbaa !8
  %23 = add nsw i32 %22, 1
  store volatile i32 %23, ptr @counter, align 4, !tbaa !8
  br label %24

24:                                               ; preds = %21, %13
  %25 = add nuw nsw i32 %14, 1
  %26 = icmp eq i32 %25, %0
  br i1 %26, label %27, label %13, !llvm.loop !22

27:                                               ; preds = %24, %10
  %28 = phi double [ 0.000000e+00, %10 ], [ %20, %24 ]
  %29 = and i32 %0, 1
  %30 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %29
  %31 = getelementptr inbounds nuw i8, ptr %30, i32 16
  %32 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %28, i32 noundef %11, i64 noundef 1099511627776, ptr noundef nonnull %31)
  %33 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4
  %34 = add i32 %33, 2
  ret i32 %34
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

attributes #0 = { nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6}
!llvm.ident = !{!7}
!llvm.errno.tbaa = !{!8}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 1, !"min_enum_size", i32 4}
!4 = !{i32 8, !"PIC Level", i32 2}
!5 = !{i32 7, !"PIE Level", i32 2}
!6 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!7 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!8 = !{!9, !9, i64 0}
!9 = !{!"int", !10, i64 0}
!10 = !{!"omnipotent char", !11, i64 0}
!11 = !{!"Simple C/C++ TBAA"}
!12 = !{!13, !14, i64 8}
!13 = !{!"", !9, i64 0, !14, i64 8, !10, i64 16}
!14 = !{!"double", !10, i64 0}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.unroll.disable"}
!18 = !{!19, !19, i64 0}
!19 = !{!"p1 omnipotent char", !20, i64 0}
!20 = !{!"any pointer", !10, i64 0}
!21 = !{!10, !10, i64 0}
!22 = distinct !{!22, !16, !17}
