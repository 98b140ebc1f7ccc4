; RUN: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define void @foo(ptr %p) !dbg !1 {
entry:
  call void @llvm.dbg.value(metadata ptr %p, metadata !4, metadata !DIExpression())
  call void @llvm.dbg.value(metadata ptr %p, metadata !2, metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.value(metadata ptr %p, metadata !4, metadata !2), !dbg !5
  call void @llvm.dbg.value(metadata !1, metadata !4, metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.value(metadata !"x", metadata !4, metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.value(metadata ptr %p, metadata !"x", metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.value(metadata ptr %p, metadata !4, metadata !"x"), !dbg !5
  call void @llvm.dbg.declare(metadata float 0.0, metadata !4, metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.label(metadata !4), !dbg !5
  call void @llvm.dbg.assign(metadata ptr %p, metadata !4, metadata !DIExpression(), metadata !2, metadata ptr %p, metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.assign(metadata ptr %p, metadata !4, metadata !DIExpression(), metadata !10, metadata !4, metadata !DIExpression()), !dbg !5
  call void @llvm.dbg.assign(metadata ptr %p, metadata !4, metadata !DIExpression(), metadata !10, metadata ptr %p, metadata !2), !dbg !5
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!7}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DISubprogram(name: "foo", type: !6, spFlags: DISPFlagDefinition, unit: !7)
!2 = !{}
!4 = !DILocalVariable(scope: !1)
!5 = !DILocation(line: 1, scope: !1)
!6 = !DISubroutineType(types: !2)
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !8)
!8 = !DIFile(filename: "a", directory: "b")
!9 = !DILabel(scope: !1, name: "x", file: !8, line: 1)
!10 = distinct !DIAssignID()
