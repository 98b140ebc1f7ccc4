; ModuleID = 'loop-switches.bc'
source_filename = "loop-switches.ll"

@data = private constant [1 x i8] zeroinitializer, section ".test", !metadata_section_kind !0

define void @loops(i32 %n) {
entry:
  br label %first

first:                                            ; preds = %first, %entry
  %i = phi i32 [ 0, %entry ], [ %j, %first ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %first, label %second, !llvm.loop !3

second:                                           ; preds = %second, %first
  %k = phi i32 [ 0, %first ], [ %l, %second ]
  %l = add i32 %k, 1
  %d = icmp slt i32 %l, %n
  br i1 %d, label %second, label %end, !llvm.loop !6

end:                                              ; preds = %second
  ret void
}

!llvm.module.flags = !{!1, !2}

!0 = !{}
!1 = !{i32 1, !"long-double-type", !"fp128"}
!2 = !{i32 1, !"float-abi", !"hard"}
!3 = distinct !{!3, !4, !5}
!4 = !{!"llvm.loop.vectorize.enable"}
!5 = !{!"llvm.loop.distribute.disable"}
!6 = distinct !{!6, !7, !8, !9}
!7 = !{!"llvm.loop.vectorize.disable"}
!8 = !{!"llvm.loop.distribute.enable"}
!9 = !{!"llvm.loop.vectorize.followup_all", !4}
