; RUN: %llvm-as-22 --disable-verify %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 --disable-verify %s -o - | llvm-dis-22 - -o -
; RUN: %llvm-as-22 --disable-verify %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-22 --disable-verify %s -o - | llvm-dis-23 - -o -
; An addition has no tag, which makes all tags invalid.
define i32 @f(ptr %p) {
  %v = load i32, ptr %p, align 4, !tbaa !0
  %w = add i32 %v, 1, !tbaa !0
  ret i32 %w
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
