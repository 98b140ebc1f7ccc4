; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"ptrauth-init-fini-address-discrimination", i32 2}
!1 = !{i32 1, !"ptrauth-init-fini", i32 1}
