; ModuleID = 'retained.bc'
source_filename = "retained.ll"

@x = global i32 0, !dbg !0
@y = global i32 0, !dbg !16

define void @f() !dbg !4 {
  ret void, !dbg !35
}

define void @g() !dbg !29 {
  ret void, !dbg !36
}

!llvm.dbg.cu = !{!7, !24}
!llvm.module.flags = !{!34}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 1, type: !10, isLocal: true, isDefinition: true)
!2 = distinct !DILexicalBlock(scope: !4, file: !3, line: 3)
!3 = !DIFile(filename: "a.c", directory: "/")
!4 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "c", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !8, retainedTypes: !12, globals: !15, imports: !18)
!8 = !{!9}
!9 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E2", scope: !3, file: !3, line: 3, baseType: !10, size: 32, elements: !11)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !{}
!12 = !{!13, !14}
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "E3", scope: !4, file: !3, line: 3, size: 32, elements: !11)
!14 = !DICompositeType(tag: DW_TAG_structure_type, name: "E4", scope: !3, file: !3, line: 3, size: 32, elements: !11)
!15 = !{!16}
!16 = !DIGlobalVariableExpression(var: !17, expr: !DIExpression())
!17 = distinct !DIGlobalVariable(name: "y", scope: !7, file: !3, line: 1, type: !10, isLocal: true, isDefinition: true)
!18 = !{!19}
!19 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !7, entity: !17, file: !3, line: 6)
!20 = !{!21, !0, !0, !22, !23, !0, !23}
!21 = !DILocalVariable(name: "lv", scope: !4, file: !3, line: 1, type: !10)
!22 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !2, entity: !17, file: !3, line: 5)
!23 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E1", scope: !4, file: !3, line: 3, baseType: !10, size: 32, elements: !11)
!24 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "c2", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !11, globals: !25)
!25 = !{!26}
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression(DW_OP_constu, 4, DW_OP_stack_value))
!27 = distinct !DIGlobalVariable(name: "w", scope: !28, file: !3, line: 1, type: !10, isLocal: true, isDefinition: true)
!28 = !DICompositeType(tag: DW_TAG_structure_type, name: "E6", scope: !29, file: !3, line: 3, size: 32, elements: !11)
!29 = distinct !DISubprogram(name: "g", scope: !3, file: !3, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !24, retainedNodes: !30)
!30 = !{!31, !31, !33}
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression(DW_OP_constu, 4, DW_OP_stack_value))
!32 = distinct !DIGlobalVariable(name: "z", scope: !29, file: !3, line: 1, type: !10, isLocal: true, isDefinition: true)
!33 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E5", scope: !29, file: !3, line: 3, baseType: !10, size: 32, elements: !11)
!34 = !{i32 2, !"Debug Info Version", i32 3}
!35 = !DILocation(line: 1, scope: !4)
!36 = !DILocation(line: 1, scope: !29)
