source_filename = "t.c"
!a = !{!0}
!b = !{!1}
!c = !{!2, !3}
!0 = !{i8* undef}
!1 = !{i32* undef}
!2 = !{!0, i8* null}
!3 = !{!1, i64* null}
