; ModuleID = '<string>'
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@counter = global i32 0, align 4

define i32 @twice(i32 %n) !dbg !8 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !25, metadata !26), !dbg !27
  call void @llvm.dbg.value(metadata i32 %n, i64 0, metadata !25, metadata !26), !dbg !27
  %0 = load i32, i32* %n.addr, align 4, !dbg !28
  %mul = mul nsw i32 %0, 2, !dbg !28
  ret i32 %mul, !dbg !31
}

; Function Attrs: nounwind readnone
declare void @llvm.dbg.declare(metadata, metadata, metadata) #0

; Function Attrs: nounwind readnone
declare void @llvm.dbg.value(metadata, i64, metadata, metadata) #0

attributes #0 = { nounwind readnone }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!18, !19}
!llvm.ident = !{!20}
!kept = !{!21, !23, !24}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "by hand", isOptimized: false, runtimeVersion: 0, emissionKind: 1, enums: !2, retainedTypes: !2, subprograms: !7, globals: !13, imports: !15)
!1 = !DIFile(filename: "old.c", directory: "/src")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !1, line: 4, size: 32, align: 32, elements: !4, identifier: "color")
!4 = !{!5, !6}
!5 = !DIEnumerator(name: "red", value: 0)
!6 = !DIEnumerator(name: "blue", value: -2)
!7 = !{!8}
!8 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 1, type: !9, isLocal: false, isDefinition: true, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: false, variables: !12)
!9 = !DISubroutineType(types: !10)
!10 = !{!11, !11}
!11 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!12 = !{}
!13 = !{!14}
!14 = !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 6, type: !11, isLocal: false, isDefinition: true, variable: i32* @counter)
!15 = !{!16}
!16 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !17, line: 7)
!17 = !DINamespace(name: "space", scope: null, file: !1, line: 8)
!18 = !{i32 2, !"Dwarf Version", i32 4}
!19 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !{!"by hand"}
!21 = !GenericDINode(tag: DW_TAG_entry_point, header: "some", operands: {!22, null})
!22 = !DIObjCProperty(name: "p", file: !1, line: 10, setter: "get", getter: "set", attributes: 7, type: !11)
!23 = !DIModule(scope: null, name: "Mod", configMacros: "-DX", includePath: "/i")
!24 = !DIExpression(DW_OP_deref, DW_OP_plus, 3, DW_OP_bit_piece, 0, 8)
!25 = !DILocalVariable(name: "n", arg: 1, scope: !8, file: !1, line: 1, type: !11)
!26 = !DIExpression()
!27 = !DILocation(line: 1, column: 15, scope: !8)
!28 = !DILocation(line: 2, column: 10, scope: !29)
!29 = !DILexicalBlockFile(scope: !30, file: !1, discriminator: 2)
!30 = !DILexicalBlock(scope: !8, file: !1, line: 2, column: 3)
!31 = !DILocation(line: 2, column: 3, scope: !30, inlinedAt: !32)
!32 = distinct !DILocation(line: 3, column: 4, scope: !8)
