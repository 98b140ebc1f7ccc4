; ModuleID = 'metadata-attachments.bc'
source_filename = "metadata-attachments.ll"
target triple = "x86_64-unknown-linux-gnu"

@v = global i32 0, !type !0, !absolute_symbol !1, !associated !2, !vcall_visibility !3, !exclude !4
@w = global i32 1, !pcsections !5, !implicit.ref !2

define void @f(ptr %p, ptr %q, float %x, i1 %c) !prof !7 !type !0 !section_prefix !8 !callback !9 !func_sanitize !11 !kcfi_type !12 !reqd_work_group_size !13 {
  %1 = load ptr, ptr %p, align 8, !tbaa !14, !invariant.load !4, !nonnull !4, !dereferenceable !17, !dereferenceable_or_null !17, !invariant.group !4, !align !17, !noundef !4
  %2 = load i32, ptr %q, align 4, !range !18, !alias.scope !19, !noalias !19, !nontemporal !22, !llvm.access.group !23, !annotation !24, !nosanitize !4
  %3 = fdiv float %x, 3.000000e+00, !fpmath !25
  store ptr %q, ptr %p, align 8, !captures !26
  %4 = call ptr @alloc(i64 4), !callees !27, !memprof !28, !callsite !30, !alloc_token !32, !srcloc !33
  %5 = atomicrmw add ptr %p, i32 1 seq_cst, align 4, !pcsections !5, !mmra !34, !noalias.addrspace !35
  call void %1(i32 1), !callee_type !36
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !38
  %6 = alloca i32, align 4, !coro.outside.frame !4
  br i1 %c, label %a, label %b, !prof !39, !make.implicit !4, !unpredictable !4

a:                                                ; preds = %a, %0
  br label %a, !llvm.mem.parallel_loop_access !23, !llvm.loop !40, !irr_loop !42

b:                                                ; preds = %0
  %7 = inttoptr i64 8 to ptr, !nofree !4
  ret void
}

declare ptr @alloc(i64)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!0 = !{i64 16, !"_ZTS1A"}
!1 = !{i64 -1, i64 -1}
!2 = !{ptr @f}
!3 = !{i64 1}
!4 = !{}
!5 = !{!"sec1", !6}
!6 = !{i64 10, !"x"}
!7 = !{!"function_entry_count", i64 1000}
!8 = !{!"section_prefix", !"hot"}
!9 = !{!10}
!10 = !{i64 1, i64 -1, i1 true}
!11 = !{i32 846595819, ptr @v}
!12 = !{i32 12345}
!13 = !{i32 8, i32 1, i32 1}
!14 = !{!15, !15, i64 0}
!15 = !{!"any pointer", !16, i64 0}
!16 = !{!"omnipotent char"}
!17 = !{i64 8}
!18 = !{i32 0, i32 10, i32 20, i32 30}
!19 = !{!20}
!20 = distinct !{!20, !21}
!21 = distinct !{!21}
!22 = !{i32 1}
!23 = distinct !{}
!24 = !{!"auto-init", !"other"}
!25 = !{float 2.500000e+00}
!26 = !{!"address"}
!27 = !{ptr @alloc}
!28 = !{!29}
!29 = !{!30, !"cold", !31}
!30 = !{i64 123, i64 456}
!31 = !{i64 789, i64 16}
!32 = !{!"int", i1 false}
!33 = !{i64 99}
!34 = !{!"foo", !"bar"}
!35 = !{i32 5, i32 6}
!36 = !{!37}
!37 = !{i64 0, !"_ZTSFviE.generalized"}
!38 = !{i64 0, i64 8, !14}
!39 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!40 = distinct !{!40, !41}
!41 = !{!"llvm.loop.vectorize.enable", i1 true}
!42 = !{!"loop_header_weight", i64 100}
