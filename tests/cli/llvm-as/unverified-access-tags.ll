; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @g(i32)
declare float @h()
declare ptr @q()

define void @f(ptr %p, i32 %x, i64 %z, i1 %c, float %d)  {
  %r = load i32, ptr %p, !tbaa !0
  ret void
}
!0 = !{!3, !1, i64 8}
!1=!{!"int",!2}
!2=!{!"root"}
!3=!{!"st", !1, !"b", !"a", i64 8}
