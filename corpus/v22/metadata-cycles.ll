; Cyclic and deeply linked nodes in an order that the printer has to walk, reached only from function bodies.
define void @b() {
  call void @c(), !x !5
  ret void, !x !0, !y !3
}

define void @a() !z !7 {
  call void @c(), !y !9, !x !5
  ret void
}

declare void @c()

!0 = !{!1, !2}
!1 = distinct !{!0}
!2 = !{!3}
!3 = distinct !{!4, !0}
!4 = !{!3, !5, !6}
!5 = !{!"leaf"}
!6 = distinct !{!6, !7}
!7 = !{!8}
!8 = distinct !{!9, !7}
!9 = !{!"late", !10}
!10 = distinct !{null, !10, null}
