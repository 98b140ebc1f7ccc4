; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; RUN: %llvm-as-13 %s -o -
; ORACLE: llvm-as-13 %s -o -
; Debug information that is invalid is dropped, with a warning.
define void @f() !dbg !4 {
  ret void, !dbg !6
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = !{null}
!6 = !DILocation(line: 1, scope: !4)
