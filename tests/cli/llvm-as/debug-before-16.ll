; RUN: %llvm-as-14 %s -o a.bc
; ORACLE: llvm-as-14 %s -o a.bc
declare !dbg !8 void @g()

define void @f() !dbg !5 {
  call void @g()
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DISubprogram(name: "g", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagOptimized)
