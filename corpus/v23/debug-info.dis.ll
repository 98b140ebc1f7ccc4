; ModuleID = 'debug-info.bc'
source_filename = "debug-info.ll"

@local = internal global i32 0, !dbg !0

define void @f() !dbg !4 {
  ret void
}

define void @g() !dbg !19 {
  ret void
}

!llvm.dbg.cu = !{!7, !17}
!llvm.module.flags = !{!18}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_plus_uconst, 4))
!1 = distinct !DIGlobalVariable(name: "local", scope: !2, file: !3, line: 6, type: !9, isLocal: true, isDefinition: true)
!2 = !DILexicalBlock(scope: !4, file: !3, line: 3)
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !12)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, sysroot: "root", sdk: "kit", dialect: DW_LLVM_LANG_DIALECT_tile)
!8 = !{!9, !10, !11}
!9 = !DIBasicType(name: "int", scope: !7, file: !3, line: 7, size: 32, align: 32, dataSize: 8, encoding: DW_ATE_signed, num_extra_inhabitants: 3, flags: DIFlagPublic)
!10 = !DIFixedPointType(name: "ratio", scope: !7, file: !3, line: 9, size: 32, align: 32, encoding: DW_ATE_signed_fixed, flags: DIFlagPublic, kind: Rational, numerator: -2, denominator: -1)
!11 = !DIFixedPointType(name: "halves", file: !3, size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -1)
!12 = !{!13, !14, !0, !15, !16}
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", scope: !2, file: !3, line: 4, size: 8)
!14 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", scope: !4, file: !3, line: 5, size: 8)
!15 = !DIBasicType(name: "here", scope: !4, file: !3, line: 8, size: 8, encoding: DW_ATE_signed)
!16 = !DILocalVariable(name: "v", arg: 1, scope: !4, file: !3, line: 1, type: !13)
!17 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_HIP, sourceLanguageVersion: 3, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug, dialect: DW_LLVM_LANG_DIALECT_simt)
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = distinct !DISubprogram(name: "g", scope: !3, file: !3, line: 2, type: !5, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!20 = !{!21}
!21 = !DILocalVariable(name: "w", arg: 1, scope: !19, file: !3, line: 2, type: !13)
