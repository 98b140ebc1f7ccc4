; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; RUN: %llvm-as-14 %s -o -
; ORACLE: llvm-as-14 %s -o -
@x = global i32 0
define void @f() {
  store i32 0, i32* @x, !tbaa !0
  ret void
}
!0 = !{!"int", !1}
!1 = !{!"char", !2}
!2 = !{!"root"}
