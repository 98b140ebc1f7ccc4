; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define void @f(i32 %x, ptr %p) !dbg !5 {
  #dbg_declare(i32 %x, !4, !DIExpression(), !9)
  #dbg_declare(float 1.0, !4, !DIExpression(), !9)
  #dbg_value(i32 %x, !1, !DIExpression(), !9)
  #dbg_value(i32 %x, !4, !DIExpression(3), !9)
  #dbg_value(i32 %x, !4, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !9)
  #dbg_value(i32 %x, !4, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !9)
  #dbg_value(i32 %x, !4, !DIExpression(DW_OP_LLVM_entry_value, 1), !9)
  #dbg_value(!1, !4, !DIExpression(), !9)
  #dbg_value(i32 %x, !4, !1, !9)
  #dbg_value(i32 %x, !4, !DIExpression(), !11)
  #dbg_assign(i32 %x, !4, !DIExpression(), !1, ptr %p, !DIExpression(), !9)
  #dbg_assign(i32 %x, !4, !DIExpression(), !12, !1, !DIExpression(), !9)
  #dbg_assign(i32 %x, !4, !DIExpression(), !12, ptr %p, !1, !9)
  #dbg_assign(i32 %x, !4, !DIExpression(), !12, ptr %p, !DIExpression(), !9)
  #dbg_label(!1, !9)
  #dbg_label(!13, !11)
  #dbg_value(i32 %x, !14, !DIExpression(), !9)
  #dbg_value(i32 %x, !15, !DIExpression(), !9)
  ret void, !dbg !9
}
define void @g(ptr %p) !dbg !10 {
  store i32 0, ptr %p, !dbg !9, !DIAssignID !12
  %l = load i32, ptr %p, !dbg !9, !DIAssignID !12
  call void @f(i32 1, ptr null)
  ret void
}
define void @h() !dbg !10 !dbg !5 { ret void, !foo !9, !foo2 !{!9} }
define void @i() !dbg !1 { ret void }
define void @j() !dbg !10 { ret void }
define void @k() !dbg !17 { ret void }
declare !dbg !10 void @l()
declare !dbg !17 void @l2()
@gv = global i32 0, !dbg !1
@gv2 = global i32 0, !foo !{!9}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!7, !1}
!llvm.dbg.foo = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a", directory: "b")
!2 = !{}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DILocalVariable(scope: !5, type: !3)
!5 = distinct !DISubprogram(name: "f", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!6 = !DISubroutineType(types: !2)
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!9 = !DILocation(line: 3, scope: !5)
!10 = distinct !DISubprogram(name: "g", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !16)
!11 = !DILocation(line: 3, scope: !10)
!12 = distinct !DIAssignID()
!13 = !DILabel(scope: !5, name: "x", file: !1, line: 1)
!14 = !DILocalVariable(scope: !5, type: !3, arg: 1)
!15 = !DILocalVariable(scope: !5, type: !3, arg: 1, line: 3)
!16 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!17 = !DISubprogram(name: "g", scope: !1, type: !6, spFlags: 0)
