; Tuples, strings, distinct and self-referring nodes, values as metadata, forward references, named metadata.
@g = global i32 0, !a !0, !b !1

define void @f(i32 %x, ptr %p) !fn !2 !fn2 !3 {
  %1 = add i32 %x, 1, !m0 !4, !m1 !5, !m2 !{}, !m3 !{!"inline", i32 7}
  %2 = load i32, ptr %p, !tbaa !6
  call void @llvm.sink(metadata i32 %x, metadata ptr %p, metadata ptr @g, metadata i32 5, metadata !"str", metadata !9, metadata !{!"x"})
  call void @llvm.sink(metadata i32 %1, metadata !{}, metadata ptr null, metadata float 1.0, metadata !"", metadata !10, metadata ptr undef)
  br label %l, !llvm.loop !11

l:
  ret void, !unknown.kind.here !0, !odd\20kind !1
}

declare !decl !0 void @llvm.sink(metadata, metadata, metadata, metadata, metadata, metadata, metadata)

!empty = !{}
!named = !{!0, !1, !0}
!llvm.module.flags = !{!20, !21, !22}
!llvm.ident = !{!23}
!odd\20named = !{!0}
!\30.starts = !{!1}
!dash-named.$x_ = !{!12, !13, !14, !15, !16, !17, !18, !19}

!0 = !{}
!1 = distinct !{}
!2 = !{!"string", !"", !"quote\22 back\5C nl\0A nul\00 hi\FF", !"\C3\A9"}
!3 = !{null, i32 1, i64 -1, float 1.0, ptr @g, ptr @f, i1 true}
!4 = distinct !{!4}
!5 = !{!2, !{!3, !"nested"}}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"root"}
!9 = !{i32 undef, ptr poison, [2 x i8] c"ab", <2 x i32> <i32 1, i32 2>, { i8, ptr } { i8 1, ptr @g }}
!10 = distinct !{!10, !0}
!11 = distinct !{!11, !24, !25}
!12 = !{!13}
!13 = distinct !{!12}
!14 = !{ptr getelementptr (i8, ptr @g, i64 1)}
!15 = !{ptr blockaddress(@f, %l)}
!16 = !{i128 170141183460469231731687303715884105727}
!17 = !{!"dup"}
!18 = !{!"dup"}
!19 = distinct !{!"dup"}
!20 = !{i32 1, !"wchar_size", i32 4}
!21 = !{i32 7, !"PIC Level", i32 2}
!22 = !{i32 5, !"list", !0}
!23 = !{!"hand written"}
!24 = !{!"llvm.loop.mustprogress"}
!25 = !{!"llvm.loop.unroll.count", i32 4}
