; RUN: %llvm-as-23 -allow-incomplete-ir %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 -allow-incomplete-ir %s -o - | llvm-dis-23 - -o -
; Attachments of missing nodes are dropped, and calls of debug intrinsics with them.
define void @g() !dbg !4 {
  call void @a(), !dbg !6
  call void @a(), !dbg !7, !foo !8, !bar !6
  ret void, !dbg !6
}
declare !kcfi_type !99 void @d()
@v = global i32 0, !dbg !77, !type !6

!4 = distinct !DISubprogram(name: "g", unit: !11, type: !20)
!6 = !DILocation(line: 1, scope: !4)
!11 = distinct !DICompileUnit(language: DW_LANG_C, file: !12, emissionKind: FullDebug)
!12 = !DIFile(filename: "a", directory: "b")
!llvm.dbg.cu = !{!11}
!llvm.module.flags = !{!13}
!13 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !DISubroutineType(types: !21)
!21 = !{null}
define void @h(ptr %p) {
  call void @llvm.dbg.value(metadata ptr %p, metadata !70, metadata !DIExpression())
  call void @llvm.experimental.noalias.scope.decl(metadata !71)
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.experimental.noalias.scope.decl(metadata)
