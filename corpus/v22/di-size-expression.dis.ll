; ModuleID = 'di-size-expression.bc'
source_filename = "di-size-expression.ll"

!nodes = !{!0, !1, !5, !6, !7, !8}

!0 = !DIBasicType(name: "b", size: !DIExpression(DW_OP_constu, 4))
!1 = !DIDerivedType(tag: DW_TAG_member, name: "dyn", baseType: null, size: !2, offset: !DIExpression(DW_OP_lit0))
!2 = !DILocalVariable(name: "n", scope: !3)
!3 = distinct !DISubprogram(name: "f", scope: null, file: !4, spFlags: DISPFlagDefinition)
!4 = !DIFile(filename: "a.f90", directory: "/dir")
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: !2, offset: !DIExpression(DW_OP_lit0))
!6 = !DIStringType(name: "c", size: !2)
!7 = !DISubrangeType(name: "sr", size: !2, baseType: !0)
!8 = !DIFixedPointType(name: "fp", size: !2, kind: Binary)
