; ModuleID = 'clang-c-arm-O1-g.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-linux-gnueabihf"

%struct.item = type { i32, double, [12 x i8] }

@counter = dso_local global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [15 x i8] c"%f %d %llu %s\0A\00", align 1, !dbg !5
@table = internal constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }] [{ i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 1, [4 x i8] zeroinitializer, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 2, [4 x i8] zeroinitializer, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 3, [4 x i8] zeroinitializer, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }], align 8, !dbg !11

; Function Attrs: nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none)
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

6:                                                ; preds = %19, %2
  %7 = phi double [ 0.000000e+00, %2 ], [ %15, %19 ], !dbg !51
  ret double %7, !dbg !56

8:                                                ; preds = %4, %19
  %9 = phi i32 [ 0, %4 ], [ %20, %19 ]
  %10 = phi double [ 0.000000e+00, %4 ], [ %15, %19 ]
    #dbg_value(i32 %9, !49, !DIExpression(), !52)
    #dbg_value(double %10, !48, !DIExpression(), !51)
  %11 = urem i32 %9, 3, !dbg !57
  %12 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %11, !dbg !59
  %13 = getelementptr inbounds nuw i8, ptr %12, i32 8, !dbg !60
  %14 = load double, ptr %13, align 8, !dbg !60, !tbaa !61
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %5, double %10), !dbg !64
    #dbg_value(double %15, !48, !DIExpression(), !51)
    #dbg_value(i32 %9, !65, !DIExpression(), !70)
  switch i32 %9, label %19 [
    i32 7, label %16
    i32 1, label %16
    i32 2, label %16
  ], !dbg !73

16:                                               ; preds = %8, %8, %8
  %17 = load volatile i32, ptr @counter, align 4, !dbg !74, !tbaa !37
  %18 = add nsw i32 %17, 1, !dbg !75
  store volatile i32 %18, ptr @counter, align 4, !dbg !76, !tbaa !37
  br label %19, !dbg !77

19:                                               ; preds = %8, %16
  %20 = add nuw nsw i32 %9, 1, !dbg !78
    #dbg_value(i32 %20, !49, !DIExpression(), !52)
    #dbg_value(double %15, !48, !DIExpression(), !51)
  %21 = icmp eq i32 %20, %0, !dbg !79
  br i1 %21, label %6, label %8, !dbg !80, !llvm.loop !81

; uselistorder directives
  uselistorder label %8, { 1, 0 }
  uselistorder i32 %9, { 0, 2, 1 }
  uselistorder label %16, { 1, 2, 0 }
  uselistorder label %19, { 1, 0 }
  uselistorder i32 %20, { 1, 0 }
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: nofree nounwind
define dso_local range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #2 !dbg !86 {
    #dbg_value(i32 %0, !92, !DIExpression(), !98)
    #dbg_value(ptr %1, !93, !DIExpression(), !98)
    #dbg_value(i64 1099511627776, !94, !DIExpression(), !98)
  %3 = icmp sgt i32 %0, 1, !dbg !99
  br i1 %3, label %4, label %10, !dbg !100

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw i8, ptr %1, i32 4, !dbg !101
  %6 = load ptr, ptr %5, align 4, !dbg !101, !tbaa !102
  %7 = load i8, ptr %6, align 1, !dbg !101, !tbaa !105
  %8 = icmp eq i8 %7, 120, !dbg !106
  %9 = zext i1 %8 to i32, !dbg !107
  br label %10

10:                                               ; preds = %4, %2
  %11 = phi i32 [ 0, %2 ], [ %9, %4 ], !dbg !98
    #dbg_value(i32 %11, !96, !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !98)
    #dbg_value(i32 %0, !46, !DIExpression(), !108)
    #dbg_value(float 0x3FB99999A0000000, !47, !DIExpression(), !108)
    #dbg_value(double 0.000000e+00, !48, !DIExpression(), !108)
    #dbg_value(i32 0, !49, !DIExpression(), !110)
  %12 = icmp sgt i32 %0, 0, !dbg !111
  br i1 %12, label %13, label %27, !dbg !112

13:                                               ; preds = %10, %24
  %14 = phi i32 [ %25, %24 ], [ 0, %10 ]
  %15 = phi double [ %20, %24 ], [ 0.000000e+00, %10 ]
    #dbg_value(i32 %14, !49, !DIExpression(), !110)
    #dbg_value(double %15, !48, !DIExpression(), !108)
  %16 = urem i32 %14, 3, !dbg !113
  %17 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %16, !dbg !114
  %18 = getelementptr inbounds nuw i8, ptr %17, i32 8, !dbg !115
  %19 = load double, ptr %18, align 8, !dbg !115, !tbaa !61
  %20 = tail call double @llvm.fmuladd.f64(double %19, double 0x3FB99999A0000000, double %15), !dbg !116
    #dbg_value(double %20, !48, !DIExpression(), !108)
    #dbg_value(i32 %14, !65, !DIExpression(), !117)
  switch i32 %14, label %24 [
    i32 7, label %21
    i32 1, label %21
    i32 2, label %21
  ], !dbg !119

21:                                               ; preds = %13, %13, %13
  %22 = load volatile i32, ptr @counter, align 4, !dbg !120, !tbaa !37
  %23 = add nsw i32 %22, 1, !dbg !121
  store volatile i32 %23, ptr @counter, align 4, !dbg !122, !tbaa !37
  br label %24, !dbg !123

24:                                               ; preds = %21, %13
  %25 = add nuw nsw i32 %14, 1, !dbg !124
    #dbg_value(i32 %25, !49, !DIExpression(), !110)
    #dbg_value(double %20, !48, !DIExpression(), !108)
  %26 = icmp eq i32 %25, %0, !dbg !125
  br i1 %26, label %27, label %13, !dbg !126, !llvm.loop !127

27:                                               ; preds = %24, %10
  %28 = phi double [ 0.000000e+00, %10 ], [ %20, %24 ], !dbg !108
  %29 = and i32 %0, 1, !dbg !130
  %30 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %29, !dbg !131
  %31 = getelementptr inbounds nuw i8, ptr %30, i32 16, !dbg !132
  %32 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %28, i32 noundef %11, i64 noundef 1099511627776, ptr noundef nonnull %31), !dbg !133
  %33 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4, !dbg !134
  %34 = add i32 %33, 2, !dbg !135
  ret i32 %34, !dbg !136

; uselistorder directives
  uselistorder i32 %0, { 3, 0, 1, 2 }
  uselistorder label %13, { 1, 0 }
  uselistorder i32 %14, { 1, 0, 2 }
  uselistorder i32 %25, { 1, 0 }
}

; Function Attrs: nofree nounwind
declare !dbg !137 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

; uselistorder directives
uselistorder ptr @counter, { 2, 0, 1, 3, 4 }
uselistorder ptr @table, { 1, 0, 2 }

attributes #0 = { nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!29, !30, !31, !32, !33, !34, !35}
!llvm.ident = !{!36}
!llvm.errno.tbaa = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 5, type: !28, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mix.c", directory: "/corpus")
!4 = !{!5, !0, !11}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 28, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 120, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_unsigned_char)
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
!29 = !{i32 7, !"Dwarf Version", i32 4}
!30 = !{i32 2, !"Debug Info Version", i32 3}
!31 = !{i32 1, !"wchar_size", i32 4}
!32 = !{i32 1, !"min_enum_size", i32 4}
!33 = !{i32 8, !"PIC Level", i32 2}
!34 = !{i32 7, !"PIE Level", i32 2}
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
!53 = !DILocation(line: 18, column: 21, scope: !54, atomGroup: 12, atomRank: 1)
!54 = distinct !DILexicalBlock(scope: !50, file: !3, line: 18, column: 3)
!55 = !DILocation(line: 18, column: 3, scope: !50, atomGroup: 13, atomRank: 1)
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
!81 = distinct !{!81, !82, !83, !84, !85}
!82 = !DILocation(line: 18, column: 3, scope: !50)
!83 = !DILocation(line: 21, column: 3, scope: !50)
!84 = !{!"llvm.loop.mustprogress"}
!85 = !{!"llvm.loop.unroll.disable"}
!86 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 25, type: !87, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !91, keyInstructions: true)
!87 = !DISubroutineType(types: !88)
!88 = !{!19, !19, !89}
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 32)
!90 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 32)
!91 = !{!92, !93, !94, !96}
!92 = !DILocalVariable(name: "argc", arg: 1, scope: !86, file: !3, line: 25, type: !19)
!93 = !DILocalVariable(name: "argv", arg: 2, scope: !86, file: !3, line: 25, type: !89)
!94 = !DILocalVariable(name: "big", scope: !86, file: !3, line: 26, type: !95)
!95 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!96 = !DILocalVariable(name: "ok", scope: !86, file: !3, line: 27, type: !97)
!97 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!98 = !DILocation(line: 0, scope: !86)
!99 = !DILocation(line: 27, column: 19, scope: !86, atomGroup: 3, atomRank: 2)
!100 = !DILocation(line: 27, column: 23, scope: !86, atomGroup: 3, atomRank: 1)
!101 = !DILocation(line: 27, column: 26, scope: !86)
!102 = !{!103, !103, i64 0}
!103 = !{!"p1 omnipotent char", !104, i64 0}
!104 = !{!"any pointer", !39, i64 0}
!105 = !{!39, !39, i64 0}
!106 = !DILocation(line: 27, column: 37, scope: !86)
!107 = !DILocation(line: 28, column: 48, scope: !86)
!108 = !DILocation(line: 0, scope: !41, inlinedAt: !109)
!109 = distinct !DILocation(line: 28, column: 29, scope: !86)
!110 = !DILocation(line: 0, scope: !50, inlinedAt: !109)
!111 = !DILocation(line: 18, column: 21, scope: !54, inlinedAt: !109, atomGroup: 12, atomRank: 1)
!112 = !DILocation(line: 18, column: 3, scope: !50, inlinedAt: !109, atomGroup: 13, atomRank: 1)
!113 = !DILocation(line: 19, column: 20, scope: !58, inlinedAt: !109)
!114 = !DILocation(line: 19, column: 12, scope: !58, inlinedAt: !109)
!115 = !DILocation(line: 19, column: 25, scope: !58, inlinedAt: !109)
!116 = !DILocation(line: 19, column: 9, scope: !58, inlinedAt: !109, atomGroup: 5, atomRank: 2)
!117 = !DILocation(line: 0, scope: !66, inlinedAt: !118)
!118 = distinct !DILocation(line: 20, column: 9, scope: !72, inlinedAt: !109)
!119 = !DILocation(line: 8, column: 3, scope: !66, inlinedAt: !118, atomGroup: 1, atomRank: 1)
!120 = !DILocation(line: 20, column: 30, scope: !72, inlinedAt: !109)
!121 = !DILocation(line: 20, column: 30, scope: !72, inlinedAt: !109, atomGroup: 7, atomRank: 2)
!122 = !DILocation(line: 20, column: 30, scope: !72, inlinedAt: !109, atomGroup: 7, atomRank: 1)
!123 = !DILocation(line: 20, column: 23, scope: !72, inlinedAt: !109)
!124 = !DILocation(line: 18, column: 27, scope: !54, inlinedAt: !109, atomGroup: 8, atomRank: 2)
!125 = !DILocation(line: 18, column: 21, scope: !54, inlinedAt: !109, atomGroup: 3, atomRank: 1)
!126 = !DILocation(line: 18, column: 3, scope: !50, inlinedAt: !109, atomGroup: 4, atomRank: 1)
!127 = distinct !{!127, !128, !129, !84, !85}
!128 = !DILocation(line: 18, column: 3, scope: !50, inlinedAt: !109)
!129 = !DILocation(line: 21, column: 3, scope: !50, inlinedAt: !109)
!130 = !DILocation(line: 28, column: 68, scope: !86)
!131 = !DILocation(line: 28, column: 57, scope: !86)
!132 = !DILocation(line: 28, column: 73, scope: !86)
!133 = !DILocation(line: 28, column: 3, scope: !86)
!134 = !DILocation(line: 29, column: 38, scope: !86)
!135 = !DILocation(line: 29, column: 36, scope: !86, atomGroup: 6, atomRank: 2)
!136 = !DILocation(line: 29, column: 3, scope: !86, atomGroup: 6, atomRank: 1)
!137 = !DISubprogram(name: "printf", scope: !3, file: !3, line: 3, type: !138, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!138 = !DISubroutineType(types: !139)
!139 = !{!19, !140, null}
!140 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !141, size: 32)
!141 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
