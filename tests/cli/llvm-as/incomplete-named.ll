; FAIL: %llvm-as-23 -allow-incomplete-ir %s -o a.bc
; ORACLE: llvm-as-23 -allow-incomplete-ir %s -o a.bc
!named = !{!0, !1}
!0 = !{}
