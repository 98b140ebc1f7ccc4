; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
!0 = !{!0, !1}
