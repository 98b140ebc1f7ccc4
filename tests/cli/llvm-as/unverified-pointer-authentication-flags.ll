; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"ptrauth-init-fini", !"x"}
!1 = !{i32 1, !"ptrauth-init-fini-address-discrimination", float 1.0}
!2 = !{i32 1, !"aarch64-elf-pauthabi-platform", !"x"}
!3 = !{i32 1, !"aarch64-elf-pauthabi-version", i32 1}
!4 = !{i32 3, !"r", !{!"absent", i32 1}}
