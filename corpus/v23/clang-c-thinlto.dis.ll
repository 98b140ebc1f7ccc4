; ModuleID = 'clang-c-thinlto.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@counter = dso_local global i32 0, align 4, !guid !0
@.str = private unnamed_addr constant [15 x i8] c"%f %d %llu %s\0A\00", align 1, !guid !1
@table = internal constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }] [{ i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 1, [4 x i8] zeroinitializer, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 2, [4 x i8] zeroinitializer, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 3, [4 x i8] zeroinitializer, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }], align 16, !guid !2

; Function Attrs: nofree norecurse nosync nounwind memory(readwrite, argmem: none, target_mem: none) uwtable
define dso_local double @total(i32 noundef %0, float noundef %1) local_unnamed_addr #0 !guid !13 {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = fpext float %1 to double
  br label %8

6:                                                ; preds = %20, %2
  %7 = phi double [ 0.000000e+00, %2 ], [ %16, %20 ]
  ret double %7

8:                                                ; preds = %20, %4
  %9 = phi i32 [ 0, %4 ], [ %21, %20 ]
  %10 = phi double [ 0.000000e+00, %4 ], [ %16, %20 ]
  %11 = urem i32 %9, 3
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw [32 x i8], ptr @table, i64 %12
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 8
  %15 = load double, ptr %14, align 8, !tbaa !14
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %5, double %10)
  switch i32 %9, label %20 [
    i32 7, label %17
    i32 1, label %17
    i32 2, label %17
  ]

17:                                               ; preds = %8, %8, %8
  %18 = load volatile i32, ptr @counter, align 4, !tbaa !17
  %19 = add nsw i32 %18, 1
  store volatile i32 %19, ptr @counter, align 4, !tbaa !17
  br label %20

20:                                               ; preds = %17, %8
  %21 = add nuw nsw i32 %9, 1
  %22 = icmp eq i32 %21, %0
  br i1 %22, label %6, label %8, !llvm.loop !18
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: nounwind uwtable
define dso_local range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %0, ptr nofree noundef readonly captures(none) %1) local_unnamed_addr #2 !guid !20 {
  %3 = icmp sgt i32 %0, 1
  br i1 %3, label %4, label %10

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8, !tbaa !21
  %7 = load i8, ptr %6, align 1, !tbaa !24
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
  %19 = getelementptr inbounds nuw [32 x i8], ptr @table, i64 %18
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %21 = load double, ptr %20, align 8, !tbaa !14
  %22 = tail call double @llvm.fmuladd.f64(double %21, double f0x3FB99999A0000000, double %16)
  switch i32 %15, label %26 [
    i32 7, label %23
    i32 1, label %23
    i32 2, label %23
  ]

23:                                               ; preds = %14, %14, %14
  %24 = load volatile i32, ptr @counter, align 4, !tbaa !17
  %25 = add nsw i32 %24, 1
  store volatile i32 %25, ptr @counter, align 4, !tbaa !17
  br label %26

26:                                               ; preds = %23, %14
  %27 = add nuw nsw i32 %15, 1
  %28 = icmp eq i32 %27, %0
  br i1 %28, label %29, label %14, !llvm.loop !18

29:                                               ; preds = %26, %10
  %30 = phi i32 [ 0, %10 ], [ %13, %26 ]
  %31 = phi double [ 0.000000e+00, %10 ], [ %22, %26 ]
  %32 = and i32 %0, 1
  %33 = zext nneg i32 %32 to i64
  %34 = getelementptr inbounds nuw [32 x i8], ptr @table, i64 %33
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %36 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %31, i32 noundef %30, i64 noundef 1099511627776, ptr noundef nonnull %35)
  %37 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4
  %38 = add i32 %37, 2
  ret i32 %38
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #3

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, argmem: none, target_mem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!3, !4, !5, !6}
!llvm.ident = !{!7}
!llvm.errno.tbaa = !{!8}

!0 = !{i64 -6147318721905464440}
!1 = !{i64 3205495477009867011}
!2 = !{i64 6150809645139479407}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = !{i32 7, !"PIE Level", i32 2}
!5 = !{i32 7, !"uwtable", i32 2}
!6 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
!7 = !{!"Karellen, Inc. (https://karellen.co) v23.1.4.post8 clang version 23.1.4 (https://github.com/llvm/llvm-project 395ba2c4d274e0d81bea69a49aba372e3743d113)"}
!8 = !{!9, !10, i64 0}
!9 = !{!"__libc_errno", !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{i64 1394780558823503099}
!14 = !{!15, !16, i64 8}
!15 = !{!"", !10, i64 0, !16, i64 8, !11, i64 16}
!16 = !{!"double", !11, i64 0}
!17 = !{!10, !10, i64 0}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.mustprogress"}
!20 = !{i64 -2624081020897602054}
!21 = !{!22, !22, i64 0}
!22 = !{!"p1 omnipotent char", !23, i64 0}
!23 = !{!"any pointer", !11, i64 0}
!24 = !{!11, !11, i64 0}

^0 = module: (path: "clang-c-thinlto.bc", hash: (3098504490, 1467040535, 3198528628, 2850760877, 3651091790))
^1 = gv: (name: "total", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 22, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), refs: (^3, ^6)))) ; guid = 1394780558823503099
^2 = gv: (name: ".str", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 3205495477009867011
^3 = gv: (name: "table", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 6150809645139479407
^4 = gv: (name: "printf") ; guid = 7383291119112528047
^5 = gv: (name: "llvm.fmuladd.f64") ; guid = 11232724523929988823
^6 = gv: (name: "counter", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 12299425351804087176
^7 = gv: (name: "main", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 38, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^4, tail: 1)), refs: (^3, ^6, ^2)))) ; guid = 15822663052811949562
^8 = blockcount: 0
