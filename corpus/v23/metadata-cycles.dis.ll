; ModuleID = 'metadata-cycles.bc'
source_filename = "metadata-cycles.ll"

define void @b() {
  call void @c(), !x !0
  ret void, !x !1, !y !4
}

define void @a() !z !7 {
  call void @c(), !x !0, !y !9
  ret void
}

declare void @c()

!0 = !{!"leaf"}
!1 = !{!2, !3}
!2 = distinct !{!1}
!3 = !{!4}
!4 = distinct !{!5, !1}
!5 = !{!4, !0, !6}
!6 = distinct !{!6, !7}
!7 = !{!8}
!8 = distinct !{!9, !7}
!9 = !{!"late", !10}
!10 = distinct !{null, !10, null}
