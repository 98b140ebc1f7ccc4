; ModuleID = 'metadata-attachments.bc'
source_filename = "metadata-attachments.ll"
target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr %p, ptr %q, float %x, i1 %c) !prof !0 !type !1 !section_prefix !2 !callback !3 !func_sanitize !5 !kcfi_type !6 !reqd_work_group_size !7 {
  %1 = load ptr, ptr %p, align 8, !tbaa !8, !invariant.load !11, !nonnull !11, !dereferenceable !12, !dereferenceable_or_null !12, !invariant.group !11, !align !12, !noundef !11
  %2 = load i32, ptr %q, align 4, !range !13, !alias.scope !14, !noalias !14, !nontemporal !17, !llvm.access.group !18, !annotation !19, !nosanitize !11
  %3 = fdiv float %x, 3.000000e+00, !fpmath !20
  store ptr %q, ptr %p, align 8, !captures !21
  %4 = call ptr @alloc(i64 4), !callees !22, !memprof !23, !callsite !25, !alloc_token !27, !srcloc !28
  %5 = atomicrmw add ptr %p, i32 1 seq_cst, align 4, !pcsections !29, !mmra !31, !noalias.addrspace !32
  call void %1(i32 1), !callee_type !33
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !35
  %6 = alloca i32, align 4, !coro.outside.frame !11
  br i1 %c, label %a, label %b, !prof !36, !make.implicit !11, !unpredictable !11

a:                                                ; preds = %a, %0
  br label %a, !llvm.mem.parallel_loop_access !18, !llvm.loop !37, !irr_loop !39

b:                                                ; preds = %0
  %7 = inttoptr i64 8 to ptr, !nofree !11
  ret void
}

declare ptr @alloc(i64)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

!0 = !{!"function_entry_count", i64 1000}
!1 = !{i64 16, !"_ZTS1A"}
!2 = !{!"section_prefix", !"hot"}
!3 = !{!4}
!4 = !{i64 1, i64 -1, i1 true}
!5 = distinct !{i32 846595819, null}
!6 = !{i32 12345}
!7 = !{i32 8, i32 1, i32 1}
!8 = !{!9, !9, i64 0}
!9 = !{!"any pointer", !10, i64 0}
!10 = !{!"omnipotent char"}
!11 = !{}
!12 = !{i64 8}
!13 = !{i32 0, i32 10, i32 20, i32 30}
!14 = !{!15}
!15 = distinct !{!15, !16}
!16 = distinct !{!16}
!17 = !{i32 1}
!18 = distinct !{}
!19 = !{!"auto-init", !"other"}
!20 = !{float 2.500000e+00}
!21 = !{!"address"}
!22 = !{ptr @alloc}
!23 = !{!24}
!24 = !{!25, !"cold", !26}
!25 = !{i64 123, i64 456}
!26 = !{i64 789, i64 16}
!27 = !{!"int", i1 false}
!28 = !{i64 99}
!29 = !{!"sec1", !30}
!30 = !{i64 10, !"x"}
!31 = !{!"foo", !"bar"}
!32 = !{i32 5, i32 6}
!33 = !{!34}
!34 = !{i64 0, !"_ZTSFviE.generalized"}
!35 = !{i64 0, i64 8, !8}
!36 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!37 = distinct !{!37, !38}
!38 = !{!"llvm.loop.vectorize.enable", i1 true}
!39 = !{!"loop_header_weight", i64 100}
