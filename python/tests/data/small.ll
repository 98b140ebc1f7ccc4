; ModuleID = 'small.bc'
source_filename = "small.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@squares = internal unnamed_addr global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1, !dbg !5
@.str.1 = private unnamed_addr constant [7 x i8] c"%s %d\0A\00", align 1, !dbg !11

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 -1073741824, 1073741824) i32 @square(i32 noundef %0) local_unnamed_addr #0 !dbg !29 {
    #dbg_value(i32 %0, !33, !DIExpression(), !34)
    #dbg_value(i32 %0, !35, !DIExpression(), !38)
  %2 = shl nsw i32 %0, 1, !dbg !40
  %3 = mul nsw i32 %2, %0, !dbg !41
  %4 = ashr exact i32 %3, 1, !dbg !42
  ret i32 %4, !dbg !43
}

; Function Attrs: nofree noinline nounwind uwtable
define dso_local range(i32 -1073741824, 1073741824) i32 @main(i32 noundef %0, ptr noundef readnone captures(none) %1) local_unnamed_addr #1 !dbg !44 {
    #dbg_value(i32 %0, !50, !DIExpression(), !56)
    #dbg_value(ptr %1, !51, !DIExpression(), !56)
  %3 = load i32, ptr @squares, align 4, !dbg !57, !tbaa !25
  %4 = add nsw i32 %3, 1, !dbg !58
  store i32 %4, ptr @squares, align 4, !dbg !59, !tbaa !25
    #dbg_value(ptr @.str, !52, !DIExpression(), !56)
  %5 = tail call i32 @square(i32 noundef %0), !dbg !60
    #dbg_value(i32 %5, !55, !DIExpression(), !56)
  %6 = icmp sgt i32 %5, 7, !dbg !61
  br i1 %6, label %7, label %9, !dbg !63

7:                                                ; preds = %2
  %8 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, ptr noundef nonnull @.str, i32 noundef %4) #3, !dbg !64
  br label %9, !dbg !64

9:                                                ; preds = %7, %2
  ret i32 %5, !dbg !65
}

; Function Attrs: nofree nounwind
declare !dbg !66 noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree noinline nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!17, !18, !19, !20, !21, !22, !23}
!llvm.ident = !{!24}
!llvm.errno.tbaa = !{!25}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "squares", scope: !2, file: !3, line: 1, type: !16, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "small.c", directory: "/src", checksumkind: CSK_MD5, checksum: "a0a1ceab542e93412f32d625ea2d4c81")
!4 = !{!5, !11, !0}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(scope: null, file: !3, line: 11, type: !7, isLocal: true, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 48, elements: !9)
!8 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!9 = !{!10}
!10 = !DISubrange(count: 6)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(scope: null, file: !3, line: 13, type: !13, isLocal: true, isDefinition: true)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 56, elements: !14)
!14 = !{!15}
!15 = !DISubrange(count: 7)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{i32 7, !"Dwarf Version", i32 5}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !{i32 1, !"wchar_size", i32 4}
!20 = !{i32 8, !"PIC Level", i32 2}
!21 = !{i32 7, !"PIE Level", i32 2}
!22 = !{i32 7, !"uwtable", i32 2}
!23 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!24 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!25 = !{!26, !26, i64 0}
!26 = !{!"int", !27, i64 0}
!27 = !{!"omnipotent char", !28, i64 0}
!28 = !{!"Simple C/C++ TBAA"}
!29 = distinct !DISubprogram(name: "square", scope: !3, file: !3, line: 5, type: !30, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !32, keyInstructions: true)
!30 = !DISubroutineType(types: !31)
!31 = !{!16, !16}
!32 = !{!33}
!33 = !DILocalVariable(name: "x", arg: 1, scope: !29, file: !3, line: 5, type: !16)
!34 = !DILocation(line: 0, scope: !29)
!35 = !DILocalVariable(name: "x", arg: 1, scope: !36, file: !3, line: 3, type: !16)
!36 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 3, type: !30, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !37, keyInstructions: true)
!37 = !{!35}
!38 = !DILocation(line: 0, scope: !36, inlinedAt: !39)
!39 = distinct !DILocation(line: 6, column: 14, scope: !29)
!40 = !DILocation(line: 3, column: 74, scope: !36, inlinedAt: !39, atomGroup: 1, atomRank: 2)
!41 = !DILocation(line: 6, column: 12, scope: !29)
!42 = !DILocation(line: 6, column: 23, scope: !29, atomGroup: 1, atomRank: 2)
!43 = !DILocation(line: 6, column: 3, scope: !29, atomGroup: 1, atomRank: 1)
!44 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 9, type: !45, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !49, keyInstructions: true)
!45 = !DISubroutineType(types: !46)
!46 = !{!16, !16, !47}
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 64)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!49 = !{!50, !51, !52, !55}
!50 = !DILocalVariable(name: "argc", arg: 1, scope: !44, file: !3, line: 9, type: !16)
!51 = !DILocalVariable(name: "argv", arg: 2, scope: !44, file: !3, line: 9, type: !47)
!52 = !DILocalVariable(name: "text", scope: !44, file: !3, line: 11, type: !53)
!53 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !54, size: 64)
!54 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !8)
!55 = !DILocalVariable(name: "result", scope: !44, file: !3, line: 12, type: !16)
!56 = !DILocation(line: 0, scope: !44)
!57 = !DILocation(line: 10, column: 10, scope: !44)
!58 = !DILocation(line: 10, column: 10, scope: !44, atomGroup: 1, atomRank: 2)
!59 = !DILocation(line: 10, column: 10, scope: !44, atomGroup: 1, atomRank: 1)
!60 = !DILocation(line: 12, column: 16, scope: !44, atomGroup: 3, atomRank: 2)
!61 = !DILocation(line: 13, column: 14, scope: !62, atomGroup: 4, atomRank: 2)
!62 = distinct !DILexicalBlock(scope: !44, file: !3, line: 13, column: 7)
!63 = !DILocation(line: 13, column: 14, scope: !62, atomGroup: 4, atomRank: 1)
!64 = !DILocation(line: 13, column: 19, scope: !62)
!65 = !DILocation(line: 14, column: 3, scope: !44, atomGroup: 6, atomRank: 1)
!66 = !DISubprogram(name: "__builtin_printf", scope: !3, file: !3, line: 13, type: !67, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!67 = !DISubroutineType(types: !68)
!68 = !{!16, !69, null}
!69 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !53)
