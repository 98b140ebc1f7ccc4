; Switches of loops that are their names alone, and a section without flags.
@data = private constant [1 x i8] zeroinitializer, section ".test", !metadata_section_kind !0

define void @loops(i32 %n) {
entry:
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %j, %first ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %first, label %second, !llvm.loop !1
second:
  %k = phi i32 [ 0, %first ], [ %l, %second ]
  %l = add i32 %k, 1
  %d = icmp slt i32 %l, %n
  br i1 %d, label %second, label %end, !llvm.loop !2
end:
  ret void
}

!llvm.module.flags = !{!7, !8}
!0 = !{}
!1 = distinct !{!1, !3, !4}
!2 = distinct !{!2, !5, !6, !9}
!3 = !{!"llvm.loop.vectorize.enable"}
!4 = !{!"llvm.loop.distribute.disable"}
!5 = !{!"llvm.loop.vectorize.disable"}
!6 = !{!"llvm.loop.distribute.enable"}
!7 = !{i32 1, !"long-double-type", !"fp128"}
!8 = !{i32 1, !"float-abi", !"hard"}
!9 = !{!"llvm.loop.vectorize.followup_all", !3}
