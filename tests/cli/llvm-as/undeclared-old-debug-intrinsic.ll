; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; FAIL: %llvm-as-15 %s -o -
; ORACLE: llvm-as-15 %s -o -
; Debug intrinsics of old types that the text does not declare become records, too.
define void @f(i32 %x) !dbg !6 {
  tail call void @llvm.dbg.value(metadata i32 %x, i64 0, metadata !10, metadata !DIExpression()), !dbg !11
  ret void, !dbg !11
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "")
!1 = !DIFile(filename: "t.c", directory: "/")
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !7, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DISubroutineType(types: !8)
!8 = !{!9}
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "x", arg: 1, scope: !6, file: !1, line: 1, type: !9)
!11 = !DILocation(line: 1, column: 1, scope: !6)
