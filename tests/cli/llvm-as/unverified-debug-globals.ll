; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
@gv = global i32 0, !dbg !1
@gv2 = global i32 0, !foo !2
@gv3 = global i32 0, !dbg !4
declare !foo !2 void @d()
declare !dbg !20 void @d2()
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
!2 = !{!3}
!3 = !DIBasicType(tag: DW_TAG_member)
!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression(3))
!5 = distinct !DIGlobalVariable(name: "g", type: !6, scope: null, file: !9)
!6 = !DIBasicType(tag: DW_TAG_variable)
!9 = !{}
!20 = !DIFile(filename: "a", directory: "b")
