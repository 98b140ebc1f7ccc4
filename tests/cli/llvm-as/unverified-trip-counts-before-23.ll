; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @f(ptr %p, <2 x i32> %v, i1 %c, <2 x ptr> %q, <2 x half> %h) {
  %1 = atomicrmw fadd ptr %p, <2 x half> %h monotonic
  br label %l
l:
  br i1 %c, label %l, label %e, !llvm.loop !0
e:
  ret void
}
!0 = distinct !{!0, !1, !2, !3, !4, !5, !6, !7}
!1 = !{!"llvm.loop.estimated_trip_count", i64 5}
!2 = !{!"llvm.loop.estimated_trip_count", i32 5}
!3 = !{!"llvm.loop.estimated_trip_count", i8 5}
!4 = !{!"llvm.loop.estimated_trip_count", i32 5, i32 6}
!5 = !{!"llvm.loop.estimated_trip_count", !"a"}
!6 = !{!"llvm.loop.estimated_trip_count"}
!7 = !{!"llvm.loop.estimated_trip_count", float 1.0}
!n = !{!8}
!8 = !{!"llvm.loop.estimated_trip_count", !9}
!9 = !{!"llvm.loop.estimated_trip_count", i32 undef}
!10 = !{!"llvm.loop.estimated_trip_count", null}
!n2 = !{!10}
