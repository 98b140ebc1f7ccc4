; ModuleID = 'di-scopes.bc'
source_filename = "di-scopes.ll"

@gv = global i32 0, !dbg !0
@gw = global i32 0, !dbg !12, !dbg !14

define void @f(i32 %x) !dbg !32 {
  ret void, !dbg !44
}

define void @g() !dbg !55 {
  ret void, !dbg !56
}

declare !dbg !57 void @h()

!llvm.dbg.cu = !{!2, !16, !17, !19, !21, !22}
!llvm.module.flags = !{!23, !24}
!nodes = !{!3, !18, !20, !25, !26, !27, !30, !31, !36, !37, !38, !34, !35, !39, !40, !1, !13, !15, !10, !41, !42, !43, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "gv", linkageName: "_gv", scope: !2, file: !3, line: 3, type: !8, isLocal: true, isDefinition: true, declaration: !10, templateParams: !6, align: 32, annotations: !6)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "hand", isOptimized: true, flags: "-O2 -g", runtimeVersion: 2, splitDebugFilename: "a.dwo", emissionKind: FullDebug, enums: !4, retainedTypes: !7, globals: !9, imports: !6, macros: !6, dwoId: 1234567890123, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/sys", sdk: "MacOSX.sdk")
!3 = !DIFile(filename: "a.c", directory: "/dir")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", size: 32, elements: !6)
!6 = !{}
!7 = !{!8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{!0}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "gv", scope: !11, baseType: !8, flags: DIFlagStaticMember)
!11 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "C", size: 8, elements: !6, identifier: "C")
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression(DW_OP_plus_uconst, 4))
!13 = distinct !DIGlobalVariable(name: "gw", scope: null, type: !8, isLocal: false, isDefinition: false)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression(DW_OP_constu, 3, DW_OP_stack_value))
!15 = !DIGlobalVariable(name: "gx", scope: null, type: !8, isLocal: false, isDefinition: true)
!16 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)
!17 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !18, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, nameTableKind: None)
!18 = !DIFile(filename: "b.c", directory: "", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!19 = distinct !DICompileUnit(language: DW_LANG_Swift, file: !20, isOptimized: false, runtimeVersion: 0, emissionKind: DebugDirectivesOnly, nameTableKind: Apple)
!20 = !DIFile(filename: "c.c", directory: "/", checksumkind: CSK_SHA1, checksum: "000102030405060708090a0b0c0d0e0f10111213")
!21 = distinct !DICompileUnit(language: 12345, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!22 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!23 = !{i32 2, !"Debug Info Version", i32 3}
!24 = !{i32 7, !"Dwarf Version", i32 5}
!25 = !DIFile(filename: "d.c", directory: "/", checksumkind: CSK_SHA256, checksum: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", source: "int main() {\0A}\0A\22q\22")
!26 = !DIFile(filename: "e.c", directory: "/", source: "")
!27 = !DISubprogram(name: "f", linkageName: "_Z1fi", scope: !11, file: !3, line: 5, type: !28, virtualIndex: 0, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
!28 = !DISubroutineType(types: !29)
!29 = !{null, !8}
!30 = distinct !DISubprogram(name: "i", scope: null, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagPure | DISPFlagElemental | DISPFlagRecursive | DISPFlagMainSubprogram | DISPFlagDeleted | DISPFlagObjCDirect, unit: !2)
!31 = distinct !DILexicalBlock(scope: !32, file: !3, line: 9, column: 5)
!32 = distinct !DISubprogram(name: "f", linkageName: "_Z1fi", scope: !3, file: !3, line: 7, type: !28, scopeLine: 8, containingType: !11, virtualIndex: 3, thisAdjustment: -8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, templateParams: !6, declaration: !27, retainedNodes: !33, thrownTypes: !7, annotations: !6, targetFuncName: "real", keyInstructions: true)
!33 = !{!34, !35}
!34 = !DILocalVariable(name: "x", arg: 1, scope: !32, file: !3, line: 7, type: !8, flags: DIFlagArtificial | DIFlagObjectPointer, align: 64, annotations: !6)
!35 = !DILocalVariable(name: "y", scope: !31)
!36 = distinct !DILexicalBlock(scope: !31, file: !3)
!37 = !DILexicalBlockFile(scope: !31, file: !3, discriminator: 4)
!38 = !DILexicalBlockFile(scope: !32, file: !18, discriminator: 0)
!39 = distinct !DILocalVariable(arg: 65535, scope: !32, type: !8)
!40 = !DILocalVariable(name: "z", scope: !32, flags: DIFlagPublic | DIFlagVirtualInheritance | DIFlagNoReturn | DIFlagThunk)
!41 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!42 = distinct !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!43 = !DILocation(line: 10, column: 3, scope: !31, inlinedAt: !44)
!44 = !DILocation(line: 10, column: 3, scope: !32)
!45 = distinct !DILocation(line: 11, scope: !37, inlinedAt: !43)
!46 = !DILocation(line: 12, column: 65535, scope: !32, isImplicitCode: true)
!47 = !DILocation(line: 13, column: 1, scope: !32, atomGroup: 3, atomRank: 2)
!48 = !DILocation(line: 13, column: 1, scope: !32, inlinedAt: !45, isImplicitCode: true, atomGroup: 2305843009213693951, atomRank: 7)
!49 = distinct !DIAssignID()
!50 = !GenericDINode(tag: DW_TAG_entry_point, header: "some\00header", operands: {!6, null, !"x", !8})
!51 = !GenericDINode(tag: DW_TAG_entry_point)
!52 = distinct !GenericDINode(tag: DW_TAG_member, header: "h")
!53 = !DISubprogram(name: "ni", scope: null, flags: DIFlagSingleInheritance | DIFlagReservedBit4 | DIFlagExplicit | DIFlagRValueReference | DIFlagExportSymbols | DIFlagIntroducedVirtual | DIFlagLittleEndian, spFlags: 0)
!54 = !DISubprogram(name: "nj", scope: null, flags: DIFlagProtected | DIFlagMultipleInheritance | DIFlagIndirectVirtualBase, spFlags: 4096)
!55 = distinct !DISubprogram(scope: null, spFlags: DISPFlagDefinition, unit: !16)
!56 = !DILocation(line: 0, scope: !55)
!57 = !DISubprogram(name: "h", scope: !3, spFlags: 0)
