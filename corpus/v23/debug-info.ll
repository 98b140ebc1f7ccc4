; Debug information: places of basic types, dialects of languages, types and variables among retained nodes.
@local = internal global i32 0, !dbg !14
define void @f() !dbg !5 {
  ret void
}
define void @g() !dbg !6 {
  ret void
}
!llvm.dbg.cu = !{!0, !22}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, dialect: DW_LLVM_LANG_DIALECT_tile, file: !1, emissionKind: FullDebug, retainedTypes: !4, sysroot: "root", sdk: "kit")
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !21)
!4 = !{!7, !8, !9}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !10)
; The structure belongs to the other function, so this one loses it.
!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !18)
!7 = !DIBasicType(name: "int", scope: !0, file: !1, line: 7, size: 32, align: 32, dataSize: 8, encoding: DW_ATE_signed, num_extra_inhabitants: 3, flags: DIFlagPublic)
!8 = !DIFixedPointType(name: "ratio", scope: !0, file: !1, line: 9, size: 32, align: 32, encoding: DW_ATE_signed_fixed, flags: DIFlagPublic, kind: Rational, numerator: 2, denominator: 3)
!9 = !DIFixedPointType(name: "halves", file: !1, size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -1)
!10 = !{!11, !12, !14, !16, !17}
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", scope: !13, file: !1, line: 4, size: 8)
!12 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", scope: !5, file: !1, line: 5, size: 8)
!13 = !DILexicalBlock(scope: !5, file: !1, line: 3)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression(DW_OP_plus_uconst, 4))
!15 = distinct !DIGlobalVariable(name: "local", scope: !13, file: !1, line: 6, type: !7, isLocal: true, isDefinition: true)
!16 = !DIBasicType(name: "here", scope: !5, file: !1, line: 8, size: 8, encoding: DW_ATE_signed)
!17 = !DILocalVariable(name: "v", arg: 1, scope: !5, file: !1, line: 1, type: !11)
!18 = !{!11, !19, !20}
!19 = !DILocalVariable(name: "w", arg: 1, scope: !6, file: !1, line: 2, type: !11)
!20 = !DIBasicType(name: "global", size: 8, encoding: DW_ATE_signed)
!21 = !{}
!22 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_HIP, sourceLanguageVersion: 3, dialect: DW_LLVM_LANG_DIALECT_simt, file: !1, emissionKind: NoDebug)
