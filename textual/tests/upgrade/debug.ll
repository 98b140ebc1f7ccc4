; Calls of debug intrinsics become records.
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
define void @f(i32 %a) !dbg !3 {
  %x = alloca i32, align 4, !DIAssignID !9
  call void @llvm.dbg.declare(metadata ptr %x, metadata !5, metadata !DIExpression()), !dbg !6
  call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()), !dbg !6
  call void @llvm.dbg.addr(metadata ptr %x, metadata !7, metadata !DIExpression(DW_OP_plus_uconst, 4)), !dbg !6
  call void @llvm.dbg.assign(metadata i32 %a, metadata !5, metadata !DIExpression(), metadata !9, metadata ptr %x, metadata !DIExpression()), !dbg !6
  store i32 %a, ptr %x, align 4, !dbg !6
  call void @llvm.dbg.label(metadata !8), !dbg !6
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "f.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !{})
!5 = !DILocalVariable(name: "x", scope: !3, file: !2, line: 2)
!6 = !DILocation(line: 2, scope: !3)
!7 = !DILocalVariable(name: "a", arg: 1, scope: !3, file: !2, line: 1)
!8 = !DILabel(scope: !3, name: "l", file: !2, line: 3)
!9 = distinct !DIAssignID()
