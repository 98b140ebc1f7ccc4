; llvm-as: --disable-verify
; Sizes and offsets that are metadata instead of numbers.
!nodes = !{!10, !11, !12, !13, !14, !15}

!0 = !DIFile(filename: "a.f90", directory: "/dir")
!1 = !DILocalVariable(name: "n", scope: !2)
!2 = distinct !DISubprogram(name: "f", file: !0)

!10 = !DIBasicType(name: "b", size: !DIExpression(DW_OP_constu, 4))
!11 = !DIDerivedType(tag: DW_TAG_member, name: "dyn", baseType: null, size: !1, offset: !DIExpression(DW_OP_lit0))
!12 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: !1, offset: !DIExpression(DW_OP_lit0))
!13 = !DIStringType(name: "c", size: !1)
!14 = !DISubrangeType(name: "sr", size: !1, baseType: !10)
!15 = !DIFixedPointType(name: "fp", size: !1, kind: Binary, factor: 0)
