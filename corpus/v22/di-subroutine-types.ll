; Subroutine types, string types, Objective-C properties, modules, namespaces, imported entities, labels, macros.
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!99}
!nodes = !{!10, !11, !12, !13, !14, !20, !21, !22, !23, !30, !31, !40, !41, !42, !43, !50, !51, !52, !60, !61, !62, !70, !71, !72, !73, !74, !75, !80, !81, !82, !83, !84, !85}

!0 = !DIFile(filename: "a.m", directory: "/dir")
!1 = !{}
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = distinct !DICompileUnit(language: DW_LANG_ObjC, file: !0, emissionKind: FullDebug)
!4 = distinct !DISubprogram(name: "f", file: !0, unit: !3, spFlags: DISPFlagDefinition)
!5 = !DILocalVariable(name: "len", scope: !4)

!10 = !DISubroutineType(types: !{null})
!11 = !DISubroutineType(types: !{!2, !2, null})
!12 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_BORLAND_fastcall, types: !1)
!13 = !DISubroutineType(cc: DW_CC_nocall, types: null)
!14 = distinct !DISubroutineType(cc: 255, types: !1)

!20 = !DIStringType(name: "character(*)", size: 32)
!21 = !DIStringType(tag: DW_TAG_string_type, name: "s", stringLength: !5, stringLengthExpression: !DIExpression(DW_OP_deref), stringLocationExpression: !DIExpression(DW_OP_push_object_address, DW_OP_deref), size: 64, align: 8, encoding: DW_ATE_ASCII)
!22 = !DIStringType()
!23 = distinct !DIStringType(size: 3)

!30 = !DIObjCProperty(name: "p", file: !0, line: 7, setter: "setP:", getter: "p", attributes: 2316, type: !2)
!31 = !DIObjCProperty()

!40 = !DINamespace(name: "ns", scope: !0)
!41 = !DINamespace(scope: null)
!42 = !DINamespace(name: "inl", scope: !40, exportSymbols: true)
!43 = distinct !DINamespace(scope: !42)

!50 = !DIModule(scope: !0, name: "M", configMacros: "-DX", includePath: "/usr/include", apinotes: "m.apinotes", file: !0, line: 4, isDecl: true)
!51 = !DIModule(scope: null, name: "N")
!52 = distinct !DIModule(scope: !51, name: "O")

!60 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !3, entity: !40, file: !0, line: 3)
!61 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "alias", scope: !4, entity: !2, file: !0, line: 9, elements: !{!60})
!62 = distinct !DIImportedEntity(tag: DW_TAG_imported_module, scope: !3)

!70 = !DILabel(scope: !4, name: "lab", file: !0, line: 3)
!71 = !DILabel(scope: !4, name: "lab2", file: !0, line: 3, column: 9, isArtificial: true, coroSuspendIdx: 5)
!72 = !DICommonBlock(scope: !4, declaration: !73, name: "blk", file: !0, line: 5)
!73 = distinct !DIGlobalVariable(name: "c", scope: !4, type: !2)
!74 = !DICommonBlock(scope: null)
!75 = distinct !DILabel(scope: !4, name: "", file: null, line: 0)

!80 = !DIMacro(type: DW_MACINFO_define, line: 9, name: "NAME", value: "1 + 2")
!81 = !DIMacro(type: DW_MACINFO_undef, line: 30, name: "NAME")
!82 = !DIMacro(type: DW_MACINFO_undef, name: "v")
!83 = !DIMacroFile(line: 3, file: !0, nodes: !{!80, !81})
!84 = !DIMacroFile(type: DW_MACINFO_start_file, file: !0)
!85 = distinct !DIMacroFile(file: !0, nodes: null)
!99 = !{i32 2, !"Debug Info Version", i32 3}
