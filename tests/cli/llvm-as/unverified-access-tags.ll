; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, i32 %n) {
  %a = add i32 %n, 1, !tbaa !10
  store i8 0, ptr %p, !tbaa !{}
  store i8 0, ptr %p, !tbaa !{!1, !1}
  store i8 0, ptr %p, !tbaa !{!"old", !1}
  store i8 0, ptr %p, !tbaa !{!"old", !1, i64 1}
  store i8 0, ptr %p, !tbaa !{!"x", !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!1, !1, i64 0, i64 1, i64 1}
  store i8 0, ptr %p, !tbaa !{!1, !1, i64 0, i64 2}
  store i8 0, ptr %p, !tbaa !{!1, !1, i64 0, !"x"}
  store i8 0, ptr %p, !tbaa !{!1, !"x", i64 0}
  store i8 0, ptr %p, !tbaa !{!1, !20, i64 0}
  store i8 0, ptr %p, !tbaa !{!1, !1, !"x"}
  store i8 0, ptr %p, !tbaa !{!1, !1, i64 4}
  store i8 0, ptr %p, !tbaa !{!20, !1, i32 0}
  store i8 0, ptr %p, !tbaa !{!20, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!21, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!22, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!23, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!24, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!25, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!26, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!27, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!28, !1, i64 1}
  store i8 0, ptr %p, !tbaa !{!29, !1, i64 1}
  store i8 0, ptr %p, !tbaa !{!0, !1, i64 0}
  store i8 0, ptr %p, !tbaa !{!30, !30, i64 0, i64 4}
  store i8 0, ptr %p, !tbaa !{!30, !30, i64 0}
  store i8 0, ptr %p, !tbaa !{!30, !30, i64 0, !"x"}
  store i8 0, ptr %p, !tbaa !{!31, !30, i64 0, i64 4}
  store i8 0, ptr %p, !tbaa !{!32, !30, i64 0, i64 4}
  store i8 0, ptr %p, !tbaa !{!33, !30, i64 0, i64 4}
  store i8 0, ptr %p, !tbaa !{!30, !30, i64 0, i64 4, i64 3}
  store i8 0, ptr %p, !tbaa !{!30, !30, i64 0, i64 4, !"x"}
  store i8 0, ptr %p, !tbaa !{!34, !1, i64 0}
  ret void
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !0, i64 0}
!10 = !{!1, !1, i64 0}
!20 = !{!"struct", !1, i64 0, !2, i64 8}
!21 = !{!"even", !1, i64 0, !2}
!22 = !{i32 1, !1, i64 0, !2, i64 8}
!23 = !{!"entry", !"x", i64 0, !2, i64 8}
!24 = !{!"offset", !1, !"x", !2, i64 8}
!25 = !{!"widths", !1, i64 0, !2, i32 8}
!26 = !{!"order", !1, i64 8, !2, i64 0}
!27 = !{!"cycle", !27, i64 0, !2, i64 8}
!28 = !{!"before", !1, i64 4, !2, i64 8}
!29 = !{!"inside", !2, i64 0, !1, i64 8}
!30 = !{!0, i64 4, !"new"}
!31 = !{!0, !"x", !"size", !30, i64 0, i64 4}
!32 = !{!0, i64 8, !"s", !30, i64 0}
!33 = !{!0, i64 8, !"s", !30, i64 0, !"x"}
!34 = !{!"other", !2, i64 0}
