; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@f = ifunc void (), ptr @r, !dbg !0, !prof !{i32 7}
@g = ifunc void (), ptr @r, !prof !0, !dbg !{i32 7}
@h = ifunc void (), ptr @r, !foo !0
@i = ifunc void (), ptr @i, !foo !0, !dbg !3
@j = linkonce_odr hidden ifunc void (), ptr @r, !dbg !5
!0 = !{!1}
!1 = !DILocation(scope: !2)
!2 = distinct !DISubprogram(name: "f", type: !6)
!3 = !{!1}
!4 = !{!1}
!5=!{}
!6=!DISubroutineType(types: !5)
define ptr @r() {
  ret ptr null
}@k = ifunc void (), ptr @r, !prof !5, !foo !0
@l = ifunc void (), ptr @l, !foo !5
