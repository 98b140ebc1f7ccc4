; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
!named = !{!0}
!0 = !DIFiel(filename: "a.c", directory: "/")
!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_MD6, checksum: "00")
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebg)
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_singed)
!4 = !DISubprogram(name: "f", spFlags: DISPFlagDefiniton)
