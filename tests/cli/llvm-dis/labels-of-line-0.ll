; RUN: %llvm-as-22 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-23 - -o -
; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o -
; LLVM 23 prints the line of a label even if it is 0.
define void @f() !dbg !2 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", file: !1, unit: !0, type: !3, spFlags: DISPFlagDefinition, retainedNodes: !5)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !{!6}
!6 = !DILabel(scope: !2, name: "x", file: !1, line: 0)
!7 = !{i32 2, !"Debug Info Version", i32 3}
