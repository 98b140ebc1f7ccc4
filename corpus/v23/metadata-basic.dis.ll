; ModuleID = 'metadata-basic.bc'
source_filename = "metadata-basic.ll"

@g = global i32 0, !a !0, !b !1

define void @f(i32 %x, ptr %p) !fn !13 !fn2 !14 {
  %1 = add i32 %x, 1, !m0 !15, !m1 !16, !m2 !0, !m3 !18
  %2 = load i32, ptr %p, align 4, !tbaa !19
  call void @llvm.sink(metadata i32 %x, metadata ptr %p, metadata ptr @g, metadata i32 5, metadata !"str", metadata !22, metadata !23)
  call void @llvm.sink(metadata i32 %1, metadata !0, metadata ptr null, metadata float 1.000000e+00, metadata !"", metadata !24, metadata ptr undef)
  br label %l, !llvm.loop !25

l:                                                ; preds = %0
  ret void, !unknown.kind.here !0, !odd\20kind !1
}

; Unknown intrinsic
declare !decl !0 void @llvm.sink(metadata, metadata, metadata, metadata, metadata, metadata, metadata)

!empty = !{}
!named = !{!0, !1, !0}
!llvm.module.flags = !{!2, !3, !4}
!llvm.ident = !{!5}
!odd\20named = !{!0}
!\30.starts = !{!1}
!dash-named.$x_ = !{!6, !7, !8, !9, !10, !11, !11, !12}

!0 = !{}
!1 = distinct !{}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = !{i32 5, !"list", !0}
!5 = !{!"hand written"}
!6 = !{!7}
!7 = distinct !{!6}
!8 = !{ptr getelementptr (i8, ptr @g, i64 1)}
!9 = !{ptr blockaddress(@f, %l)}
!10 = !{i128 170141183460469231731687303715884105727}
!11 = !{!"dup"}
!12 = distinct !{!"dup"}
!13 = !{!"string", !"", !"quote\22 back\\ nl\0A nul\00 hi\FF", !"\C3\A9"}
!14 = !{null, i32 1, i64 -1, float 1.000000e+00, ptr @g, ptr @f, i1 true}
!15 = distinct !{!15}
!16 = !{!13, !17}
!17 = !{!14, !"nested"}
!18 = !{!"inline", i32 7}
!19 = !{!20, !20, i64 0}
!20 = !{!"int", !21, i64 0}
!21 = !{!"root"}
!22 = !{i32 undef, ptr poison, [2 x i8] c"ab", <2 x i32> <i32 1, i32 2>, { i8, ptr } { i8 1, ptr @g }}
!23 = !{!"x"}
!24 = distinct !{!24, !0}
!25 = distinct !{!25, !26, !27}
!26 = !{!"llvm.loop.mustprogress"}
!27 = !{!"llvm.loop.unroll.count", i32 4}
