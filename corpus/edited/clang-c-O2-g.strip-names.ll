; ModuleID = 'clang-c-O2-g.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%0 = type { i32, double, [12 x i8] }

@counter = dso_local global i32 0, align 4, !dbg !0
@0 = private unnamed_addr constant [15 x i8] c"%f %d %llu %s\0A\00", align 1, !dbg !5
@1 = internal constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }] [{ i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 1, [4 x i8] zeroinitializer, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 2, [4 x i8] zeroinitializer, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 3, [4 x i8] zeroinitializer, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }], align 16, !dbg !11

; Function Attrs: nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local double @total(i32 noundef %0, float noundef %1) local_unnamed_addr #0 !dbg !41 {
    #dbg_value(i32 %0, !46, !DIExpression(), !51)
    #dbg_value(float %1, !47, !DIExpression(), !51)
    #dbg_value(double 0.000000e+00, !48, !DIExpression(), !51)
    #dbg_value(i32 0, !49, !DIExpression(), !52)
  %3 = icmp sgt i32 %0, 0, !dbg !53
  br i1 %3, label %4, label %6, !dbg !55

4:                                                ; preds = %2
  %5 = fpext float %1 to double
  br label %8, !dbg !55

6:                                                ; preds = %20, %2
  %7 = phi double [ 0.000000e+00, %2 ], [ %16, %20 ], !dbg !51
  ret double %7, !dbg !56

8:                                                ; preds = %4, %20
  %9 = phi i32 [ 0, %4 ], [ %21, %20 ]
  %10 = phi double [ 0.000000e+00, %4 ], [ %16, %20 ]
    #dbg_value(i32 %9, !49, !DIExpression(), !52)
    #dbg_value(double %10, !48, !DIExpression(), !51)
  %11 = urem i32 %9, 3, !dbg !57
  %12 = zext nneg i32 %11 to i64, !dbg !59
  %13 = getelementptr inbounds nuw %0, ptr @1, i64 %12, !dbg !59
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 8, !dbg !60
  %15 = load double, ptr %14, align 8, !dbg !60, !tbaa !61
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %5, double %10), !dbg !64
    #dbg_value(double %16, !48, !DIExpression(), !51)
    #dbg_value(i32 %9, !65, !DIExpression(), !70)
  switch i32 %9, label %20 [
    i32 7, label %17
    i32 1, label %17
    i32 2, label %17
  ], !dbg !73

17:                                               ; preds = %8, %8, %8
  %18 = load volatile i32, ptr @counter, align 4, !dbg !74, !tbaa !37
  %19 = add nsw i32 %18, 1, !dbg !75
  store volatile i32 %19, ptr @counter, align 4, !dbg !76, !tbaa !37
  br label %20, !dbg !77

20:                                               ; preds = %8, %17
  %21 = add nuw nsw i32 %9, 1, !dbg !78
    #dbg_value(i32 %21, !49, !DIExpression(), !52)
    #dbg_value(double %16, !48, !DIExpression(), !51)
  %22 = icmp eq i32 %21, %0, !dbg !79
  br i1 %22, label %6, label %8, !dbg !80, !llvm.loop !81
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: nofree nounwind uwtable
define dso_local range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #2 !dbg !85 {
    #dbg_value(i32 %0, !91, !DIExpression(), !97)
    #dbg_value(ptr %1, !92, !DIExpression(), !97)
    #dbg_value(i64 1099511627776, !93, !DIExpression(), !97)
  %3 = icmp sgt i32 %0, 1, !dbg !98
  br i1 %3, label %4, label %10, !dbg !99

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i64 8, !dbg !100
  %6 = load ptr, ptr %5, align 8, !dbg !100, !tbaa !101
  %7 = load i8, ptr %6, align 1, !dbg !100, !tbaa !104
  %8 = icmp eq i8 %7, 120, !dbg !105
  %9 = zext i1 %8 to i32, !dbg !106
    #dbg_value(i32 %9, !95, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !97)
    #dbg_value(i32 %0, !46, !DIExpression(), !107)
    #dbg_value(float 0x3FB99999A0000000, !47, !DIExpression(), !107)
    #dbg_value(double 0.000000e+00, !48, !DIExpression(), !107)
    #dbg_value(i32 0, !49, !DIExpression(), !109)
  br label %12, !dbg !110

10:                                               ; preds = %2
    #dbg_value(i32 0, !95, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !97)
    #dbg_value(i32 %0, !46, !DIExpression(), !107)
    #dbg_value(float 0x3FB99999A0000000, !47, !DIExpression(), !107)
    #dbg_value(double 0.000000e+00, !48, !DIExpression(), !107)
    #dbg_value(i32 0, !49, !DIExpression(), !109)
  %11 = icmp eq i32 %0, 1, !dbg !111
  br i1 %11, label %12, label %29, !dbg !110

12:                                               ; preds = %4, %10
  %13 = phi i32 [ %9, %4 ], [ 0, %10 ]
  br label %14, !dbg !110

14:                                               ; preds = %26, %12
  %15 = phi i32 [ 0, %12 ], [ %27, %26 ]
  %16 = phi double [ 0.000000e+00, %12 ], [ %22, %26 ]
    #dbg_value(i32 %15, !49, !DIExpression(), !109)
    #dbg_value(double %16, !48, !DIExpression(), !107)
  %17 = urem i32 %15, 3, !dbg !112
  %18 = zext nneg i32 %17 to i64, !dbg !113
  %19 = getelementptr inbounds nuw %0, ptr @1, i64 %18, !dbg !113
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8, !dbg !114
  %21 = load double, ptr %20, align 8, !dbg !114, !tbaa !61
  %22 = tail call double @llvm.fmuladd.f64(double %21, double 0x3FB99999A0000000, double %16), !dbg !115
    #dbg_value(double %22, !48, !DIExpression(), !107)
    #dbg_value(i32 %15, !65, !DIExpression(), !116)
  switch i32 %15, label %26 [
    i32 7, label %23
    i32 1, label %23
    i32 2, label %23
  ], !dbg !118

23:                                               ; preds = %14, %14, %14
  %24 = load volatile i32, ptr @counter, align 4, !dbg !119, !tbaa !37
  %25 = add nsw i32 %24, 1, !dbg !120
  store volatile i32 %25, ptr @counter, align 4, !dbg !121, !tbaa !37
  br label %26, !dbg !122

26:                                               ; preds = %23, %14
  %27 = add nuw nsw i32 %15, 1, !dbg !123
    #dbg_value(i32 %27, !49, !DIExpression(), !109)
    #dbg_value(double %22, !48, !DIExpression(), !107)
  %28 = icmp eq i32 %27, %0, !dbg !124
  br i1 %28, label %29, label %14, !dbg !125, !llvm.loop !126

29:                                               ; preds = %26, %10
  %30 = phi i32 [ 0, %10 ], [ %13, %26 ]
  %31 = phi double [ 0.000000e+00, %10 ], [ %22, %26 ], !dbg !107
  %32 = and i32 %0, 1, !dbg !129
  %33 = zext nneg i32 %32 to i64, !dbg !130
  %34 = getelementptr inbounds nuw %0, ptr @1, i64 %33, !dbg !130
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16, !dbg !131
  %36 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @0, double noundef %31, i32 noundef %30, i64 noundef 1099511627776, ptr noundef nonnull %35), !dbg !132
  %37 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4, !dbg !133
  %38 = add i32 %37, 2, !dbg !134
  ret i32 %38, !dbg !135
}

; Function Attrs: nofree nounwind
declare !dbg !136 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #3

attributes #0 = { nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

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
!41 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 16, type: !42, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !45, keyInstructions: true)
!42 = !DISubroutineType(types: !43)
!43 = !{!21, !19, !44}
!44 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!45 = !{!46, !47, !48, !49}
!46 = !DILocalVariable(name: "n", arg: 1, scope: !41, file: !3, line: 16, type: !19)
!47 = !DILocalVariable(name: "scale", arg: 2, scope: !41, file: !3, line: 16, type: !44)
!48 = !DILocalVariable(name: "sum", scope: !41, file: !3, line: 17, type: !21)
!49 = !DILocalVariable(name: "i", scope: !50, file: !3, line: 18, type: !19)
!50 = distinct !DILexicalBlock(scope: !41, file: !3, line: 18, column: 3)
!51 = !DILocation(line: 0, scope: !41)
!52 = !DILocation(line: 0, scope: !50)
!53 = !DILocation(line: 18, column: 21, scope: !54, atomGroup: 13, atomRank: 1)
!54 = distinct !DILexicalBlock(scope: !50, file: !3, line: 18, column: 3)
!55 = !DILocation(line: 18, column: 3, scope: !50, atomGroup: 14, atomRank: 1)
!56 = !DILocation(line: 22, column: 3, scope: !41, atomGroup: 11, atomRank: 1)
!57 = !DILocation(line: 19, column: 20, scope: !58)
!58 = distinct !DILexicalBlock(scope: !54, file: !3, line: 18, column: 31)
!59 = !DILocation(line: 19, column: 12, scope: !58)
!60 = !DILocation(line: 19, column: 25, scope: !58)
!61 = !{!62, !63, i64 8}
!62 = !{!"", !38, i64 0, !63, i64 8, !39, i64 16}
!63 = !{!"double", !39, i64 0}
!64 = !DILocation(line: 19, column: 9, scope: !58, atomGroup: 5, atomRank: 2)
!65 = !DILocalVariable(name: "k", arg: 1, scope: !66, file: !3, line: 7, type: !19)
!66 = distinct !DISubprogram(name: "pick", scope: !3, file: !3, line: 7, type: !67, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !69, keyInstructions: true)
!67 = !DISubroutineType(types: !68)
!68 = !{!19, !19}
!69 = !{!65}
!70 = !DILocation(line: 0, scope: !66, inlinedAt: !71)
!71 = distinct !DILocation(line: 20, column: 9, scope: !72)
!72 = distinct !DILexicalBlock(scope: !58, file: !3, line: 20, column: 9)
!73 = !DILocation(line: 8, column: 3, scope: !66, inlinedAt: !71, atomGroup: 1, atomRank: 1)
!74 = !DILocation(line: 20, column: 30, scope: !72)
!75 = !DILocation(line: 20, column: 30, scope: !72, atomGroup: 7, atomRank: 2)
!76 = !DILocation(line: 20, column: 30, scope: !72, atomGroup: 7, atomRank: 1)
!77 = !DILocation(line: 20, column: 23, scope: !72)
!78 = !DILocation(line: 18, column: 27, scope: !54, atomGroup: 8, atomRank: 2)
!79 = !DILocation(line: 18, column: 21, scope: !54, atomGroup: 3, atomRank: 1)
!80 = !DILocation(line: 18, column: 3, scope: !50, atomGroup: 4, atomRank: 1)
!81 = distinct !{!81, !82, !83, !84}
!82 = !DILocation(line: 18, column: 3, scope: !50)
!83 = !DILocation(line: 21, column: 3, scope: !50)
!84 = !{!"llvm.loop.mustprogress"}
!85 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 25, type: !86, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !90, keyInstructions: true)
!86 = !DISubroutineType(types: !87)
!87 = !{!19, !19, !88}
!88 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !89, size: 64)
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!90 = !{!91, !92, !93, !95}
!91 = !DILocalVariable(name: "argc", arg: 1, scope: !85, file: !3, line: 25, type: !19)
!92 = !DILocalVariable(name: "argv", arg: 2, scope: !85, file: !3, line: 25, type: !88)
!93 = !DILocalVariable(name: "big", scope: !85, file: !3, line: 26, type: !94)
!94 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!95 = !DILocalVariable(name: "ok", scope: !85, file: !3, line: 27, type: !96)
!96 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!97 = !DILocation(line: 0, scope: !85)
!98 = !DILocation(line: 27, column: 19, scope: !85, atomGroup: 3, atomRank: 2)
!99 = !DILocation(line: 27, column: 23, scope: !85, atomGroup: 3, atomRank: 1)
!100 = !DILocation(line: 27, column: 26, scope: !85)
!101 = !{!102, !102, i64 0}
!102 = !{!"p1 omnipotent char", !103, i64 0}
!103 = !{!"any pointer", !39, i64 0}
!104 = !{!39, !39, i64 0}
!105 = !DILocation(line: 27, column: 37, scope: !85)
!106 = !DILocation(line: 28, column: 48, scope: !85)
!107 = !DILocation(line: 0, scope: !41, inlinedAt: !108)
!108 = distinct !DILocation(line: 28, column: 29, scope: !85)
!109 = !DILocation(line: 0, scope: !50, inlinedAt: !108)
!110 = !DILocation(line: 18, column: 3, scope: !50, inlinedAt: !108, atomGroup: 14, atomRank: 1)
!111 = !DILocation(line: 18, column: 21, scope: !54, inlinedAt: !108, atomGroup: 13, atomRank: 1)
!112 = !DILocation(line: 19, column: 20, scope: !58, inlinedAt: !108)
!113 = !DILocation(line: 19, column: 12, scope: !58, inlinedAt: !108)
!114 = !DILocation(line: 19, column: 25, scope: !58, inlinedAt: !108)
!115 = !DILocation(line: 19, column: 9, scope: !58, inlinedAt: !108, atomGroup: 5, atomRank: 2)
!116 = !DILocation(line: 0, scope: !66, inlinedAt: !117)
!117 = distinct !DILocation(line: 20, column: 9, scope: !72, inlinedAt: !108)
!118 = !DILocation(line: 8, column: 3, scope: !66, inlinedAt: !117, atomGroup: 1, atomRank: 1)
!119 = !DILocation(line: 20, column: 30, scope: !72, inlinedAt: !108)
!120 = !DILocation(line: 20, column: 30, scope: !72, inlinedAt: !108, atomGroup: 7, atomRank: 2)
!121 = !DILocation(line: 20, column: 30, scope: !72, inlinedAt: !108, atomGroup: 7, atomRank: 1)
!122 = !DILocation(line: 20, column: 23, scope: !72, inlinedAt: !108)
!123 = !DILocation(line: 18, column: 27, scope: !54, inlinedAt: !108, atomGroup: 8, atomRank: 2)
!124 = !DILocation(line: 18, column: 21, scope: !54, inlinedAt: !108, atomGroup: 3, atomRank: 1)
!125 = !DILocation(line: 18, column: 3, scope: !50, inlinedAt: !108, atomGroup: 4, atomRank: 1)
!126 = distinct !{!126, !127, !128, !84}
!127 = !DILocation(line: 18, column: 3, scope: !50, inlinedAt: !108)
!128 = !DILocation(line: 21, column: 3, scope: !50, inlinedAt: !108)
!129 = !DILocation(line: 28, column: 68, scope: !85)
!130 = !DILocation(line: 28, column: 57, scope: !85)
!131 = !DILocation(line: 28, column: 73, scope: !85)
!132 = !DILocation(line: 28, column: 3, scope: !85)
!133 = !DILocation(line: 29, column: 38, scope: !85)
!134 = !DILocation(line: 29, column: 36, scope: !85, atomGroup: 6, atomRank: 2)
!135 = !DILocation(line: 29, column: 3, scope: !85, atomGroup: 6, atomRank: 1)
!136 = !DISubprogram(name: "printf", scope: !3, file: !3, line: 3, type: !137, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!137 = !DISubroutineType(types: !138)
!138 = !{!19, !139, null}
!139 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !140, size: 64)
!140 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
