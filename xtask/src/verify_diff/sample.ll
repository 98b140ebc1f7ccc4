source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.pair = type { i32, ptr }

$group = comdat any

@g = global i32 5, align 4
@array = internal constant [2 x i32] [i32 1, i32 2], comdat($group), align 8
@vector = global <4 x i32> zeroinitializer, align 16
@address = global i64 ptrtoint (ptr @g to i64)
@type_info = external constant ptr
@a = alias i32, ptr @g

define i32 @f(i32 %0, ptr %p, <4 x i32> %v, float %x) #0 personality ptr @__gxx_personality_v0 !dbg !5 !prof !20 {
  %2 = alloca i32, align 4
  %slots = alloca <2 x i64>, align 16
  %3 = add nsw i32 %0, 1, !annotation !21
  store i32 %3, ptr %2, align 4, !dbg !9, !tbaa !13
    #dbg_declare(ptr %2, !10, !DIExpression(), !9)
    #dbg_value(i32 %3, !10, !DIExpression(DW_OP_plus_uconst, 1), !9)
  %4 = load i32, ptr %p, align 4, !dbg !9, !tbaa !13, !range !22
  %5 = icmp slt i32 %4, %3
  %6 = zext i32 %4 to i64
  %wide = sext i32 %4 to i64
  %narrow = trunc i64 %wide to i8
  %7 = getelementptr inbounds %struct.pair, ptr %p, i64 %6, i32 1
  %8 = extractelement <4 x i32> %v, i32 2
  %9 = cmpxchg ptr %7, i32 %8, i32 0 acq_rel monotonic
  %10 = atomicrmw add ptr %2, i32 1 seq_cst, align 4
  %11 = fadd float %x, 1.0, !fpmath !23
  br i1 %5, label %then, label %else, !prof !24

then:
  %a = call i32 @callee(i32 %4, ptr noundef @g) #1, !dbg !9
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %2, i64 4, i1 false), !dbg !9
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %read = call i64 @llvm.read_register.i64(metadata !25)
  br label %join

else:
  %b = invoke i32 @callee(i32 %4, ptr null)
          to label %join unwind label %lpad

lpad:
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr @type_info
  resume { ptr, i32 } %pad

join:
  %c = phi i32 [ %a, %then ], [ %b, %else ]
  %product = mul i32 %4, 2
  switch i32 %c, label %default [
    i32 1, label %one
    i32 2, label %default
  ]

one:
  br label %default, !llvm.loop !26

default:
  ret i32 %c, !dbg !9
}

define void @w() gc "statepoint-example" personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @plain()
          to label %done unwind label %dispatch

dispatch:
  %cs = catchswitch within none [label %handler] unwind label %cleanup

handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @plain() [ "funclet"(token %cp) ]
  catchret from %cp to label %done

cleanup:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller

done:
  ret void
}

declare i32 @callee(i32, ptr noundef) #1

declare void @plain()

declare i32 @__gxx_personality_v0(...)

declare i32 @__CxxFrameHandler3(...)

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

declare void @llvm.assume(i1)

declare i64 @llvm.read_register.i64(metadata)

attributes #0 = { nounwind uwtable "frame-pointer"="all" }
attributes #1 = { noinline }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "sample.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = !{!"x"}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !12)
!6 = !DISubroutineType(types: !7)
!7 = !{!8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, column: 3, scope: !5)
!10 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 2, type: !8)
!12 = !{!10}
!13 = !{!14, !14, i64 0}
!14 = !{!"int", !15, i64 0}
!15 = !{!"char", !16, i64 0}
!16 = !{!"root"}
!20 = !{!"function_entry_count", i64 10}
!21 = !{!"note"}
!22 = !{i32 0, i32 10}
!23 = !{float 2.5}
!24 = !{!"branch_weights", i32 1, i32 2}
!25 = !{!"rsp"}
!26 = distinct !{!26, !27}
!27 = !{!"llvm.loop.mustprogress"}
