; RUN: %llvm-as-16 %s -o a.bc
; ORACLE: llvm-as-16 %s -o a.bc
define void @f(ptr %p) !dbg !5 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_D, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.d", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !11)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!10 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !5, entity: !1, file: !1, line: 1)
!11 = !{!10}
