; ModuleID = 'clang-c-asan.bc'
source_filename = "mix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.item = type { i32, double, [12 x i8] }

$asan.module_ctor = comdat any

$asan.module_dtor = comdat any

$counter = comdat any

$.str.06ed968c1fbb34e67e325acb3901278e = comdat any

$table.06ed968c1fbb34e67e325acb3901278e = comdat any

@counter = global { i32, [28 x i8] } zeroinitializer, comdat, align 32
@.str = internal constant { [15 x i8], [17 x i8] } { [15 x i8] c"%f %d %llu %s\0A\00", [17 x i8] zeroinitializer }, comdat($.str.06ed968c1fbb34e67e325acb3901278e), align 32
@table = internal constant { [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }], [32 x i8] } { [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }] [{ i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 1, [4 x i8] zeroinitializer, double 5.000000e-01, [12 x i8] c"one\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 2, [4 x i8] zeroinitializer, double 1.250000e+00, [12 x i8] c"two\00\00\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }, { i32, [4 x i8], double, [12 x i8], [4 x i8] } { i32 3, [4 x i8] zeroinitializer, double 3.100000e+00, [12 x i8] c"three\00\00\00\00\00\00\00", [4 x i8] zeroinitializer }], [32 x i8] zeroinitializer }, comdat($table.06ed968c1fbb34e67e325acb3901278e), align 32
@___asan_gen_global = private unnamed_addr constant [8 x i8] c"counter\00", align 1
@__odr_asan_gen_counter = global i8 0, align 1
@___asan_gen_module = private constant [6 x i8] c"mix.c\00", align 1
@___asan_gen_global.2 = private unnamed_addr constant [5 x i8] c".str\00", align 1
@___asan_gen_global.3 = private unnamed_addr constant [6 x i8] c"table\00", align 1
@__asan_global_counter = private global { i64, i64, i64, i64, i64, i64, i64, i64 } { i64 ptrtoint (ptr @0 to i64), i64 4, i64 32, i64 ptrtoint (ptr @___asan_gen_global to i64), i64 ptrtoint (ptr @___asan_gen_module to i64), i64 0, i64 0, i64 ptrtoint (ptr @__odr_asan_gen_counter to i64) }, section "asan_globals", comdat($counter), !associated !0
@__asan_global_.str = private global { i64, i64, i64, i64, i64, i64, i64, i64 } { i64 ptrtoint (ptr @1 to i64), i64 15, i64 32, i64 ptrtoint (ptr @___asan_gen_global.2 to i64), i64 ptrtoint (ptr @___asan_gen_module to i64), i64 0, i64 0, i64 -1 }, section "asan_globals", comdat($.str.06ed968c1fbb34e67e325acb3901278e), !associated !1
@__asan_global_table = private global { i64, i64, i64, i64, i64, i64, i64, i64 } { i64 ptrtoint (ptr @2 to i64), i64 96, i64 128, i64 ptrtoint (ptr @___asan_gen_global.3 to i64), i64 ptrtoint (ptr @___asan_gen_module to i64), i64 0, i64 0, i64 -1 }, section "asan_globals", comdat($table.06ed968c1fbb34e67e325acb3901278e), !associated !2
@llvm.compiler.used = appending global [6 x ptr] [ptr @counter, ptr @.str, ptr @table, ptr @__asan_global_counter, ptr @__asan_global_.str, ptr @__asan_global_table], section "llvm.metadata"
@___asan_globals_registered = common hidden global i64 0
@__start_asan_globals = extern_weak hidden global i64
@__stop_asan_globals = extern_weak hidden global i64
@llvm.used = appending global [2 x ptr] [ptr @asan.module_ctor, ptr @asan.module_dtor], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @asan.module_ctor, ptr @asan.module_ctor }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @asan.module_dtor, ptr @asan.module_dtor }]

@0 = private alias { i32, [28 x i8] }, ptr @counter
@1 = private alias { [15 x i8], [17 x i8] }, ptr @.str
@2 = private alias { [3 x { i32, [4 x i8], double, [12 x i8], [4 x i8] }], [32 x i8] }, ptr @table

; Function Attrs: nofree norecurse nounwind sanitize_address memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) uwtable
define double @total(i32 noundef %n, float noundef %scale) local_unnamed_addr #0 {
entry:
  %cmp8 = icmp sgt i32 %n, 0
  br i1 %cmp8, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %conv = fpext float %scale to double
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.inc, %entry
  %sum.0.lcssa = phi double [ 0.000000e+00, %entry ], [ %9, %for.inc ]
  ret double %sum.0.lcssa

for.body:                                         ; preds = %for.body.lr.ph, %for.inc
  %i.010 = phi i32 [ 0, %for.body.lr.ph ], [ %inc3, %for.inc ]
  %sum.09 = phi double [ 0.000000e+00, %for.body.lr.ph ], [ %9, %for.inc ]
  %rem = urem i32 %i.010, 3
  %idxprom = zext nneg i32 %rem to i64
  %arrayidx = getelementptr inbounds nuw %struct.item, ptr @table, i64 %idxprom
  %weight = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %0 = ptrtoint ptr %weight to i64
  %1 = lshr i64 %0, 3
  %2 = add i64 %1, 2147450880
  %3 = inttoptr i64 %2 to ptr
  %4 = load i8, ptr %3, align 1
  %5 = icmp ne i8 %4, 0
  br i1 %5, label %6, label %7

6:                                                ; preds = %for.body
  call void @__asan_report_load8(i64 %0) #5
  unreachable

7:                                                ; preds = %for.body
  %8 = load double, ptr %weight, align 8, !tbaa !12
  %9 = tail call double @llvm.fmuladd.f64(double %8, double %conv, double %sum.09)
  switch i32 %i.010, label %for.inc [
    i32 7, label %sw.bb1.i
    i32 1, label %sw.bb1.i
    i32 2, label %sw.bb1.i
  ]

sw.bb1.i:                                         ; preds = %7, %7, %7
  %10 = load volatile i32, ptr @counter, align 4, !tbaa !8
  %inc = add nsw i32 %10, 1
  store volatile i32 %inc, ptr @counter, align 4, !tbaa !8
  br label %for.inc

for.inc:                                          ; preds = %7, %sw.bb1.i
  %inc3 = add nuw nsw i32 %i.010, 1
  %exitcond.not = icmp eq i32 %inc3, %n
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !15
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: nofree nounwind sanitize_address uwtable
define range(i32 -2147483647, -2147483648) i32 @main(i32 noundef %argc, ptr noundef readonly captures(none) %argv) local_unnamed_addr #2 {
entry:
  %cmp = icmp sgt i32 %argc, 1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %arrayidx = getelementptr inbounds nuw i8, ptr %argv, i64 8
  %0 = ptrtoint ptr %arrayidx to i64
  %1 = lshr i64 %0, 3
  %2 = add i64 %1, 2147450880
  %3 = inttoptr i64 %2 to ptr
  %4 = load i8, ptr %3, align 1
  %5 = icmp ne i8 %4, 0
  br i1 %5, label %6, label %7

6:                                                ; preds = %land.rhs
  call void @__asan_report_load8(i64 %0) #5
  unreachable

7:                                                ; preds = %land.rhs
  %8 = load ptr, ptr %arrayidx, align 8, !tbaa !18
  %9 = ptrtoint ptr %8 to i64
  %10 = lshr i64 %9, 3
  %11 = add i64 %10, 2147450880
  %12 = inttoptr i64 %11 to ptr
  %13 = load i8, ptr %12, align 1
  %14 = icmp ne i8 %13, 0
  br i1 %14, label %15, label %20, !prof !21

15:                                               ; preds = %7
  %16 = and i64 %9, 7
  %17 = trunc i64 %16 to i8
  %18 = icmp sge i8 %17, %13
  br i1 %18, label %19, label %20

19:                                               ; preds = %15
  call void @__asan_report_load1(i64 %9) #5
  unreachable

20:                                               ; preds = %15, %7
  %21 = load i8, ptr %8, align 1, !tbaa !22
  %cmp2 = icmp eq i8 %21, 120
  %22 = zext i1 %cmp2 to i32
  br label %land.end

land.end:                                         ; preds = %20, %entry
  %conv4 = phi i32 [ 0, %entry ], [ %22, %20 ]
  %cmp8.i = icmp sgt i32 %argc, 0
  br i1 %cmp8.i, label %for.body.i, label %total.exit

for.body.i:                                       ; preds = %land.end, %for.inc.i
  %i.010.i = phi i32 [ %inc3.i, %for.inc.i ], [ 0, %land.end ]
  %sum.09.i = phi double [ %32, %for.inc.i ], [ 0.000000e+00, %land.end ]
  %rem.i = urem i32 %i.010.i, 3
  %idxprom.i = zext nneg i32 %rem.i to i64
  %arrayidx.i = getelementptr inbounds nuw %struct.item, ptr @table, i64 %idxprom.i
  %weight.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %23 = ptrtoint ptr %weight.i to i64
  %24 = lshr i64 %23, 3
  %25 = add i64 %24, 2147450880
  %26 = inttoptr i64 %25 to ptr
  %27 = load i8, ptr %26, align 1
  %28 = icmp ne i8 %27, 0
  br i1 %28, label %29, label %30

29:                                               ; preds = %for.body.i
  call void @__asan_report_load8(i64 %23) #5
  unreachable

30:                                               ; preds = %for.body.i
  %31 = load double, ptr %weight.i, align 8, !tbaa !12
  %32 = tail call double @llvm.fmuladd.f64(double %31, double 0x3FB99999A0000000, double %sum.09.i)
  switch i32 %i.010.i, label %for.inc.i [
    i32 7, label %sw.bb1.i.i
    i32 1, label %sw.bb1.i.i
    i32 2, label %sw.bb1.i.i
  ]

sw.bb1.i.i:                                       ; preds = %30, %30, %30
  %33 = load volatile i32, ptr @counter, align 4, !tbaa !8
  %inc.i = add nsw i32 %33, 1
  store volatile i32 %inc.i, ptr @counter, align 4, !tbaa !8
  br label %for.inc.i

for.inc.i:                                        ; preds = %sw.bb1.i.i, %30
  %inc3.i = add nuw nsw i32 %i.010.i, 1
  %exitcond.not.i = icmp eq i32 %inc3.i, %argc
  br i1 %exitcond.not.i, label %total.exit, label %for.body.i, !llvm.loop !15

total.exit:                                       ; preds = %for.inc.i, %land.end
  %sum.0.lcssa.i = phi double [ 0.000000e+00, %land.end ], [ %32, %for.inc.i ]
  %and = and i32 %argc, 1
  %idxprom = zext nneg i32 %and to i64
  %arrayidx5 = getelementptr inbounds nuw %struct.item, ptr @table, i64 %idxprom
  %name = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 16
  %call6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, double noundef %sum.0.lcssa.i, i32 noundef %conv4, i64 noundef 1099511627776, ptr noundef nonnull %name)
  %34 = atomicrmw volatile add ptr @counter, i32 1 seq_cst, align 4
  %add = add i32 %34, 2
  ret i32 %add
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #3

declare void @__asan_report_load1(i64)

declare void @__asan_report_load8(i64)

declare void @__asan_register_elf_globals(i64, i64, i64)

declare void @__asan_unregister_elf_globals(i64, i64, i64)

declare void @__asan_init()

; Function Attrs: nounwind uwtable
define internal void @asan.module_ctor() #4 comdat {
  call void @__asan_init()
  call void @__asan_version_mismatch_check_v8()
  call void @__asan_register_elf_globals(i64 ptrtoint (ptr @___asan_globals_registered to i64), i64 ptrtoint (ptr @__start_asan_globals to i64), i64 ptrtoint (ptr @__stop_asan_globals to i64))
  ret void
}

declare void @__asan_version_mismatch_check_v8()

; Function Attrs: nounwind uwtable
define internal void @asan.module_dtor() #4 comdat {
  call void @__asan_unregister_elf_globals(i64 ptrtoint (ptr @___asan_globals_registered to i64), i64 ptrtoint (ptr @__start_asan_globals to i64), i64 ptrtoint (ptr @__stop_asan_globals to i64))
  ret void
}

attributes #0 = { nofree norecurse nounwind sanitize_address memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree nounwind sanitize_address uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind uwtable "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" }
attributes #5 = { nomerge }

!llvm.module.flags = !{!3, !4, !5, !6}
!llvm.ident = !{!7}
!llvm.errno.tbaa = !{!8}

!0 = !{ptr @counter}
!1 = !{ptr @.str}
!2 = !{ptr @table}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{i32 8, !"PIC Level", i32 2}
!5 = !{i32 7, !"uwtable", i32 2}
!6 = !{i32 4, !"nosanitize_address", i32 1}
!7 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!8 = !{!9, !9, i64 0}
!9 = !{!"int", !10, i64 0}
!10 = !{!"omnipotent char", !11, i64 0}
!11 = !{!"Simple C/C++ TBAA"}
!12 = !{!13, !14, i64 8}
!13 = !{!"", !9, i64 0, !14, i64 8, !10, i64 16}
!14 = !{!"double", !10, i64 0}
!15 = distinct !{!15, !16, !17}
!16 = !{!"llvm.loop.mustprogress"}
!17 = !{!"llvm.loop.unroll.disable"}
!18 = !{!19, !19, i64 0}
!19 = !{!"p1 omnipotent char", !20, i64 0}
!20 = !{!"any pointer", !10, i64 0}
!21 = !{!"branch_weights", i32 1, i32 1048575}
!22 = !{!10, !10, i64 0}
