; ModuleID = 'debug-records.bc'
source_filename = "debug-records.ll"

define i32 @f(i32 %x, ptr %p, float %y) !dbg !3 {
entry:
    #dbg_value(i32 %x, !7, !DIExpression(), !8)
    #dbg_value(i32 5, !9, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !8)
  %a = alloca i32, align 4, !DIAssignID !10
    #dbg_declare(ptr %a, !9, !DIExpression(), !11)
    #dbg_assign(i32 undef, !9, !DIExpression(), !10, ptr %a, !DIExpression(), !8)
    #dbg_label(!12, !8)
  store i32 %x, ptr %a, align 4, !dbg !8, !DIAssignID !13
    #dbg_assign(i32 %x, !9, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !13, ptr %a, !DIExpression(DW_OP_plus_uconst, 4), !11)
    #dbg_value(!DIArgList(i32 %x, i32 3, ptr %p), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_LLVM_arg, 2, DW_OP_plus, DW_OP_stack_value), !8)
    #dbg_value(!DIArgList(), !7, !DIExpression(), !8)
    #dbg_value(ptr @f, !7, !DIExpression(), !8)
    #dbg_value(float %y, !14, !DIExpression(), !16)
    #dbg_value(float 1.000000e+00, !14, !DIExpression(), !16)
    #dbg_value(i32 poison, !7, !DIExpression(), !8)
    #dbg_value(!18, !7, !DIExpression(), !8)
    #dbg_declare_value(i32 %x, !7, !DIExpression(), !8)
    #dbg_declare(!18, !7, !DIExpression(), !8)
  br label %next, !dbg !8

next:                                             ; preds = %next, %entry
  %later = phi i32 [ 1, %entry ], [ %b, %next ]
    #dbg_value(i32 %later, !7, !DIExpression(), !8)
  %b = add i32 %later, 1, !dbg !19
    #dbg_value(i32 %b, !7, !DIExpression(), !19)
    #dbg_label(!20, !19)
  %c = icmp eq i32 %b, 10, !dbg !21
  br i1 %c, label %exit, label %next, !dbg !22

exit:                                             ; preds = %next
    #dbg_value(i64 0, !7, !DIExpression(), !8)
  ret i32 %b, !dbg !23
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "r.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{!6, !6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "x", arg: 1, scope: !3, file: !1, line: 1, type: !6)
!8 = !DILocation(line: 1, column: 2, scope: !3)
!9 = !DILocalVariable(name: "a", scope: !3, file: !1, line: 2, type: !6)
!10 = distinct !DIAssignID()
!11 = !DILocation(line: 2, scope: !3)
!12 = !DILabel(scope: !3, name: "l1", file: !1, line: 4)
!13 = distinct !DIAssignID()
!14 = !DILocalVariable(name: "y", scope: !15, file: !1, line: 3)
!15 = distinct !DISubprogram(name: "inlined", scope: !1, file: !1, line: 9, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!16 = !DILocation(line: 9, column: 1, scope: !15, inlinedAt: !17)
!17 = distinct !DILocation(line: 3, column: 3, scope: !3)
!18 = !{}
!19 = !DILocation(line: 4, column: 1, scope: !3)
!20 = !DILabel(scope: !3, name: "l2", file: !1, line: 5)
!21 = !DILocation(line: 4, column: 9, scope: !3)
!22 = !DILocation(line: 4, column: 20, scope: !3)
!23 = !DILocation(line: 5, column: 1, scope: !3)
