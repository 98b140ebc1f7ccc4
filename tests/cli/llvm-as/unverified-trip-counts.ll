; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, <2 x i32> %v, i1 %c, <2 x ptr> %q, <2 x half> %h) {
  %1 = atomicrmw add ptr %p, <2 x i32> %v monotonic
  %2 = atomicrmw fadd ptr %p, <2 x half> %h monotonic
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
!n3 = !{!11}
!11 = !{!"llvm.loop.estimated_trip_count"}
!n4 = !{!12}
!12 = !{!"llvm.loop.estimated_trip_count", i32 1, i32 2}
