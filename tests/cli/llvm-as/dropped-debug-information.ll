; RUN: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a", directory: "b")
