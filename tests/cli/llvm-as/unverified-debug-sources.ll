; RUN: %llvm-as-15 --disable-verify %s -o a.bc
; ORACLE: llvm-as-15 --disable-verify %s -o a.bc
; RUN: %llvm-dis-15 a.bc -o a.ll
; ORACLE: llvm-dis-15 a.bc -o a.ll
define void @f() !dbg !5 { ret void }
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!7}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "a", directory: "b")
!2 = !DIFile(filename: "c", directory: "b", source: "x")
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !2, type: !6, spFlags: DISPFlagDefinition, unit: !7)
!6 = !DISubroutineType(types: !{})
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
