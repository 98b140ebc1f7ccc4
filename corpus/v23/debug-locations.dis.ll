; ModuleID = 'debug-locations.bc'
source_filename = "debug-locations.ll"

define void @f() !dbg !3 {
  call void @g(), !dbg !6
  call void @g(), !dbg !6
  call void @g()
  call void @g(), !dbg !7
  call void @g(), !dbg !8
  call void @g(), !dbg !8
  call void @g(), !dbg !12
  call void @g(), !dbg !13, !other !6
  call void @g(), !dbg !14
  br label %l, !dbg !15, !llvm.loop !16

l:                                                ; preds = %0
  ret void, !dbg !17
}

define void @nodebug() {
  call void @g()
  ret void
}

declare void @g()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "l.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0, keyInstructions: true)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, column: 3, scope: !3)
!7 = !DILocation(line: 3, column: 3, scope: !3)
!8 = !DILocation(line: 22, column: 7, scope: !9, inlinedAt: !11)
!9 = distinct !DILexicalBlock(scope: !10, file: !1, line: 21, column: 3)
!10 = distinct !DISubprogram(name: "in", scope: !1, file: !1, line: 20, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!11 = distinct !DILocation(line: 4, column: 4, scope: !3)
!12 = !DILocation(line: 0, scope: !3)
!13 = !DILocation(line: 5, column: 3, scope: !3)
!14 = !DILocation(line: 99, column: 1, scope: !3)
!15 = !DILocation(line: 6, column: 3, scope: !3, atomGroup: 1, atomRank: 1)
!16 = distinct !{!16, !6, !7}
!17 = !DILocation(line: 7, column: 1, scope: !3, isImplicitCode: true)
