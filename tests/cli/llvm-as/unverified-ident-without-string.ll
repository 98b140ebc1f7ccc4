; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.ident = !{!0}
!llvm.commandline = !{!0}
!0 = !{i32 1}
