; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
declare i1 @llvm.type.test(ptr, metadata)
@gv = global i32 0, !dbg !1
@gv2 = global i32 0, !foo !50
@gv3 = global i32 0, !dbg !51
@w = weak global i32 0
define void @callee() !dbg !5 { ret void }
define weak void @weak() !dbg !52 { ret void }
define void @caller(ptr %p) !dbg !10 {
  call void @callee()
  call void @weak()
  call void @callee(), !dbg !11
  call void %p()
  call void @callee(i32 1)
  store i32 0, ptr %p, !dbg !11, !DIAssignID !12
  %a = alloca i32, !DIAssignID !13
  #dbg_value(!13, !4, !DIExpression(), !9)
  ret void, !dbg !60
}
define void @cyclic() !dbg !70 {
  ret void, !dbg !71, !llvm.loop !72
}
define void @inlined() !dbg !80 {
  ret void, !dbg !81, !llvm.loop !82
}
define void @last(i32 %x) !dbg !90 {
  #dbg_value(i32 %x, !91, !DIExpression(), !92)
  #dbg_value(i32 %x, !93, !DIExpression(), !94)
  #dbg_value(i32 %x, !95, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !94)
  #dbg_value(!DIArgList(i32 %x, i32 1), !95, !DIExpression(DW_OP_LLVM_arg, 0), !94)
  #dbg_value(i32 poison, !95, !DIExpression(DW_OP_LLVM_entry_value, 1), !94)
  #dbg_assign(i32 %x, !96, !DIExpression(), !12, ptr undef, !DIExpression(6, 1), !94)
  %t = call i1 @llvm.type.test(ptr null, metadata !98), !dbg !94
  ret void, !dbg !94
}
define void @two() !dbg !100 !dbg !101 { ret void }
define void @argument(ptr %p) {
  %t = call i1 @llvm.type.test(ptr null, metadata !102)
  store i32 0, ptr %p, !DIAssignID !102
  ret void
}
declare !dbg !8 void @declared()
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!7, !1}
!llvm.dbg.sp = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a", directory: "b")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DILocalVariable(scope: !10, type: !3)
!5 = distinct !DISubprogram(name: "callee", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!6 = !DISubroutineType(types: !{})
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!8 = !DISubprogram(name: "declared", scope: !1, type: !6, spFlags: 0, unit: !7)
!9 = !DILocation(line: 3, scope: !10)
!10 = distinct !DISubprogram(name: "caller", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !16)
!11 = !DILocation(line: 4, scope: !10)
!12 = distinct !DIAssignID()
!13 = distinct !DIAssignID()
!16 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!50 = !DIBasicType(tag: DW_TAG_member)
!51 = !DIGlobalVariableExpression(var: null, expr: !DIExpression())
!52 = distinct !DISubprogram(name: "weak", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!60 = !DILocation(line: 4, scope: !10, atomGroup: 1, atomRank: 1)
!70 = distinct !DISubprogram(name: "cyclic", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!71 = !DILocation(line: 4, scope: !70)
!72 = distinct !{!72, !9, !71}
!80 = distinct !DISubprogram(name: "inlined", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!81 = !DILocation(line: 4, scope: !5, inlinedAt: !9)
!82 = distinct !{!82, !9}
!90 = distinct !DISubprogram(name: "last", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!91 = !DILocalVariable(scope: !10, type: !3)
!92 = !DILocation(line: 4, scope: !90)
!93 = !DILocalVariable(scope: !90, type: !2)
!2 = !{}
!94 = !DILocation(line: 5, scope: !90)
!95 = !DILocalVariable(scope: !90, type: !3, flags: DIFlagArtificial)
!96 = !DILocalVariable(scope: !90, type: !3, name: "r")
!98 = distinct !{!98, !99}
!99 = distinct !{!99, !50}
!100 = distinct !DISubprogram(name: "two", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!101 = distinct !DISubprogram(name: "three", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!102 = distinct !DIAssignID()
