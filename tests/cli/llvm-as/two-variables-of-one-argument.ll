; RUN: %llvm-as-19 %s -o %t 2>&1 | grep warning
; ORACLE: llvm-as-19 %s -o %t 2>&1 | grep warning
; An argument is one variable; that is checked of records and of calls.
define void @f(ptr %x) !dbg !6 {
  call void @llvm.dbg.declare(metadata ptr %x, metadata !10, metadata !DIExpression()), !dbg !11
  call void @llvm.dbg.declare(metadata ptr %x, metadata !12, metadata !DIExpression()), !dbg !11
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
!12 = !DILocalVariable(name: "y", arg: 1, scope: !6, file: !1, line: 1, type: !9)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
