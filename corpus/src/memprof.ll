; Profiled allocations: two contexts of one allocation share the start of their stacks, one of them stands for two full contexts; a call
; site with a stack of two frames; another allocation whose contexts have no common part.
source_filename = "memprof.ll"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @_Znwm(i64)

define ptr @shared() {
  %p = call ptr @_Znwm(i64 24) #0, !memprof !0, !callsite !10
  ret ptr %p
}

define internal ptr @middle() {
  %p = call ptr @shared(), !callsite !11
  ret ptr %p
}

define void @apart() {
  %p = call ptr @_Znwm(i64 48) #0, !memprof !20, !callsite !26
  ret void
}

define i32 @main() {
  %a = call ptr @middle(), !callsite !12
  %b = call ptr @middle(), !callsite !13
  call void @apart(), !callsite !27
  ret i32 0
}

attributes #0 = { builtin }

!0 = !{!1, !3}
!1 = !{!2, !"notcold", !5, !6}
!2 = !{i64 101, i64 -102, i64 103, i64 104}
!3 = !{!4, !"cold", !7}
!4 = !{i64 101, i64 -102, i64 103, i64 105}
!5 = !{i64 901, i64 400}
!6 = !{i64 -902, i64 600}
!7 = !{i64 903, i64 700}
!10 = !{i64 101}
!11 = !{i64 -102}
!12 = !{i64 103, i64 104}
!13 = !{i64 103, i64 105}
!20 = !{!21, !23}
!21 = !{!22, !"notcold", !5}
!22 = !{i64 201, i64 202}
!23 = !{!24, !"cold", !7}
!24 = !{i64 201, i64 203, i64 103, i64 105}
!26 = !{i64 201}
!27 = !{i64 202}
