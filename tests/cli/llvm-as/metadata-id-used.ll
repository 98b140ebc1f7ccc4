; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!0 = !DISubrange(count: -1)

; c
!0 = !DISubrange(count: -2)
