; FAIL: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; LLVM 22 checks lists of the types of callees, which are types of functions.
define i32 @f(ptr %p) {
  %a = call i32 %p(i8 1), !callee_type !0
  ret i32 %a
}
define i32 @g(ptr %p) {
  %a = call i32 %p(i8 1), !callee_type !2
  ret i32 %a
}
define i32 @h(ptr %p) {
  %a = call i32 %p(i8 1), !callee_type !4
  ret i32 %a
}
define i32 @i(ptr %p) {
  %a = call i32 %p(i8 1), !callee_type !6
  ret i32 %a
}
define i32 @j(ptr %p) {
  %a = call i32 %p(i8 1), !callee_type !8
  ret i32 %a
}
define i32 @k(ptr %p) {
  %a = load i32, ptr %p, !callee_type !8
  ret i32 %a
}
define i32 @l(ptr %p) {
  %a = call i32 %p(i8 1), !callee_type !10
  ret i32 %a
}
!0 = !{i64 0, !"a.generalized"}
!1 = !{!"a"}
!2 = !{!1}
!3 = !{i64 1, !"a"}
!4 = !{!3}
!5 = !{!"b", !"a"}
!6 = !{!5}
!7 = !{i64 0, !"a"}
!8 = !{!7}
!9 = !{i64 0, !"a.generalized"}
!10 = !{!9}
