; RUN: %llvm-as-13 %s -o - | %llvm-dis-13
; ORACLE: llvm-as-13 %s -o - | llvm-dis-13
; RUN: %llvm-as-13 %s -o - | %llvm-dis-15
; ORACLE: llvm-as-13 %s -o - | llvm-dis-15
; RUN: %llvm-as-14 %s -o - | %llvm-dis-14
; ORACLE: llvm-as-14 %s -o - | llvm-dis-14
; RUN: %llvm-as-14 %s -o - | %llvm-dis-16
; ORACLE: llvm-as-14 %s -o - | llvm-dis-16
; RUN: %llvm-as-14 %s -o - | %llvm-dis-17
; ORACLE: llvm-as-14 %s -o - | llvm-dis-17
; RUN: %llvm-as-19 %s -o - | %llvm-dis-19
; ORACLE: llvm-as-19 %s -o - | llvm-dis-19
; RUN: %llvm-as-19 %s -o - | %llvm-dis-20
; ORACLE: llvm-as-19 %s -o - | llvm-dis-20
; RUN: %llvm-as-19 %s -o - | %llvm-dis-21
; ORACLE: llvm-as-19 %s -o - | llvm-dis-21
; RUN: %llvm-as-22 %s -o - | %llvm-dis-22
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22
; Names of DWARF constants are those of the release that prints them: it prints the numbers of others.
!llvm.dbg.cu = !{!10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39}
!llvm.module.flags = !{!0}
!named = !{!3, !4}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a.cc", directory: "/")
!3 = !DIBasicType(name: "simplified", flags: 1073741824)
!4 = !DIBasicType(name: "more", flags: 1073742080)
!10 = distinct !DICompileUnit(language: 37, file: !1, emissionKind: FullDebug)
!11 = distinct !DICompileUnit(language: 38, file: !1, emissionKind: FullDebug)
!12 = distinct !DICompileUnit(language: 39, file: !1, emissionKind: FullDebug)
!13 = distinct !DICompileUnit(language: 40, file: !1, emissionKind: FullDebug)
!14 = distinct !DICompileUnit(language: 41, file: !1, emissionKind: FullDebug)
!15 = distinct !DICompileUnit(language: 42, file: !1, emissionKind: FullDebug)
!16 = distinct !DICompileUnit(language: 43, file: !1, emissionKind: FullDebug)
!17 = distinct !DICompileUnit(language: 44, file: !1, emissionKind: FullDebug)
!18 = distinct !DICompileUnit(language: 45, file: !1, emissionKind: FullDebug)
!19 = distinct !DICompileUnit(language: 46, file: !1, emissionKind: FullDebug)
!20 = distinct !DICompileUnit(language: 47, file: !1, emissionKind: FullDebug)
!21 = distinct !DICompileUnit(language: 48, file: !1, emissionKind: FullDebug)
!22 = distinct !DICompileUnit(language: 49, file: !1, emissionKind: FullDebug)
!23 = distinct !DICompileUnit(language: 50, file: !1, emissionKind: FullDebug)
!24 = distinct !DICompileUnit(language: 51, file: !1, emissionKind: FullDebug)
!25 = distinct !DICompileUnit(language: 52, file: !1, emissionKind: FullDebug)
!26 = distinct !DICompileUnit(language: 53, file: !1, emissionKind: FullDebug)
!27 = distinct !DICompileUnit(language: 54, file: !1, emissionKind: FullDebug)
!28 = distinct !DICompileUnit(language: 55, file: !1, emissionKind: FullDebug)
!29 = distinct !DICompileUnit(language: 56, file: !1, emissionKind: FullDebug)
!30 = distinct !DICompileUnit(language: 57, file: !1, emissionKind: FullDebug)
!31 = distinct !DICompileUnit(language: 58, file: !1, emissionKind: FullDebug)
!32 = distinct !DICompileUnit(language: 59, file: !1, emissionKind: FullDebug)
!33 = distinct !DICompileUnit(language: 60, file: !1, emissionKind: FullDebug)
!34 = distinct !DICompileUnit(language: 61, file: !1, emissionKind: FullDebug)
!35 = distinct !DICompileUnit(language: 62, file: !1, emissionKind: FullDebug)
!36 = distinct !DICompileUnit(language: 63, file: !1, emissionKind: FullDebug)
!37 = distinct !DICompileUnit(language: 64, file: !1, emissionKind: FullDebug)
!38 = distinct !DICompileUnit(language: 65, file: !1, emissionKind: FullDebug)
!39 = distinct !DICompileUnit(language: 66, file: !1, emissionKind: FullDebug)
