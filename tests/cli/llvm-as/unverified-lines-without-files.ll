; RUN: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !4, emissionKind: FullDebug, retainedTypes: !30)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIFile(filename: "a", directory: "b")
!13 = !DIBasicType(name: "int", line: 2, size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", line: 2, baseType: !13)
!15 = !DICompositeType(tag: DW_TAG_member, name: "c", line: 2)
!16 = !DISubrangeType(name: "s", line: 2)
!17 = !DIFixedPointType(name: "a", line: 3, kind: Binary, factor: 1)
!18 = !DICompositeType(tag: DW_TAG_structure_type, scope: !3, name: "c", line: 2)
!30 = !{!13, !14, !15, !16, !17, !18}
