; ModuleID = '<string>'
source_filename = "old.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@counter = global i32 0, align 4, !dbg !0

define i32 @twice(i32 %n) !dbg !26 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !41, metadata !18), !dbg !42
  call void @llvm.dbg.value(metadata i32 %n, i64 0, metadata !41, metadata !18), !dbg !42
  %0 = load i32, i32* %n.addr, align 4, !dbg !43
  %mul = mul nsw i32 %0, 2, !dbg !43
  ret i32 %mul, !dbg !46
}

; Function Attrs: nounwind readnone
declare void @llvm.dbg.declare(metadata, metadata, metadata) #0

; Function Attrs: nounwind readnone
declare void @llvm.dbg.value(metadata, i64, metadata, metadata) #0

attributes #0 = { nounwind readnone }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!19, !20}
!llvm.ident = !{!21}
!kept = !{!22, !24, !25}

!0 = !DIGlobalVariableExpression(var: !1, expr: !18)
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 6, type: !17, isLocal: false, isDefinition: true, align: 32)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "by hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !4, globals: !9, imports: !10, macros: !13)
!3 = !DIFile(filename: "old.c", directory: "/src", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !3, line: 4, size: 32, align: 32, elements: !6, identifier: "color")
!6 = !{!7, !8}
!7 = !DIEnumerator(name: "red", value: 0)
!8 = !DIEnumerator(name: "blue", value: -2)
!9 = !{!0}
!10 = !{!11}
!11 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !12, line: 7)
!12 = !DINamespace(name: "space", scope: null, file: !3, line: 8)
!13 = !{!14}
!14 = !DIMacroFile(file: !3, nodes: !15)
!15 = !{!16}
!16 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "ONE", value: "1")
!17 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!18 = !DIExpression()
!19 = !{i32 2, !"Dwarf Version", i32 4}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{!"by hand"}
!22 = !GenericDINode(tag: DW_TAG_entry_point, header: "some", operands: {!23, null})
!23 = !DIObjCProperty(name: "p", file: !3, line: 10, setter: "get", getter: "set", attributes: 7, type: !17)
!24 = !DIModule(scope: null, name: "Mod", configMacros: "-DX", includePath: "/i")
!25 = !DIExpression(DW_OP_plus, 3, DW_OP_LLVM_fragment, 0, 8)
!26 = distinct !DISubprogram(name: "twice", linkageName: "_twice", scope: !3, file: !3, line: 1, type: !27, isLocal: true, isDefinition: true, scopeLine: 1, containingType: !29, virtuality: DW_VIRTUALITY_virtual, virtualIndex: 6, flags: DIFlagPrototyped, isOptimized: true, unit: !2, templateParams: !37, variables: !40)
!27 = !DISubroutineType(types: !28)
!28 = !{!17, !17}
!29 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 5, size: 128, align: 64, elements: !30)
!30 = !{!31, !33}
!31 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !29, file: !3, line: 5, baseType: !32, size: 64, align: 64)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !29, size: 64, align: 64)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "list", scope: !29, file: !3, line: 5, baseType: !34, size: 64, align: 32, offset: 64, flags: DIFlagPublic)
!34 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 64, align: 32, elements: !35)
!35 = !{!36}
!36 = !DISubrange(count: 2, lowerBound: -1)
!37 = !{!38, !39}
!38 = !DITemplateTypeParameter(name: "T", type: !17)
!39 = !DITemplateValueParameter(name: "N", type: !17, value: i32 3)
!40 = !{}
!41 = !DILocalVariable(name: "n", arg: 1, scope: !26, file: !3, line: 1, type: !17)
!42 = !DILocation(line: 1, column: 15, scope: !26)
!43 = !DILocation(line: 2, column: 10, scope: !44)
!44 = !DILexicalBlockFile(scope: !45, file: !3, discriminator: 2)
!45 = !DILexicalBlock(scope: !26, file: !3, line: 2, column: 3)
!46 = !DILocation(line: 2, column: 3, scope: !45, inlinedAt: !47)
!47 = distinct !DILocation(line: 3, column: 4, scope: !26)
