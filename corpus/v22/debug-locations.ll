; Debug locations that repeat, change and disappear between instructions, inlined ones, and locations used as operands.
define void @f() !dbg !5 {
  call void @g(), !dbg !10
  call void @g(), !dbg !10
  call void @g()
  call void @g(), !dbg !11
  call void @g(), !dbg !12
  call void @g(), !dbg !12
  call void @g(), !dbg !13
  call void @g(), !dbg !14, !other !10
  call void @g(), !dbg !DILocation(line: 99, column: 1, scope: !5)
  br label %l, !dbg !15, !llvm.loop !17

l:
  ret void, !dbg !16
}

define void @nodebug() {
  call void @g()
  ret void
}

declare void @g()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "l.c", directory: "/")
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0, keyInstructions: true)
!6 = distinct !DISubprogram(name: "in", scope: !2, file: !2, line: 20, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!7 = distinct !DILexicalBlock(scope: !6, file: !2, line: 21, column: 3)
!10 = !DILocation(line: 2, column: 3, scope: !5)
!11 = !DILocation(line: 3, column: 3, scope: !5)
!12 = !DILocation(line: 22, column: 7, scope: !7, inlinedAt: !18)
!13 = !DILocation(line: 0, scope: !5)
!14 = distinct !DILocation(line: 5, column: 3, scope: !5)
!15 = !DILocation(line: 6, column: 3, scope: !5, atomGroup: 1, atomRank: 1)
!16 = !DILocation(line: 7, column: 1, scope: !5, isImplicitCode: true)
!17 = distinct !{!17, !10, !11}
!18 = distinct !DILocation(line: 4, column: 4, scope: !5)
