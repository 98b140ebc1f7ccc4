define i32 @twice(i32 %0) !dbg !3 {
    #dbg_value(i32 %0, !7, !DIExpression(), !8)
  %2 = add i32 %0, %0, !dbg !8
  ret i32 %2, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "mine", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "twice.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{!6, !6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "n", arg: 1, scope: !3, file: !1, line: 1, type: !6)
!8 = !DILocation(line: 2, column: 12, scope: !3)
