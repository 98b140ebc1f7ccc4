; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line

define void @f() !dbg !5 {
  %p = select i1 true, ptr @llvm.foo, ptr null
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !4, emissionKind: FullDebug)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DIFile(filename: "a", directory: "b")
!5 = distinct !DISubprogram(name: "f", file: !4, line: 1, type: !6, unit: !2)
!6 = !DISubroutineType(types: !7)
!7 = !{}
