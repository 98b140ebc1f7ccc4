; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; LLVM does not look at the metadata that it passes to intrinsics which it does not know.
define void @f() {
  call void @llvm.dbg.stoppoint(i32 1, i32 2, metadata !1)
  ret void
}
declare void @llvm.dbg.stoppoint(i32, i32, metadata)
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!1 = distinct !DISubprogram(name: "f", line: 2, unit: !0, scope: !0, spFlags: DISPFlagDefinition, type: !3)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
