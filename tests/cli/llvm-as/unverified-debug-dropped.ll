; RUN: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define void @f(i32 %x) !dbg !5 {
  #dbg_value(i32 %x, !9, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !10)
  ret void, !dbg !10
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!llvm.dbg.cu = !{!7}
!1 = !DIFile(filename: "a", directory: "b")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "f", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !11)
!6 = !DISubroutineType(types: !{})
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!9 = !DILocalVariable(scope: !5, type: !3)
!10 = !DILocation(line: 4, scope: !5)
!11 = !{!12}
!12 = !DILocalVariable(scope: !13, type: !3)
!13 = distinct !DISubprogram(name: "g", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
