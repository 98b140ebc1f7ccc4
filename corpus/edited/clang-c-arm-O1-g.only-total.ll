; ModuleID = 'clang-c-arm-O1-g.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
target triple = "armv7-unknown-linux-gnueabihf"

%struct.item = type { i32, double, [12 x i8] }

@counter = external dso_local global i32, align 4, !dbg !0
@table = external hidden constant [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }], align 8, !dbg !5

; Function Attrs: nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none)
define dso_local double @total(i32 noundef %0, float noundef %1) local_unnamed_addr #0 !dbg !36 {
    #dbg_value(i32 %0, !41, !DIExpression(), !46)
    #dbg_value(float %1, !42, !DIExpression(), !46)
    #dbg_value(double 0.000000e+00, !43, !DIExpression(), !46)
    #dbg_value(i32 0, !44, !DIExpression(), !47)
  %3 = icmp sgt i32 %0, 0, !dbg !48
  br i1 %3, label %4, label %6, !dbg !50

4:                                                ; preds = %2
  %5 = fpext float %1 to double
  br label %8, !dbg !50

6:                                                ; preds = %19, %2
  %7 = phi double [ 0.000000e+00, %2 ], [ %15, %19 ], !dbg !46
  ret double %7, !dbg !51

8:                                                ; preds = %4, %19
  %9 = phi i32 [ 0, %4 ], [ %20, %19 ]
  %10 = phi double [ 0.000000e+00, %4 ], [ %15, %19 ]
    #dbg_value(i32 %9, !44, !DIExpression(), !47)
    #dbg_value(double %10, !43, !DIExpression(), !46)
  %11 = urem i32 %9, 3, !dbg !52
  %12 = getelementptr inbounds nuw %struct.item, ptr @table, i32 %11, !dbg !54
  %13 = getelementptr inbounds nuw i8, ptr %12, i32 8, !dbg !55
  %14 = load double, ptr %13, align 8, !dbg !55, !tbaa !56
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %5, double %10), !dbg !59
    #dbg_value(double %15, !43, !DIExpression(), !46)
    #dbg_value(i32 %9, !60, !DIExpression(), !65)
  switch i32 %9, label %19 [
    i32 7, label %16
    i32 1, label %16
    i32 2, label %16
  ], !dbg !68

16:                                               ; preds = %8, %8, %8
  %17 = load volatile i32, ptr @counter, align 4, !dbg !69, !tbaa !32
  %18 = add nsw i32 %17, 1, !dbg !70
  store volatile i32 %18, ptr @counter, align 4, !dbg !71, !tbaa !32
  br label %19, !dbg !72

19:                                               ; preds = %8, %16
  %20 = add nuw nsw i32 %9, 1, !dbg !73
    #dbg_value(i32 %20, !44, !DIExpression(), !47)
    #dbg_value(double %15, !43, !DIExpression(), !46)
  %21 = icmp eq i32 %20, %0, !dbg !74
  br i1 %21, label %6, label %8, !dbg !75, !llvm.loop !76
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

attributes #0 = { nofree norecurse nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+armv7-a,+dsp,+fp64,+read-tp-tpidruro,+vfp2,+vfp2sp,+vfp3d16,+vfp3d16sp,-aes,-d32,-fp-armv8,-fp-armv8d16,-fp-armv8d16sp,-fp-armv8sp,-fp16,-fp16fml,-fullfp16,-neon,-sha2,-thumb-mode,-vfp3,-vfp3sp,-vfp4,-vfp4d16,-vfp4d16sp,-vfp4sp" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!24, !25, !26, !27, !28, !29, !30}
!llvm.ident = !{!31}
!llvm.errno.tbaa = !{!32}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 5, type: !23, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mix.c", directory: "/corpus")
!4 = !{!0, !5}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 4, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 768, elements: !21)
!8 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !9)
!9 = !DIDerivedType(tag: DW_TAG_typedef, name: "item", file: !3, line: 2, baseType: !10)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 2, size: 256, elements: !11)
!11 = !{!12, !14, !16}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !10, file: !3, line: 2, baseType: !13, size: 32)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "weight", scope: !10, file: !3, line: 2, baseType: !15, size: 64, offset: 64)
!15 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !10, file: !3, line: 2, baseType: !17, size: 96, offset: 128)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 96, elements: !19)
!18 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_unsigned_char)
!19 = !{!20}
!20 = !DISubrange(count: 12)
!21 = !{!22}
!22 = !DISubrange(count: 3)
!23 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !13)
!24 = !{i32 7, !"Dwarf Version", i32 4}
!25 = !{i32 2, !"Debug Info Version", i32 3}
!26 = !{i32 1, !"wchar_size", i32 4}
!27 = !{i32 1, !"min_enum_size", i32 4}
!28 = !{i32 8, !"PIC Level", i32 2}
!29 = !{i32 7, !"PIE Level", i32 2}
!30 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!31 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!32 = !{!33, !33, i64 0}
!33 = !{!"int", !34, i64 0}
!34 = !{!"omnipotent char", !35, i64 0}
!35 = !{!"Simple C/C++ TBAA"}
!36 = distinct !DISubprogram(name: "total", scope: !3, file: !3, line: 16, type: !37, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !40, keyInstructions: true)
!37 = !DISubroutineType(types: !38)
!38 = !{!15, !13, !39}
!39 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!40 = !{!41, !42, !43, !44}
!41 = !DILocalVariable(name: "n", arg: 1, scope: !36, file: !3, line: 16, type: !13)
!42 = !DILocalVariable(name: "scale", arg: 2, scope: !36, file: !3, line: 16, type: !39)
!43 = !DILocalVariable(name: "sum", scope: !36, file: !3, line: 17, type: !15)
!44 = !DILocalVariable(name: "i", scope: !45, file: !3, line: 18, type: !13)
!45 = distinct !DILexicalBlock(scope: !36, file: !3, line: 18, column: 3)
!46 = !DILocation(line: 0, scope: !36)
!47 = !DILocation(line: 0, scope: !45)
!48 = !DILocation(line: 18, column: 21, scope: !49, atomGroup: 12, atomRank: 1)
!49 = distinct !DILexicalBlock(scope: !45, file: !3, line: 18, column: 3)
!50 = !DILocation(line: 18, column: 3, scope: !45, atomGroup: 13, atomRank: 1)
!51 = !DILocation(line: 22, column: 3, scope: !36, atomGroup: 11, atomRank: 1)
!52 = !DILocation(line: 19, column: 20, scope: !53)
!53 = distinct !DILexicalBlock(scope: !49, file: !3, line: 18, column: 31)
!54 = !DILocation(line: 19, column: 12, scope: !53)
!55 = !DILocation(line: 19, column: 25, scope: !53)
!56 = !{!57, !58, i64 8}
!57 = !{!"", !33, i64 0, !58, i64 8, !34, i64 16}
!58 = !{!"double", !34, i64 0}
!59 = !DILocation(line: 19, column: 9, scope: !53, atomGroup: 5, atomRank: 2)
!60 = !DILocalVariable(name: "k", arg: 1, scope: !61, file: !3, line: 7, type: !13)
!61 = distinct !DISubprogram(name: "pick", scope: !3, file: !3, line: 7, type: !62, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !64, keyInstructions: true)
!62 = !DISubroutineType(types: !63)
!63 = !{!13, !13}
!64 = !{!60}
!65 = !DILocation(line: 0, scope: !61, inlinedAt: !66)
!66 = distinct !DILocation(line: 20, column: 9, scope: !67)
!67 = distinct !DILexicalBlock(scope: !53, file: !3, line: 20, column: 9)
!68 = !DILocation(line: 8, column: 3, scope: !61, inlinedAt: !66, atomGroup: 1, atomRank: 1)
!69 = !DILocation(line: 20, column: 30, scope: !67)
!70 = !DILocation(line: 20, column: 30, scope: !67, atomGroup: 7, atomRank: 2)
!71 = !DILocation(line: 20, column: 30, scope: !67, atomGroup: 7, atomRank: 1)
!72 = !DILocation(line: 20, column: 23, scope: !67)
!73 = !DILocation(line: 18, column: 27, scope: !49, atomGroup: 8, atomRank: 2)
!74 = !DILocation(line: 18, column: 21, scope: !49, atomGroup: 3, atomRank: 1)
!75 = !DILocation(line: 18, column: 3, scope: !45, atomGroup: 4, atomRank: 1)
!76 = distinct !{!76, !77, !78, !79, !80}
!77 = !DILocation(line: 18, column: 3, scope: !45)
!78 = !DILocation(line: 21, column: 3, scope: !45)
!79 = !{!"llvm.loop.mustprogress"}
!80 = !{!"llvm.loop.unroll.disable"}
