define i32 @f(i32 %n, ptr %p) !dbg !7 {
entry:
    #dbg_value(i32 %n, !12, !DIExpression(), !31)
  %a = alloca i32, align 4, !DIAssignID !32
    #dbg_assign(i32 %n, !24, !DIExpression(), !32, ptr %a, !DIExpression(), !33)
    #dbg_declare(ptr %p, !34, !DIExpression(), !31)
  %b = add i32 %n, 1, !dbg !35
    #dbg_value(!DIArgList(i32 %n, i32 %b, i32 7), !12, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !31)
    #dbg_label(!36, !33)
  %c = mul i32 %b, %b, !dbg !37
    #dbg_value(i32 %c, !38, !DIExpression(), !42)
    #dbg_value(ptr @f, !24, !DIExpression(), !33)
  store i32 %c, ptr %a, align 4, !dbg !44, !DIAssignID !45
  br i1 true, label %entry2, label %end, !dbg !46

entry2:                                           ; preds = %entry2, %entry
  br i1 false, label %entry2, label %end, !dbg !35, !llvm.loop !47

end:                                              ; preds = %entry2, %entry
  ret i32 %c, !dbg !49
}

define i32 @f.clone(i32 %n, ptr %p) !dbg !51 {
entry:
    #dbg_value(i32 %n, !53, !DIExpression(), !65)
  %a = alloca i32, align 4, !DIAssignID !66
    #dbg_assign(i32 %n, !60, !DIExpression(), !66, ptr %a, !DIExpression(), !67)
    #dbg_declare(ptr %p, !68, !DIExpression(), !65)
  %b = add i32 %n, 1, !dbg !69
    #dbg_value(!DIArgList(i32 %n, i32 %b, i32 7), !53, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !65)
    #dbg_label(!70, !67)
  %c = mul i32 %b, %b, !dbg !71
    #dbg_value(i32 %c, !38, !DIExpression(), !72)
    #dbg_value(ptr @f, !60, !DIExpression(), !67)
  store i32 %c, ptr %a, align 4, !dbg !74, !DIAssignID !75
  br i1 true, label %entry2, label %end, !dbg !76

entry2:                                           ; preds = %entry2, %entry
  br i1 false, label %entry2, label %end, !dbg !69, !llvm.loop !77

end:                                              ; preds = %entry2, %entry
  ret i32 %c, !dbg !79
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "x", directory: "/")
!2 = !{!3}
!3 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())
!4 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 6, type: !5, isLocal: false, isDefinition: true)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0, templateParams: !28, declaration: !10, retainedNodes: !11, thrownTypes: !30, keyInstructions: true)
!8 = !DISubroutineType(types: !9)
!9 = !{}
!10 = !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: 0)
!11 = !{!12, !13, !14, !15, !16, !19, !24, !26}
!12 = !DILocalVariable(name: "a", arg: 1, scope: !7, file: !1, line: 1, type: !5)
!13 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "imp", scope: !7, entity: !5, file: !1, line: 2)
!14 = !DICompositeType(tag: DW_TAG_structure_type, name: "U", scope: !7, file: !1, line: 5, size: 128)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "T", scope: !7, file: !1, line: 5, baseType: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", scope: !7, file: !1, line: 5, baseType: !5, elements: !17)
!17 = !{!18}
!18 = !DIEnumerator(name: "e", value: 0)
!19 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "L", scope: !20, file: !1, line: 5, size: 128, elements: !21, identifier: "id")
!20 = distinct !DILexicalBlock(scope: !7, file: !1, line: 8, column: 3)
!21 = !{!22, !23}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !19, file: !1, line: 5, baseType: !5, size: 32)
!23 = !DISubprogram(name: "method", scope: !19, file: !1, line: 1, type: !8, spFlags: 0)
!24 = !DILocalVariable(name: "b", scope: !20, file: !1, line: 1, type: !25)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "static", scope: !7, file: !1, line: 6, type: !5, isLocal: true, isDefinition: true)
!28 = !{!29}
!29 = !DITemplateTypeParameter(name: "T", type: !15)
!30 = !{!15}
!31 = !DILocation(line: 1, scope: !7)
!32 = distinct !DIAssignID()
!33 = !DILocation(line: 2, scope: !20)
!34 = !DILocalVariable(name: "p", arg: 2, scope: !7, file: !1, line: 1, type: !5)
!35 = !DILocation(line: 3, column: 2, scope: !20, atomGroup: 3, atomRank: 1)
!36 = !DILabel(scope: !20, name: "here", file: !1, line: 9, column: 1)
!37 = !DILocation(line: 4, column: 2, scope: !20, atomGroup: 3, atomRank: 2)
!38 = !DILocalVariable(name: "c", scope: !39, file: !1, line: 1, type: !5)
!39 = distinct !DILexicalBlock(scope: !40, file: !1, line: 8, column: 3)
!40 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !41, keyInstructions: true)
!41 = !{!38}
!42 = !DILocation(line: 4, scope: !39, inlinedAt: !43)
!43 = distinct !DILocation(line: 9, scope: !20)
!44 = !DILocation(line: 5, column: 2, scope: !7, atomGroup: 1, atomRank: 1)
!45 = distinct !DIAssignID()
!46 = !DILocation(line: 3, scope: !40, inlinedAt: !43, atomGroup: 2, atomRank: 1)
!47 = distinct !{!47, !33, !48}
!48 = !DILocation(line: 9, scope: !7)
!49 = !DILocation(line: 6, column: 2, scope: !50)
!50 = !DILexicalBlockFile(scope: !20, file: !1, discriminator: 4)
!51 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, spFlags: DISPFlagDefinition, unit: !0, templateParams: !62, declaration: !10, retainedNodes: !52, thrownTypes: !64, keyInstructions: true)
!52 = !{!53, !54, !55, !56, !57, !58, !60}
!53 = !DILocalVariable(name: "a", arg: 1, scope: !51, file: !1, line: 1, type: !5)
!54 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "imp", scope: !51, entity: !5, file: !1, line: 2)
!55 = !DICompositeType(tag: DW_TAG_structure_type, name: "U", scope: !51, file: !1, line: 5, size: 128)
!56 = !DIDerivedType(tag: DW_TAG_typedef, name: "T", scope: !51, file: !1, line: 5, baseType: !57)
!57 = distinct !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", scope: !51, file: !1, line: 5, baseType: !5, elements: !17)
!58 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "L", scope: !59, file: !1, line: 5, size: 128, elements: !21, identifier: "id")
!59 = distinct !DILexicalBlock(scope: !51, file: !1, line: 8, column: 3)
!60 = !DILocalVariable(name: "b", scope: !59, file: !1, line: 1, type: !61)
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!62 = !{!63}
!63 = !DITemplateTypeParameter(name: "T", type: !56)
!64 = !{!56}
!65 = !DILocation(line: 1, scope: !51)
!66 = distinct !DIAssignID()
!67 = !DILocation(line: 2, scope: !59)
!68 = !DILocalVariable(name: "p", arg: 2, scope: !51, file: !1, line: 1, type: !5)
!69 = !DILocation(line: 3, column: 2, scope: !59, atomGroup: 4, atomRank: 1)
!70 = !DILabel(scope: !59, name: "here", file: !1, line: 9, column: 1)
!71 = !DILocation(line: 4, column: 2, scope: !59, atomGroup: 4, atomRank: 2)
!72 = !DILocation(line: 4, scope: !39, inlinedAt: !73)
!73 = distinct !DILocation(line: 9, scope: !59)
!74 = !DILocation(line: 5, column: 2, scope: !51, atomGroup: 5, atomRank: 1)
!75 = distinct !DIAssignID()
!76 = !DILocation(line: 3, scope: !40, inlinedAt: !73, atomGroup: 2, atomRank: 1)
!77 = distinct !{!77, !67, !78}
!78 = !DILocation(line: 9, scope: !51)
!79 = !DILocation(line: 6, column: 2, scope: !80)
!80 = !DILexicalBlockFile(scope: !59, file: !1, discriminator: 4)
