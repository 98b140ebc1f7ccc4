; Debug records of all kinds, with values, constants, argument lists, expressions, at every place in a block.
define i32 @f(i32 %x, ptr %p, float %y) !dbg !5 {
entry:
    #dbg_value(i32 %x, !9, !DIExpression(), !20)
    #dbg_value(i32 5, !10, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !20)
  %a = alloca i32, align 4, !DIAssignID !30
    #dbg_declare(ptr %a, !10, !DIExpression(), !21)
    #dbg_assign(i32 undef, !10, !DIExpression(), !30, ptr %a, !DIExpression(), !20)
    #dbg_label(!12, !20)
  store i32 %x, ptr %a, align 4, !dbg !20, !DIAssignID !31
    #dbg_assign(i32 %x, !10, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !31, ptr %a, !DIExpression(DW_OP_plus_uconst, 4), !21)
    #dbg_value(!DIArgList(i32 %x, i32 3, ptr %p), !9, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_LLVM_arg, 2, DW_OP_plus, DW_OP_stack_value), !20)
    #dbg_value(!DIArgList(), !9, !DIExpression(), !20)
    #dbg_value(ptr @f, !9, !DIExpression(), !20)
    #dbg_value(float %y, !11, !DIExpression(), !22)
    #dbg_value(float 1.000000e+00, !11, !DIExpression(), !22)
    #dbg_value(i32 poison, !9, !DIExpression(), !20)
    #dbg_value(!8, !9, !DIExpression(), !20)
    #dbg_declare_value(i32 %x, !9, !DIExpression(), !20)
    #dbg_declare(!8, !9, !DIExpression(), !20)
  br label %next, !dbg !20

next:
  %later = phi i32 [ 1, %entry ], [ %b, %next ]
    #dbg_value(i32 %later, !9, !DIExpression(), !20)
  %b = add i32 %later, 1, !dbg !23
    #dbg_value(i32 %b, !9, !DIExpression(), !23)
    #dbg_label(!13, !23)
  %c = icmp eq i32 %b, 10, !dbg !24
  br i1 %c, label %exit, label %next, !dbg !25

exit:
    #dbg_value(i64 0, !9, !DIExpression(), !20)
  ret i32 %b, !dbg !26
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "r.c", directory: "/")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(types: !{!3, !3})
!5 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!8 = !{}
!9 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !2, line: 1, type: !3)
!10 = !DILocalVariable(name: "a", scope: !5, file: !2, line: 2, type: !3)
!11 = !DILocalVariable(name: "y", scope: !14, file: !2, line: 3)
!12 = !DILabel(scope: !5, name: "l1", file: !2, line: 4)
!13 = !DILabel(scope: !5, name: "l2", file: !2, line: 5)
!14 = distinct !DISubprogram(name: "inlined", scope: !2, file: !2, line: 9, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!20 = !DILocation(line: 1, column: 2, scope: !5)
!21 = !DILocation(line: 2, scope: !5)
!22 = !DILocation(line: 9, column: 1, scope: !14, inlinedAt: !27)
!23 = !DILocation(line: 4, column: 1, scope: !5)
!24 = !DILocation(line: 4, column: 9, scope: !5)
!25 = !DILocation(line: 4, column: 20, scope: !5)
!26 = !DILocation(line: 5, column: 1, scope: !5)
!27 = distinct !DILocation(line: 3, column: 3, scope: !5)
!30 = distinct !DIAssignID()
!31 = distinct !DIAssignID()
