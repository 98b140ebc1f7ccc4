; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ptrauth-init-fini", i64 4294967296}
