; RUN: %llvm-as-22 %s -o a.bc
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; RUN: %llvm-dis-22 a.bc -o -
; ORACLE: llvm-dis-22 a.bc -o -
@x = global i32 0, !foo !0
@f = ifunc void (), ptr @r, !foo !0, !bar !1
@g = ifunc void (), ptr @r, partition "p", !baz !2
define ptr @r() !foo !3 {
  %a = load i32, ptr @x, !q !5, !r !7
  ret ptr null
}
define ptr @r2() !foo !3 {
  %a = load i32, ptr @x, !q !5, !r !6
  ret ptr null
}
declare !foo !4 void @d()
!0 = !{i32 1}
!1 = !{i32 7}
!2 = !{i32 8}
!3 = !{i32 9}
!4 = !{i32 10}
!5 = !{i32 11}
!6 = !{!"abc", i64 4}
!7 = !{!"abc", i64 5}
