; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define void @f() {
  ret void, !foo !10
}
define void @g() {
  ret void, !foo !13, !foo2 !15
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!7}
!u = !{!40}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !{!12, !13, !{!15}}
!12 = !{!9}
!13 = !DINamespace(name: "13", scope: !0)
!15 = !DINamespace(name: "15", scope: !0)
!5 = distinct !DISubprogram(name: "f", scope: !1, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!6 = !DISubroutineType(types: !{})
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!9 = distinct !DILocation(line: 3, scope: !5, inlinedAt: !11)
!11 = distinct !DILocation(line: 3, scope: !5)
!1 = !DIFile(filename: "a", directory: "b")
!40 = !{!41, !42, !43}
!41 = !DINamespace(name: "41", scope: !40)
!42 = !{!43}
!43 = !DINamespace(name: "43", scope: !42)
