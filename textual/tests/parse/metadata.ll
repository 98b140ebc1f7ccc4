; Metadata in every spelling: fields in any order, nodes in place, equal nodes, forward references, debug records.
@g = global i32 0, !dbg !20, !foo !{!"in place", i32 7}
@t = global ptr null, align 8

define void @f(i32 %a, ptr %p) !dbg !10 {
entry:
  %x = alloca i32, align 4, !DIAssignID !40
  #dbg_assign(i1 undef, !15, !DIExpression(), !40, ptr %x, !DIExpression(), !41)
  #dbg_value(i32 %a, !16, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !DILocation(line: 3, scope: !10))
  #dbg_value(!DIArgList(i32 %a, i32 %b, i64 7), !16, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !41)
  #dbg_declare(ptr %p, !17, !DIExpression(), !41)
  #dbg_value(!{}, !16, !DIExpression(DW_OP_LLVM_fragment, 0, 8), !41)
  #dbg_label(!18, !41)
  %b = add i32 %a, 1, !dbg !DILocation(scope: !10, column: 4, line: 5, isImplicitCode: true)
  store i32 %b, ptr %x, align 4, !tbaa !30, !dbg !41, !nontemporal !{i32 1}
  %t1 = call i1 @llvm.type.test(ptr %p, metadata !"a string"), !dbg !41
  %t2 = call i1 @llvm.type.test(ptr %p, metadata !{null}), !dbg !41
  %t3 = call i1 @llvm.type.test(ptr %p, metadata !{i32 7}), !dbg !41
  %t4 = call i1 @llvm.type.test(ptr %p, metadata !31), !dbg !41
  %l = load i32, ptr %x, align 4, !range !{i32 0, i32 2}, !dbg !41
  br label %entry1, !dbg !41, !llvm.loop !50
entry1:
  ret void, !dbg !41
}

declare i1 @llvm.type.test(ptr, metadata)
declare !dbg !11 void @declared()

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}
!odd\20name = !{!3, !DIExpression(DW_OP_deref, DW_OP_LLVM_convert, 8, DW_ATE_signed), !4, !5}
!odd\20name = !{!60, !61, !62, !63, !64, !65, !66, !67}
!60 = !DIDerivedType(baseType: null, tag: DW_TAG_pointer_type, dwarfAddressSpace: 3, size: 64)
!61 = !DIBasicType(encoding: DW_ATE_signed, name: "int", size: 32)
!62 = !DIBasicType(size: 32, name: "int", encoding: 5, tag: 36)
!63 = !DISubrange(upperBound: !DIExpression(DW_OP_constu, 4), lowerBound: i32 1, stride: -2)
!64 = distinct !{}
!65 = !GenericDINode(tag: 11, operands: {!64, null, !"x", i8 5}, header: "h")
!66 = !DIEnumerator(value: 18446744073709551616, name: "big")
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !61, size: 64, elements: !{!63}, flags: DIFlagVector | 4)
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 7,
       !"Dwarf Version",   ; with a comment
       i32 5}
!2 = distinct !DICompileUnit(file: !3, language: DW_LANG_C11, emissionKind: 1, globals: !{!20}, nameTableKind: None, splitDebugInlining: false)
!3 = !DIFile(directory: "/\22d", filename: "a.c", checksum: "000102030405060708090a0b0c0d0e0f", checksumkind: CSK_MD5, source: "")
! 4 = !{!3, ! 5, !6}
!5 = !{!"a", i32 1, ptr @t}
!6 = !{!"a", i32 1, ptr @t}
!7 = !{i32 1}
!10 = distinct !DISubprogram(name: "f", unit: !2, isLocal: true, isOptimized: true, file: !3, line: 1, type: !12, retainedNodes: !{!15})
!11 = !DISubprogram(name: "declared", isDefinition: false, virtuality: DW_VIRTUALITY_virtual, virtualIndex: 3, thisAdjustment: -4, flags: DIFlagPrototyped)
!12 = !DISubroutineType(types: !{null, !61}, cc: DW_CC_normal)
!15 = !DILocalVariable(scope: !10, name: "x", type: !61, arg: 0)
!16 = !DILocalVariable(name: "y", scope: !10, arg: 1)
!17 = !DILocalVariable(name: "z", scope: !19)
!18 = !DILabel(line: 4, scope: !10, file: !3, name: "l")
!19 = distinct !DILexicalBlock(column: 3, line: 2, file: !3, scope: !10)
!20 = !DIGlobalVariableExpression(expr: !DIExpression(), var: !21)
!21 = distinct !DIGlobalVariable(name: "g", scope: !2, type: !62)
!30 = !{!32, !32, i64 0}
!31 = distinct !{!31, !7}
!32 = !{!"int", !33}
!33 = !{!"root"}
!40 = distinct !DIAssignID()
!41 = !DILocation(line: 9, column: 2, scope: !19, inlinedAt: null)
!50 = distinct !{!50, !51, !41}
!51 = !{!"llvm.loop.mustprogress"}
