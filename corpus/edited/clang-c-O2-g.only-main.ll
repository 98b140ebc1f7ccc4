; ModuleID = 'clang-c-O2-g.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.item = type { i32, double, [12 x i8] }

@counter = external dso_local global i32, align 4, !dbg !0
@.str = external hidden unnamed_addr constant [15 x i8], align 1, !dbg !5
@table = external hidden constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }], align 16, !dbg !11

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #0

; Function Attrs: nofree nounwind uwtable
define dso_local range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #1 !dbg !41 {
    #dbg_value(i32 %0, !47, !DIExpression(), !53)
    #dbg_value(ptr %1, !48, !DIExpression(), !53)
    #dbg_value(i64 1099511627776, !49, !DIExpression(), !53)
  %3 = icmp sgt i32 %0, 1, !dbg !54
  br i1 %3, label %4, label %10, !dbg !55

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8, !dbg !56
  %6 = load ptr, ptr %5, align 8, !dbg !56, !tbaa !57
  %7 = load i8, ptr %6, align 1, !dbg !56, !tbaa !60
  %8 = icmp eq i8 %7, 120, !dbg !61
  %9 = zext i1 %8 to i32, !dbg !62
    #dbg_value(i32 %9, !51, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !53)
    #dbg_value(i32 %0, !63, !DIExpression(), !73)
    #dbg_value(float 0x3FB99999A0000000, !69, !DIExpression(), !73)
    #dbg_value(double 0.000000e+00, !70, !DIExpression(), !73)
    #dbg_value(i32 0, !71, !DIExpression(), !75)
  br label %12, !dbg !76

10:                                               ; preds = %2
    #dbg_value(i32 0, !51, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !53)
    #dbg_value(i32 %0, !63, !DIExpression(), !73)
    #dbg_value(float 0x3FB99999A0000000, !69, !DIExpression(), !73)
    #dbg_value(double 0.000000e+00, !70, !DIExpression(), !73)
    #dbg_value(i32 0, !71, !DIExpression(), !75)
  %11 = icmp eq i32 %0, 1, !dbg !77
  br i1 %11, label %12, label %29, !dbg !76

12:                                               ; preds = %4, %10
  %13 = phi i32 [ %9, %4 ], [ 0, %10 ]
  br label %14, !dbg !76

14:                                               ; preds = %26, %12
  %15 = phi i32 [ 0, %12 ], [ %27, %26 ]
  %16 = phi double [ 0.000000e+00, %12 ], [ %22, %26 ]
    #dbg_value(i32 %15, !71, !DIExpression(), !75)
    #dbg_value(double %16, !70, !DIExpression(), !73)
  %17 = urem i32 %15, 3, !dbg !79
  %18 = zext nneg i32 %17 to i64, !dbg !81
  %19 = getelementptr inbounds nuw %struct.item, ptr @table, i64 %18, !dbg !81
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8, !dbg !82
  %21 = load double, ptr %20, align 8, !dbg !82, !tbaa !83
  %22 = tail call double @llvm.fmuladd.f64(double %21, double 0x3FB99999A0000000, double %16), !dbg !86
    #dbg_value(double %22, !70, !DIExpression(), !73)
    #dbg_value(i32 %15, !87, !DIExpression(), !92)
  switch i32 %15, label %26 [
    i32 7, label %23
    i32 1, label %23
    i32 2, label %23
  ], !dbg !95

23:                                               ; preds = %14, %14, %14
  %24 = load volatile i32, ptr @counter, align 4, !dbg !96, !tbaa !37
  %25 = add nsw i32 %24, 1, !dbg !97
  store volatile i32 %25, ptr @counter, align 4, !dbg !98, !tbaa !37
  br label %26, !dbg !99

26:                                               ; preds = %23, %14
  %27 = add nuw nsw i32 %15, 1, !dbg !100
    #dbg_value(i32 %27, !71, !DIExpression(), !75)
    #dbg_value(double %22, !70, !DIExpression(), !73)
  %28 = icmp eq i32 %27, %0, !dbg !101
  br i1 %28, label %29, label %14, !dbg !102, !llvm.loop !103

29:                                               ; preds = %26, %10
  %30 = phi i32 [ 0, %10 ], [ %13, %26 ]
  %31 = phi double [ 0.000000e+00, %10 ], [ %22, %26 ], !dbg !73
  %32 = and i32 %0, 1, !dbg !107
  %33 = zext nneg i32 %32 to i64, !dbg !108
  %34 = getelementptr inbounds nuw %struct.item, ptr @table, i64 %33, !dbg !108
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16, !dbg !109
  %36 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %31, i32 noundef %30, i64 noundef 1099511627776, ptr noundef nonnull %35), !dbg !110
  %37 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4, !dbg !111
  %38 = add i32 %37, 2, !dbg !112
  ret i32 %38, !dbg !113
}

; Function Attrs: nofree nounwind
declare !dbg !114 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!29, !30, !31, !32, !33, !34, !35}
!llvm.ident = !{!36}
!llvm.errno.tbaa = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 5, type: !28, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mix.c", directory: "/corpus", checksumkind: CSK_MD5, checksum: "77c1f79cb266852d5c5e75d2ec179ee3")
!4 = !{!5, !0, !11}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 28, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 120, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 15)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 4, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 768, elements: !26)
!14 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !15)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "item", file: !3, line: 2, baseType: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 2, size: 256, elements: !17)
!17 = !{!18, !20, !22}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !16, file: !3, line: 2, baseType: !19, size: 32)
!19 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !16, file: !3, line: 2, baseType: !21, size: 64, offset: 64)
!21 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!22 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !16, file: !3, line: 2, baseType: !23, size: 96, offset: 128)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 96, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 12)
!26 = !{!27}
!27 = !DISubrange(count: 3)
!28 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !19)
!29 = !{i32 7, !"Dwarf Version", i32 5}
!30 = !{i32 2, !"Debug Info Version", i32 3}
!31 = !{i32 1, !"wchar_size", i32 4}
!32 = !{i32 8, !"PIC Level", i32 2}
!33 = !{i32 7, !"PIE Level", i32 2}
!34 = !{i32 7, !"uwtable", i32 2}
!35 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!36 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!37 = !{!38, !38, i64 0}
!38 = !{!"int", !39, i64 0}
!39 = !{!"omnipotent char", !40, i64 0}
!40 = !{!"Simple C/C++ TBAA"}
!41 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 25, type: !42, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !46, keyInstructions: true)
!42 = !DISubroutineType(types: !43)
!43 = !{!19, !19, !44}
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !45, size: 64)
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!46 = !{!47, !48, !49, !51}
!47 = !DILocalVariable(name: "argc", arg: 1, scope: !41, file: !3, line: 25, type: !19)
!48 = !DILocalVariable(name: "argv", arg: 2, scope: !41, file: !3, line: 25, type: !44)
!49 = !DILocalVariable(name: "big", scope: !41, file: !3, line: 26, type: !50)
!50 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!51 = !DILocalVariable(name: "ok", scope: !41, file: !3, line: 27, type: !52)
!52 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!53 = !DILocation(line: 0, scope: !41)
!54 = !DILocation(line: 27, column: 19, scope: !41, atomGroup: 3, atomRank: 2)
!55 = !DILocation(line: 27, column: 23, scope: !41, atomGroup: 3, atomRank: 1)
!56 = !DILocation(line: 27, column: 26, scope: !41)
!57 = !{!58, !58, i64 0}
!58 = !{!"p1 omnipotent char", !59, i64 0}
!59 = !{!"any pointer", !39, i64 0}
!60 = !{!39, !39, i64 0}
!61 = !DILocation(line: 27, column: 37, scope: !41)
!62 = !DILocation(line: 28, column: 48, scope: !41)
!63 = !DILocalVariable(name: "n", arg: 1, scope: !64, file: !3, line: 16, type: !19)
!64 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 16, type: !65, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !68, keyInstructions: true)
!65 = !DISubroutineType(types: !66)
!66 = !{!21, !19, !67}
!67 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!68 = !{!63, !69, !70, !71}
!69 = !DILocalVariable(name: "scale", arg: 2, scope: !64, file: !3, line: 16, type: !67)
!70 = !DILocalVariable(name: "sum", scope: !64, file: !3, line: 17, type: !21)
!71 = !DILocalVariable(name: "i", scope: !72, file: !3, line: 18, type: !19)
!72 = distinct !DILexicalBlock(scope: !64, file: !3, line: 18, column: 3)
!73 = !DILocation(line: 0, scope: !64, inlinedAt: !74)
!74 = distinct !DILocation(line: 28, column: 29, scope: !41)
!75 = !DILocation(line: 0, scope: !72, inlinedAt: !74)
!76 = !DILocation(line: 18, column: 3, scope: !72, inlinedAt: !74, atomGroup: 14, atomRank: 1)
!77 = !DILocation(line: 18, column: 21, scope: !78, inlinedAt: !74, atomGroup: 13, atomRank: 1)
!78 = distinct !DILexicalBlock(scope: !72, file: !3, line: 18, column: 3)
!79 = !DILocation(line: 19, column: 20, scope: !80, inlinedAt: !74)
!80 = distinct !DILexicalBlock(scope: !78, file: !3, line: 18, column: 31)
!81 = !DILocation(line: 19, column: 12, scope: !80, inlinedAt: !74)
!82 = !DILocation(line: 19, column: 25, scope: !80, inlinedAt: !74)
!83 = !{!84, !85, i64 8}
!84 = !{!"", !38, i64 0, !85, i64 8, !39, i64 16}
!85 = !{!"double", !39, i64 0}
!86 = !DILocation(line: 19, column: 9, scope: !80, inlinedAt: !74, atomGroup: 5, atomRank: 2)
!87 = !DILocalVariable(name: "k", arg: 1, scope: !88, file: !3, line: 7, type: !19)
!88 = distinct !DISubprogram(name: "pick", scope: !3, file: !3, line: 7, type: !89, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !91, keyInstructions: true)
!89 = !DISubroutineType(types: !90)
!90 = !{!19, !19}
!91 = !{!87}
!92 = !DILocation(line: 0, scope: !88, inlinedAt: !93)
!93 = distinct !DILocation(line: 20, column: 9, scope: !94, inlinedAt: !74)
!94 = distinct !DILexicalBlock(scope: !80, file: !3, line: 20, column: 9)
!95 = !DILocation(line: 8, column: 3, scope: !88, inlinedAt: !93, atomGroup: 1, atomRank: 1)
!96 = !DILocation(line: 20, column: 30, scope: !94, inlinedAt: !74)
!97 = !DILocation(line: 20, column: 30, scope: !94, inlinedAt: !74, atomGroup: 7, atomRank: 2)
!98 = !DILocation(line: 20, column: 30, scope: !94, inlinedAt: !74, atomGroup: 7, atomRank: 1)
!99 = !DILocation(line: 20, column: 23, scope: !94, inlinedAt: !74)
!100 = !DILocation(line: 18, column: 27, scope: !78, inlinedAt: !74, atomGroup: 8, atomRank: 2)
!101 = !DILocation(line: 18, column: 21, scope: !78, inlinedAt: !74, atomGroup: 3, atomRank: 1)
!102 = !DILocation(line: 18, column: 3, scope: !72, inlinedAt: !74, atomGroup: 4, atomRank: 1)
!103 = distinct !{!103, !104, !105, !106}
!104 = !DILocation(line: 18, column: 3, scope: !72, inlinedAt: !74)
!105 = !DILocation(line: 21, column: 3, scope: !72, inlinedAt: !74)
!106 = !{!"llvm.loop.mustprogress"}
!107 = !DILocation(line: 28, column: 68, scope: !41)
!108 = !DILocation(line: 28, column: 57, scope: !41)
!109 = !DILocation(line: 28, column: 73, scope: !41)
!110 = !DILocation(line: 28, column: 3, scope: !41)
!111 = !DILocation(line: 29, column: 38, scope: !41)
!112 = !DILocation(line: 29, column: 36, scope: !41, atomGroup: 6, atomRank: 2)
!113 = !DILocation(line: 29, column: 3, scope: !41, atomGroup: 6, atomRank: 1)
!114 = !DISubprogram(name: "printf", scope: !3, file: !3, line: 3, type: !115, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!115 = !DISubroutineType(types: !116)
!116 = !{!19, !117, null}
!117 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !118, size: 64)
!118 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
