; ModuleID = 'wrapped.14.bc'
source_filename = "t.c"

!a = !{!0}
!b = !{!0}
!c = !{!1, !1}

!0 = !{ptr undef}
!1 = !{!0, ptr null}
