; RUN: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; Since LLVM 23, functions that control-flow integrity knows have GUIDs.
!cfi.functions = !{!0, !1}
!0 = !{!"main", i8 0, !2}
!1 = !{!"\01raw", i8 1}
!2 = !{i64 0, !"type"}
