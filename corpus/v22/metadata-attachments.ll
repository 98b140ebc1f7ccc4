; Every fixed attachment kind, on instructions, functions and variables.
target triple = "x86_64-unknown-linux-gnu"

@v = global i32 0, !type !8, !vcall_visibility !9, !absolute_symbol !10, !associated !11, !exclude !0
@w = global i32 1, !implicit.ref !11, !pcsections !12

define void @f(ptr %p, ptr %q, float %x, i1 %c) !prof !13 !section_prefix !14 !type !8 !kcfi_type !15 !callback !16 !func_sanitize !17 !reqd_work_group_size !18 {
  %1 = load ptr, ptr %p, align 8, !tbaa !1, !nonnull !0, !dereferenceable !4, !dereferenceable_or_null !4, !align !4, !noundef !0, !invariant.load !0, !invariant.group !0
  %2 = load i32, ptr %q, !range !5, !alias.scope !6, !noalias !6, !nontemporal !7, !llvm.access.group !19, !nosanitize !0, !annotation !20
  %3 = fdiv float %x, 3.0, !fpmath !21
  store ptr %q, ptr %p, !captures !22
  %4 = call ptr @alloc(i64 4), !heapallocsite !0, !alloc_token !23, !memprof !24, !callsite !25, !callees !26, !srcloc !27
  %5 = atomicrmw add ptr %p, i32 1 seq_cst, !mmra !28, !noalias.addrspace !29, !pcsections !12
  call void %1(i32 1), !callee_type !30
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !31, !DIAssignID !32
  %6 = alloca i32, !coro.outside.frame !0, !DIAssignID !33
  br i1 %c, label %a, label %b, !prof !34, !unpredictable !0, !make.implicit !0

a:
  br label %a, !llvm.loop !35, !irr_loop !36, !llvm.mem.parallel_loop_access !19

b:
  %7 = inttoptr i64 8 to ptr, !nofree !0
  ret void
}

declare ptr @alloc(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"any pointer", !3, i64 0}
!3 = !{!"omnipotent char"}
!4 = !{i64 8}
!5 = !{i32 0, i32 10, i32 20, i32 30}
!6 = !{!37}
!7 = !{i32 1}
!8 = !{i64 16, !"_ZTS1A"}
!9 = !{i64 1}
!10 = !{i64 -1, i64 -1}
!11 = !{ptr @f}
!12 = !{!"sec1", !38}
!13 = !{!"function_entry_count", i64 1000}
!14 = !{!"section_prefix", !"hot"}
!15 = !{i32 12345}
!16 = !{!39}
!17 = !{i32 846595819, ptr @v}
!18 = !{i32 8, i32 1, i32 1}
!19 = distinct !{}
!20 = !{!"auto-init", !"other"}
!21 = !{float 2.5}
!22 = !{!"address"}
!23 = !{!"int", i1 false}
!24 = !{!40}
!25 = !{i64 123, i64 456}
!26 = !{ptr @alloc}
!27 = !{i64 99}
!28 = !{!"foo", !"bar"}
!29 = !{i32 5, i32 6}
!30 = !{!41}
!31 = !{i64 0, i64 8, !1}
!32 = distinct !DIAssignID()
!33 = distinct !DIAssignID()
!34 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!35 = distinct !{!35, !42}
!36 = !{!"loop_header_weight", i64 100}
!37 = distinct !{!37, !43}
!38 = !{i64 10, !"x"}
!39 = !{i64 1, i64 -1, i1 true}
!40 = !{!44, !"cold", !45}
!41 = !{i64 0, !"_ZTSFviE.generalized"}
!42 = !{!"llvm.loop.vectorize.enable", i1 true}
!43 = distinct !{!43}
!44 = !{i64 123, i64 456}
!45 = !{i64 789, i64 16}
