; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define void @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
    #dbg_value(i32 0, !4, !DIExpression(), !9)
  %p = phi i32 [0, %a], [1, %entry]
    #dbg_value(i32 0, !4, !DIExpression(), !9)
  %p2 = phi i32 [0, %a], [1, %entry]
  ret void
}
define void @fe() {
entry:
  store i32 1, ptr null, !DIAssignID !12
  #dbg_value(!12, !4, !DIExpression(), !9)
  #dbg_value(!DIExpression(), !4, !DIExpression(), !9)
  br label %entry
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!7}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a", directory: "b")
!2 = !{!9}
!4 = !DILocalVariable(scope: !5, type: !30)
!5 = distinct !DISubprogram(name: "f", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!6 = !DISubroutineType(types: !{})
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!9 = distinct !DILocation(line: 3, scope: !5)
!12 = distinct !DIAssignID()
!30 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
