!named = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !DIBasicType()
!1 = !DIBasicType(size: 0)
!2 = !DIDerivedType(tag: DW_TAG_member, baseType: !0)
!3 = !DIDerivedType(tag: DW_TAG_member, baseType: !0, size: 0)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "s")
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 0)
!6 = !DICompositeType(tag: DW_TAG_structure_type, name: "s")
