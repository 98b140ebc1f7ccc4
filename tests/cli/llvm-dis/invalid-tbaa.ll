; RUN: %llvm-as-22 --disable-verify %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 --disable-verify %s -o - | llvm-dis-22 - -o -
; RUN: %llvm-as-16 --disable-verify %s -o - | %llvm-dis-16 - -o -
; ORACLE: llvm-as-16 --disable-verify %s -o - | llvm-dis-16 - -o -
; One invalid tag, and the reader drops the tags of all functions.
define i32 @valid(ptr %p) {
  %v = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %v
}
define i32 @root_with_a_null_parent(ptr %p) {
  %v = load i32, ptr %p, align 4, !tbaa !3
  ret i32 %v
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
!3 = !{!4, !4, i64 0}
!4 = !{!"char", !5}
!5 = !{!"old root", null}
