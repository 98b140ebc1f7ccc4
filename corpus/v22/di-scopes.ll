; Files, compile units, subprograms, lexical blocks, variables and locations with all their fields.
define void @f(i32 %x) !dbg !30 {
  ret void, !dbg !60
}

define void @g() !dbg !31 {
  ret void, !dbg !61
}

declare !dbg !33 void @h()

@gv = global i32 0, !dbg !50
@gw = global i32 0, !dbg !51, !dbg !52

!llvm.dbg.cu = !{!10, !11, !12, !13, !14, !15}
!llvm.module.flags = !{!1, !2}
!nodes = !{!3, !4, !5, !6, !7, !32, !34, !35, !36, !37, !38, !40, !41, !42, !43, !53, !54, !55, !56, !57, !58, !62, !63, !64, !65, !66, !67, !68, !71, !72, !73, !74}

!0 = !{}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !DIFile(filename: "a.c", directory: "/dir")
!4 = !DIFile(filename: "b.c", directory: "", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!5 = !DIFile(filename: "c.c", directory: "/", checksumkind: CSK_SHA1, checksum: "000102030405060708090a0b0c0d0e0f10111213")
!6 = !DIFile(filename: "d.c", directory: "/", checksumkind: CSK_SHA256, checksum: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", source: "int main() {\0A}\0A\22q\22")
!7 = !DIFile(filename: "e.c", directory: "/", source: "")
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DISubroutineType(types: !{null, !8})
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "hand", isOptimized: true, flags: "-O2 -g", runtimeVersion: 2, splitDebugFilename: "a.dwo", emissionKind: FullDebug, enums: !{!16}, retainedTypes: !{!8}, globals: !{!50}, imports: !0, macros: !0, dwoId: 1234567890123, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/sys", sdk: "MacOSX.sdk")
!11 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)
!12 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !4, emissionKind: LineTablesOnly, nameTableKind: None)
!13 = distinct !DICompileUnit(language: DW_LANG_Swift, file: !5, emissionKind: DebugDirectivesOnly, nameTableKind: Apple)
!14 = distinct !DICompileUnit(language: 12345, file: !3, emissionKind: FullDebug)
!15 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !3, emissionKind: FullDebug)
!16 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", size: 32, elements: !0)
!30 = distinct !DISubprogram(name: "f", linkageName: "_Z1fi", scope: !3, file: !3, line: 7, type: !9, scopeLine: 8, containingType: !17, virtualIndex: 3, thisAdjustment: -8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !10, templateParams: !0, declaration: !32, retainedNodes: !{!40, !41}, thrownTypes: !{!8}, annotations: !0, targetFuncName: "real", keyInstructions: true)
!17 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", size: 8, elements: !0, identifier: "C")
!31 = distinct !DISubprogram(unit: !11, spFlags: DISPFlagDefinition)
!32 = !DISubprogram(name: "f", linkageName: "_Z1fi", scope: !17, file: !3, line: 5, type: !9, virtualIndex: 0, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
!33 = !DISubprogram(name: "h", scope: !3, spFlags: 0)
!34 = distinct !DISubprogram(name: "i", scope: null, unit: !10, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagPure | DISPFlagElemental | DISPFlagRecursive | DISPFlagMainSubprogram | DISPFlagDeleted | DISPFlagObjCDirect)
!35 = distinct !DILexicalBlock(scope: !30, file: !3, line: 9, column: 5)
!36 = distinct !DILexicalBlock(scope: !35, file: !3)
!37 = !DILexicalBlockFile(scope: !35, file: !3, discriminator: 4)
!38 = !DILexicalBlockFile(scope: !30, file: !4, discriminator: 0)
!40 = !DILocalVariable(name: "x", arg: 1, scope: !30, file: !3, line: 7, type: !8, flags: DIFlagArtificial | DIFlagObjectPointer, align: 64, annotations: !0)
!41 = !DILocalVariable(scope: !35, name: "y")
!42 = distinct !DILocalVariable(scope: !30, type: !8, arg: 65535)
!43 = !DILocalVariable(scope: !30, name: "z", flags: DIFlagPublic | DIFlagVirtualInheritance | DIFlagNoReturn | DIFlagThunk)
!50 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!51 = !DIGlobalVariableExpression(var: !54, expr: !DIExpression(DW_OP_plus_uconst, 4))
!52 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression(DW_OP_constu, 3, DW_OP_stack_value))
!53 = distinct !DIGlobalVariable(name: "gv", linkageName: "_gv", scope: !10, file: !3, line: 3, type: !8, isLocal: true, isDefinition: true, declaration: !56, templateParams: !0, align: 32, annotations: !0)
!54 = distinct !DIGlobalVariable(name: "gw", type: !8, isLocal: false, isDefinition: false)
!55 = !DIGlobalVariable(name: "gx", scope: null, file: null, line: 0, type: !8)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "gv", scope: !17, baseType: !8, flags: DIFlagStaticMember)
!57 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!58 = distinct !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!60 = !DILocation(line: 10, column: 3, scope: !30)
!61 = !DILocation(line: 0, scope: !31)
!62 = !DILocation(line: 10, column: 3, scope: !35, inlinedAt: !60)
!63 = distinct !DILocation(line: 11, scope: !37, inlinedAt: !62)
!64 = !DILocation(line: 12, column: 65535, scope: !30, isImplicitCode: true)
!65 = !DILocation(line: 13, column: 1, scope: !30, atomGroup: 3, atomRank: 2)
!66 = !DILocation(line: 13, column: 1, scope: !30, inlinedAt: !63, isImplicitCode: true, atomGroup: 2305843009213693951, atomRank: 7)
!67 = distinct !DIAssignID()
!68 = !GenericDINode(tag: DW_TAG_entry_point, header: "some\00header", operands: {!0, null, !"x", !8})
!71 = !GenericDINode(tag: 3)
!72 = distinct !GenericDINode(tag: DW_TAG_member, header: "h")
!73 = !DISubprogram(name: "ni", flags: DIFlagReservedBit4 | DIFlagExplicit | DIFlagRValueReference | DIFlagExportSymbols | DIFlagSingleInheritance | DIFlagIntroducedVirtual | DIFlagLittleEndian, spFlags: 0)
!74 = !DISubprogram(name: "nj", flags: DIFlagMultipleInheritance | DIFlagIndirectVirtualBase | DIFlagProtected | 2147483648, spFlags: 4096)
