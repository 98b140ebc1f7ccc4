; Debug information with typed pointers, in the words of each release up to LLVM 12.
source_filename = "old.c" ;; since 3.9
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128" ;; until 9
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128" ;; since 10
target triple = "x86_64-unknown-linux-gnu"

@counter = global i32 0, align 4 ;; until 3.9
@counter = global i32 0, align 4, !dbg !30 ;; since 4

define i32 @twice(i32 %n) { ;; until 3.7
define i32 @twice(i32 %n) !dbg !4 { ;; since 3.8
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !12, metadata !13), !dbg !14
  call void @llvm.dbg.value(metadata i32 %n, i64 0, metadata !12, metadata !13), !dbg !14 ;; until 5
  call void @llvm.dbg.value(metadata i32 %n, metadata !12, metadata !13), !dbg !14 ;; since 6
  call void @llvm.dbg.label(metadata !45), !dbg !14 ;; since 7
  %0 = load i32, i32* %n.addr, align 4, !dbg !15
  %mul = mul nsw i32 %0, 2, !dbg !15
  ret i32 %mul, !dbg !16
}

declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, i64, metadata, metadata) ;; until 5
declare void @llvm.dbg.value(metadata, metadata, metadata) ;; since 6
declare void @llvm.dbg.label(metadata) ;; since 7

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10, !11}
!llvm.ident = !{!40}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "by hand", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !20, retainedTypes: !24, subprograms: !3, globals: !29, imports: !41) ;; until 3.8
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "by hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !20, retainedTypes: !24, globals: !29, imports: !41, macros: !46) ;; since 3.9
!1 = !DIFile(filename: "old.c", directory: "/src") ;; until 3.9
!1 = !DIFile(filename: "old.c", directory: "/src", checksumkind: CSK_MD5, checksum: "00112233445566778899aabbccddeeff") ;; since 4
!2 = !{}
!3 = !{!4} ;; until 3.8
!4 = !DISubprogram(name: "twice", scope: !1, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: false, function: i32 (i32)* @twice, variables: !2) ;; until 3.7
!4 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: false, variables: !2) ;; since 3.8 until 3.8
!4 = distinct !DISubprogram(name: "twice", linkageName: "_twice", scope: !1, file: !1, line: 1, type: !5, isLocal: true, isDefinition: true, scopeLine: 1, virtualIndex: 6, virtuality: DW_VIRTUALITY_virtual, containingType: !25, flags: DIFlagPrototyped, isOptimized: true, unit: !0, templateParams: !32, variables: !2) ;; since 3.9 until 6
!4 = distinct !DISubprogram(name: "twice", linkageName: "_twice", scope: !1, file: !1, line: 1, type: !5, isLocal: true, isDefinition: true, scopeLine: 1, virtualIndex: 6, virtuality: DW_VIRTUALITY_virtual, containingType: !25, flags: DIFlagPrototyped, isOptimized: true, unit: !0, templateParams: !32, retainedNodes: !2, thrownTypes: !24) ;; since 7
!5 = !DISubroutineType(types: !6)
!6 = !{!7, !7}
!7 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!8 = !DILexicalBlock(scope: !4, file: !1, line: 2, column: 3)
!9 = !DILexicalBlockFile(scope: !8, file: !1, discriminator: 2)
!10 = !{i32 2, !"Dwarf Version", i32 4}
!11 = !{i32 2, !"Debug Info Version", i32 3}
!12 = !DILocalVariable(tag: DW_TAG_arg_variable, name: "n", arg: 1, scope: !4, file: !1, line: 1, type: !7) ;; until 3.7
!12 = !DILocalVariable(name: "n", arg: 1, scope: !4, file: !1, line: 1, type: !7) ;; since 3.8
!13 = !DIExpression()
!14 = !DILocation(line: 1, column: 15, scope: !4)
!15 = !DILocation(line: 2, column: 10, scope: !9)
!16 = !DILocation(line: 2, column: 3, scope: !8, inlinedAt: !17)
!17 = distinct !DILocation(line: 3, column: 4, scope: !4)
!20 = !{!21}
!21 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !1, line: 4, size: 32, align: 32, elements: !22, identifier: "color")
!22 = !{!23, !43}
!23 = !DIEnumerator(name: "red", value: 0)
!24 = !{!21}
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 5, size: 128, align: 64, elements: !26)
!26 = !{!27, !28}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !25, file: !1, line: 5, baseType: !34, size: 64, align: 64)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "list", scope: !25, file: !1, line: 5, baseType: !35, size: 64, align: 32, offset: 64, flags: DIFlagPublic)
!29 = !{!30}
!30 = !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 6, type: !7, isLocal: false, isDefinition: true, variable: i32* @counter) ;; until 3.9
!30 = !DIGlobalVariableExpression(var: !31, expr: !13) ;; since 4
!31 = distinct !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 6, type: !7, isLocal: false, isDefinition: true, align: 32) ;; since 4
!32 = !{!33, !38}
!33 = !DITemplateTypeParameter(name: "T", type: !7)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64, align: 64)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, align: 32, elements: !36)
!36 = !{!37}
!37 = !DISubrange(count: 2, lowerBound: -1)
!38 = !DITemplateValueParameter(name: "N", type: !7, value: i32 3)
!40 = !{!"by hand"}
!41 = !{!42}
!42 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !44, line: 7) ;; until 4
!42 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !44, file: !1, line: 7) ;; since 5
!43 = !DIEnumerator(name: "blue", value: -2)
!44 = !DINamespace(name: "space", scope: null, file: !1, line: 8) ;; until 4
!44 = !DINamespace(name: "space", scope: null) ;; since 5
!45 = !DILabel(scope: !4, name: "label", file: !1, line: 9) ;; since 7
!46 = !{!47} ;; since 3.9
!47 = !DIMacroFile(line: 0, file: !1, nodes: !48) ;; since 3.9
!48 = !{!49} ;; since 3.9
!49 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "ONE", value: "1") ;; since 3.9
!50 = !DIObjCProperty(name: "p", file: !1, line: 10, setter: "set", getter: "get", attributes: 7, type: !7)
!51 = !GenericDINode(tag: DW_TAG_entry_point, header: "some", operands: {!50, null})
!52 = !DIModule(scope: null, name: "Mod", configMacros: "-DX", includePath: "/i")
!53 = !DIExpression(DW_OP_deref, DW_OP_plus, 3, DW_OP_bit_piece, 0, 8) ;; until 3.9
!53 = !DIExpression(DW_OP_plus, 3, DW_OP_LLVM_fragment, 0, 8) ;; since 4 until 4
!53 = !DIExpression(DW_OP_plus_uconst, 3, DW_OP_LLVM_fragment, 0, 8) ;; since 5
!kept = !{!51, !52, !53}
!54 = !DIStringType(name: "s", size: 32) ;; since 12
!55 = !DIGenericSubrange(count: !13, lowerBound: !13, stride: !13) ;; since 12
!56 = !DICommonBlock(scope: !4, declaration: null, name: "common", file: !1, line: 3) ;; since 10
!more = !{!56} ;; since 10
!fortran = !{!54, !55} ;; since 12
