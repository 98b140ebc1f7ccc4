; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p) {
  store i8 0, ptr %p, !noalias !{!"x"}
  store i8 0, ptr %p, !alias.scope !{!1}
  store i8 0, ptr %p, !alias.scope !{!2}
  store i8 0, ptr %p, !alias.scope !{!3}
  store i8 0, ptr %p, !alias.scope !{!4}
  store i8 0, ptr %p, !alias.scope !{!5}
  store i8 0, ptr %p, !alias.scope !{!6}
  store i8 0, ptr %p, !alias.scope !{!7}
  store i8 0, ptr %p, !alias.scope !{!20}
  store i8 0, ptr %p, !llvm.access.group !{!21}
  store i8 0, ptr %p, !llvm.access.group !{!"x"}
  store i8 0, ptr %p, !llvm.access.group !{!22}
  store i8 0, ptr %p, !llvm.access.group !{!20}
  store i8 0, ptr %p, !llvm.access.group !22
  store i8 0, ptr %p, !alias.scope !{!23}
  store i8 0, ptr %p, !noalias !{!24}
  ret void
}
!1 = distinct !{!1}
!2 = distinct !{i32 1, !10}
!3 = distinct !{!3, !10, i32 1}
!4 = distinct !{!4, !"x"}
!5 = distinct !{!5, !11}
!6 = distinct !{!6, !12}
!7 = distinct !{!7, !13}
!10 = distinct !{!10}
!11 = distinct !{!11, !"x", i32 1}
!12 = distinct !{i32 1}
!13 = distinct !{!13, i32 1}
!20 = !DILocation(line: 1, scope: !25)
!21 = distinct !{}
!22 = !{!21, !23}
!23 = !{}
!24 = !DIExpression()
!25 = distinct !DISubprogram(name: "s", type: !26)
!26 = !DISubroutineType(types: !23)
