; RUN: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() !dbg !5 {
  fence acquire, !dbg !DILocation(line: 1, scope: !4)
  fence acquire, !dbg !DILocation(line: 1, scope: !8)
  fence acquire, !dbg !DILocation(line: 1, scope: !9)
  ret void
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !4, emissionKind: FullDebug)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIFile(filename: "a", directory: "b")
!5 = distinct !DISubprogram(name: "f", file: !4, line: 1, type: !6, unit: !2)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = distinct !DILexicalBlock(scope: !4, file: !4)
!9 = distinct !DILexicalBlock(scope: !9, file: !4)
