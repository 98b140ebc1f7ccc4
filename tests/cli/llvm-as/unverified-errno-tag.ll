; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.errno.tbaa = !{!0, !1, !2, !3}
!0 = !{!"old", !4}
!1 = !{!4, !4}
!2 = !{!4, !4, i64 4}
!3 = !{}
!4 = !{!"int", !5, i64 0}
!5 = !{!"root"}
