source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.item = type { i32, double, [12 x i8] }

@table = internal constant [3 x %struct.item] [%struct.item { i32 1, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00" }, %struct.item { i32 2, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00" }, %struct.item { i32 3, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00" }], align 16, !dbg !0
@counter = dso_local global i32 0, align 4, !dbg !5
@.str = private unnamed_addr constant [15 x i8] c"%f %d %llu %s\0A\00", align 1

; Function Attrs: nofree nounwind uwtable
define dso_local double @total(i32 noundef %0, float noundef %1) local_unnamed_addr #0 !dbg !31 {
    #dbg_value(i32 %0, !36, !DIExpression(), !41)
    #dbg_value(float %1, !37, !DIExpression(), !41)
    #dbg_value(double 0.000000e+00, !38, !DIExpression(), !41)
    #dbg_value(i32 0, !39, !DIExpression(), !42)
  %3 = icmp sgt i32 %0, 0, !dbg !43
  br i1 %3, label %4, label %6, !dbg !45

4:                                                ; preds = %2
  %5 = fpext float %1 to double
  br label %8, !dbg !45

6:                                                ; preds = %19, %2
  %7 = phi double [ 0.000000e+00, %2 ], [ %15, %19 ], !dbg !41
  ret double %7, !dbg !46

8:                                                ; preds = %4, %19
  %9 = phi i32 [ 0, %4 ], [ %20, %19 ]
  %10 = phi double [ 0.000000e+00, %4 ], [ %15, %19 ]
    #dbg_value(i32 %9, !39, !DIExpression(), !42)
    #dbg_value(double %10, !38, !DIExpression(), !41)
  %11 = urem i32 %9, 3, !dbg !47
  %12 = zext i32 %11 to i64, !dbg !49
  %13 = getelementptr inbounds [3 x %struct.item], ptr @table, i64 0, i64 %12, i32 1, !dbg !50
  %14 = load double, ptr %13, align 8, !dbg !50, !tbaa !51
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %5, double %10), !dbg !57
    #dbg_value(double %15, !38, !DIExpression(), !41)
    #dbg_value(i32 %9, !58, !DIExpression(), !63)
  switch i32 %9, label %19 [
    i32 7, label %16
    i32 1, label %16
    i32 2, label %16
  ], !dbg !66

16:                                               ; preds = %8, %8, %8
  %17 = load volatile i32, ptr @counter, align 4, !dbg !67, !tbaa !68
  %18 = add nsw i32 %17, 1, !dbg !67
  store volatile i32 %18, ptr @counter, align 4, !dbg !67, !tbaa !68
  br label %19, !dbg !69

19:                                               ; preds = %8, %16
  %20 = add nuw nsw i32 %9, 1, !dbg !70
    #dbg_value(i32 %20, !39, !DIExpression(), !42)
    #dbg_value(double %15, !38, !DIExpression(), !41)
  %21 = icmp eq i32 %20, %0, !dbg !43
  br i1 %21, label %6, label %8, !dbg !45, !llvm.loop !71
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: nofree nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 !dbg !74 {
    #dbg_value(i32 %0, !80, !DIExpression(), !86)
    #dbg_value(ptr %1, !81, !DIExpression(), !86)
    #dbg_value(i64 1099511627776, !82, !DIExpression(), !86)
  %3 = icmp sgt i32 %0, 1, !dbg !87
  br i1 %3, label %4, label %10, !dbg !88

4:                                                ; preds = %2
  %5 = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !89
  %6 = load ptr, ptr %5, align 8, !dbg !89, !tbaa !90
  %7 = load i8, ptr %6, align 1, !dbg !89, !tbaa !92
  %8 = icmp eq i8 %7, 120, !dbg !93
  %9 = zext i1 %8 to i32
    #dbg_value(i1 undef, !84, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !86)
    #dbg_value(i32 %0, !36, !DIExpression(), !94)
    #dbg_value(float 0x3FB99999A0000000, !37, !DIExpression(), !94)
    #dbg_value(double 0.000000e+00, !38, !DIExpression(), !94)
    #dbg_value(i32 0, !39, !DIExpression(), !96)
  br label %12, !dbg !97

10:                                               ; preds = %2
    #dbg_value(i1 undef, !84, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !86)
    #dbg_value(i32 %0, !36, !DIExpression(), !94)
    #dbg_value(float 0x3FB99999A0000000, !37, !DIExpression(), !94)
    #dbg_value(double 0.000000e+00, !38, !DIExpression(), !94)
    #dbg_value(i32 0, !39, !DIExpression(), !96)
  %11 = icmp eq i32 %0, 1, !dbg !98
  br i1 %11, label %12, label %28, !dbg !97

12:                                               ; preds = %4, %10
  %13 = phi i32 [ %9, %4 ], [ 0, %10 ]
  br label %14, !dbg !97

14:                                               ; preds = %25, %12
  %15 = phi i32 [ 0, %12 ], [ %26, %25 ]
  %16 = phi double [ 0.000000e+00, %12 ], [ %21, %25 ]
    #dbg_value(i32 %15, !39, !DIExpression(), !96)
    #dbg_value(double %16, !38, !DIExpression(), !94)
  %17 = urem i32 %15, 3, !dbg !99
  %18 = zext i32 %17 to i64, !dbg !100
  %19 = getelementptr inbounds [3 x %struct.item], ptr @table, i64 0, i64 %18, i32 1, !dbg !101
  %20 = load double, ptr %19, align 8, !dbg !101, !tbaa !51
  %21 = tail call double @llvm.fmuladd.f64(double %20, double 0x3FB99999A0000000, double %16) #3, !dbg !102
    #dbg_value(double %21, !38, !DIExpression(), !94)
    #dbg_value(i32 %15, !58, !DIExpression(), !103)
  switch i32 %15, label %25 [
    i32 7, label %22
    i32 1, label %22
    i32 2, label %22
  ], !dbg !105

22:                                               ; preds = %14, %14, %14
  %23 = load volatile i32, ptr @counter, align 4, !dbg !106, !tbaa !68
  %24 = add nsw i32 %23, 1, !dbg !106
  store volatile i32 %24, ptr @counter, align 4, !dbg !106, !tbaa !68
  br label %25, !dbg !107

25:                                               ; preds = %22, %14
  %26 = add nuw nsw i32 %15, 1, !dbg !108
    #dbg_value(i32 %26, !39, !DIExpression(), !96)
    #dbg_value(double %21, !38, !DIExpression(), !94)
  %27 = icmp eq i32 %26, %0, !dbg !98
  br i1 %27, label %28, label %14, !dbg !97, !llvm.loop !109

28:                                               ; preds = %25, %10
  %29 = phi i32 [ 0, %10 ], [ %13, %25 ]
  %30 = phi double [ 0.000000e+00, %10 ], [ %21, %25 ], !dbg !94
  %31 = and i32 %0, 1, !dbg !111
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds [3 x %struct.item], ptr @table, i64 0, i64 %32, i32 2, i64 0, !dbg !112
  %34 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %30, i32 noundef %29, i64 noundef 1099511627776, ptr noundef nonnull %33), !dbg !113
  %35 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4, !dbg !114
  %36 = add i32 %35, 2, !dbg !115
  ret i32 %36, !dbg !116
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

attributes #0 = { nofree nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!24, !25, !26, !27, !28, !29}
!llvm.ident = !{!30}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 4, type: !9, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mix.c", directory: "/corpus", checksumkind: CSK_MD5, checksum: "77c1f79cb266852d5c5e75d2ec179ee3")
!4 = !{!5, !0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 768, elements: !22)
!10 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !11)
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "item", file: !3, line: 2, baseType: !12)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 2, size: 256, elements: !13)
!13 = !{!14, !15, !17}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !12, file: !3, line: 2, baseType: !8, size: 32)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !12, file: !3, line: 2, baseType: !16, size: 64, offset: 64)
!16 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !12, file: !3, line: 2, baseType: !18, size: 96, offset: 128)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 96, elements: !20)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!20 = !{!21}
!21 = !DISubrange(count: 12)
!22 = !{!23}
!23 = !DISubrange(count: 3)
!24 = !{i32 7, !"Dwarf Version", i32 5}
!25 = !{i32 2, !"Debug Info Version", i32 3}
!26 = !{i32 1, !"wchar_size", i32 4}
!27 = !{i32 8, !"PIC Level", i32 2}
!28 = !{i32 7, !"PIE Level", i32 2}
!29 = !{i32 7, !"uwtable", i32 1}
!30 = !{!"Debian clang version 14.0.6"}
!31 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 16, type: !32, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !35)
!32 = !DISubroutineType(types: !33)
!33 = !{!16, !8, !34}
!34 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!35 = !{!36, !37, !38, !39}
!36 = !DILocalVariable(name: "n", arg: 1, scope: !31, file: !3, line: 16, type: !8)
!37 = !DILocalVariable(name: "scale", arg: 2, scope: !31, file: !3, line: 16, type: !34)
!38 = !DILocalVariable(name: "sum", scope: !31, file: !3, line: 17, type: !16)
!39 = !DILocalVariable(name: "i", scope: !40, file: !3, line: 18, type: !8)
!40 = distinct !DILexicalBlock(scope: !31, file: !3, line: 18, column: 3)
!41 = !DILocation(line: 0, scope: !31)
!42 = !DILocation(line: 0, scope: !40)
!43 = !DILocation(line: 18, column: 21, scope: !44)
!44 = distinct !DILexicalBlock(scope: !40, file: !3, line: 18, column: 3)
!45 = !DILocation(line: 18, column: 3, scope: !40)
!46 = !DILocation(line: 22, column: 3, scope: !31)
!47 = !DILocation(line: 19, column: 20, scope: !48)
!48 = distinct !DILexicalBlock(scope: !44, file: !3, line: 18, column: 31)
!49 = !DILocation(line: 19, column: 12, scope: !48)
!50 = !DILocation(line: 19, column: 25, scope: !48)
!51 = !{!52, !56, i64 8}
!52 = !{!"", !53, i64 0, !56, i64 8, !54, i64 16}
!53 = !{!"int", !54, i64 0}
!54 = !{!"omnipotent char", !55, i64 0}
!55 = !{!"Simple C/C++ TBAA"}
!56 = !{!"double", !54, i64 0}
!57 = !DILocation(line: 19, column: 9, scope: !48)
!58 = !DILocalVariable(name: "k", arg: 1, scope: !59, file: !3, line: 7, type: !8)
!59 = distinct !DISubprogram(name: "pick", scope: !3, file: !3, line: 7, type: !60, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !62)
!60 = !DISubroutineType(types: !61)
!61 = !{!8, !8}
!62 = !{!58}
!63 = !DILocation(line: 0, scope: !59, inlinedAt: !64)
!64 = distinct !DILocation(line: 20, column: 9, scope: !65)
!65 = distinct !DILexicalBlock(scope: !48, file: !3, line: 20, column: 9)
!66 = !DILocation(line: 8, column: 3, scope: !59, inlinedAt: !64)
!67 = !DILocation(line: 20, column: 30, scope: !65)
!68 = !{!53, !53, i64 0}
!69 = !DILocation(line: 20, column: 23, scope: !65)
!70 = !DILocation(line: 18, column: 27, scope: !44)
!71 = distinct !{!71, !45, !72, !73}
!72 = !DILocation(line: 21, column: 3, scope: !40)
!73 = !{!"llvm.loop.mustprogress"}
!74 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 25, type: !75, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !79)
!75 = !DISubroutineType(types: !76)
!76 = !{!8, !8, !77}
!77 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !78, size: 64)
!78 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!79 = !{!80, !81, !82, !84}
!80 = !DILocalVariable(name: "argc", arg: 1, scope: !74, file: !3, line: 25, type: !8)
!81 = !DILocalVariable(name: "argv", arg: 2, scope: !74, file: !3, line: 25, type: !77)
!82 = !DILocalVariable(name: "big", scope: !74, file: !3, line: 26, type: !83)
!83 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!84 = !DILocalVariable(name: "ok", scope: !74, file: !3, line: 27, type: !85)
!85 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!86 = !DILocation(line: 0, scope: !74)
!87 = !DILocation(line: 27, column: 19, scope: !74)
!88 = !DILocation(line: 27, column: 23, scope: !74)
!89 = !DILocation(line: 27, column: 26, scope: !74)
!90 = !{!91, !91, i64 0}
!91 = !{!"any pointer", !54, i64 0}
!92 = !{!54, !54, i64 0}
!93 = !DILocation(line: 27, column: 37, scope: !74)
!94 = !DILocation(line: 0, scope: !31, inlinedAt: !95)
!95 = distinct !DILocation(line: 28, column: 29, scope: !74)
!96 = !DILocation(line: 0, scope: !40, inlinedAt: !95)
!97 = !DILocation(line: 18, column: 3, scope: !40, inlinedAt: !95)
!98 = !DILocation(line: 18, column: 21, scope: !44, inlinedAt: !95)
!99 = !DILocation(line: 19, column: 20, scope: !48, inlinedAt: !95)
!100 = !DILocation(line: 19, column: 12, scope: !48, inlinedAt: !95)
!101 = !DILocation(line: 19, column: 25, scope: !48, inlinedAt: !95)
!102 = !DILocation(line: 19, column: 9, scope: !48, inlinedAt: !95)
!103 = !DILocation(line: 0, scope: !59, inlinedAt: !104)
!104 = distinct !DILocation(line: 20, column: 9, scope: !65, inlinedAt: !95)
!105 = !DILocation(line: 8, column: 3, scope: !59, inlinedAt: !104)
!106 = !DILocation(line: 20, column: 30, scope: !65, inlinedAt: !95)
!107 = !DILocation(line: 20, column: 23, scope: !65, inlinedAt: !95)
!108 = !DILocation(line: 18, column: 27, scope: !44, inlinedAt: !95)
!109 = distinct !{!109, !97, !110, !73}
!110 = !DILocation(line: 21, column: 3, scope: !40, inlinedAt: !95)
!111 = !DILocation(line: 28, column: 68, scope: !74)
!112 = !DILocation(line: 28, column: 57, scope: !74)
!113 = !DILocation(line: 28, column: 3, scope: !74)
!114 = !DILocation(line: 29, column: 38, scope: !74)
!115 = !DILocation(line: 29, column: 36, scope: !74)
!116 = !DILocation(line: 29, column: 3, scope: !74)
