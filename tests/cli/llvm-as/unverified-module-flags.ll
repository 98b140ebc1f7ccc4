; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.module.flags=!{!0}
!0=!{i32 5, !"CG Profile", !{!{i32 1, float 1.0, float 1.0}}}
