; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!t = !{!10, !20}
!u = !{!30}
!10 = !{!11, !12, !13}
!11 = !{!14, !15}
!12 = !{!16, !17}
!13 = !DINamespace(name: "13", scope: !0)
!14 = !{!18, !DINamespace(name: "14b", scope: !0)}
!15 = !DINamespace(name: "15", scope: !0)
!16 = !DINamespace(name: "16", scope: !0)
!17 = !{!DINamespace(name: "17b", scope: !0)}
!18 = !DINamespace(name: "18", scope: !0)
!20 = !DINamespace(name: "20", scope: !31)
!30 = !DINamespace(name: "30", scope: !0)
!31 = !{!DINamespace(name: "31b", scope: !0)}
