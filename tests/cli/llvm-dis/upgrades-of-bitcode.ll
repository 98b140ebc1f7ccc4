; RUN: %llvm-as-14 --disable-verify %s -o - | %llvm-dis-14 -o -
; ORACLE: llvm-as-14 --disable-verify %s -o - | llvm-dis-14 -o -
; RUN: %llvm-as-16 --disable-verify %s -o - | %llvm-dis-16 -o -
; ORACLE: llvm-as-16 --disable-verify %s -o - | llvm-dis-16 -o -
; RUN: %llvm-as-14 --disable-verify %s -o - | %llvm-dis-19 -o -
; ORACLE: llvm-as-14 --disable-verify %s -o - | llvm-dis-19 -o -
; RUN: %llvm-as-14 --disable-verify %s -o - | %llvm-dis-22 -o -
; ORACLE: llvm-as-14 --disable-verify %s -o - | llvm-dis-22 -o -
; What readers of bitcode alone upgrade.
define void @f(i8* %p, i1 %c) {
  call void (...) @clang.arc.use(i8* %p)
  br i1 %c, label %a, label %b, !prof !2
a:
  br label %b
b:
  ret void
}
declare void @clang.arc.use(...)
!clang.arc.retainAutoreleasedReturnValueMarker = !{!0}
!llvm.module.flags = !{!1}
!0 = !{!"mov\09fp, fp\09\09# marker"}
!1 = !{i32 6, !"Linker Options", !3}
!2 = !{!"branch_weights", i32 1, i32 2, i32 3}
!3 = !{!4}
!4 = !{!"-lm"}
