; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@a0 = global i8 0, !associated !{}
@a1 = global i8 0, !associated !{null}
@a2 = global i8 0, !associated !{!"x"}
@a3 = global i8 0, !associated !{i32 4}
@a4 = global i8 0, !associated !{ptr @a4}
@a5 = global i8 0, !associated !{ptr @alias5}
@alias5 = alias i8, ptr @a5
@r0 = external global i8, !implicit.ref !{ptr @a0}
@r1 = global i8 0, !implicit.ref !{}
@r2 = global i8 0, !implicit.ref !{!"x"}
@r3 = global i8 0, !implicit.ref !{i32 4}
@r4 = global i8 0, !implicit.ref !{ptr @r4}
@r5 = global i8 0, !implicit.ref !{null}
@e0 = global i8 0, !elf_section_properties !{i32 1}
@e1 = global i8 0, !elf_section_properties !{!"x", i32 1}
@e2 = global i8 0, !elf_section_properties !{i32 1, !"x"}
@e3 = global i8 0, !elf_section_properties !{float 1.0, i32 1}
@e4 = global i8 0, !elf_section_properties !{i32 1, ptr null}
@s0 = external global i8, !absolute_symbol !{}
@s1 = external global i8, !absolute_symbol !{i64 1}
@s2 = external global i8, !absolute_symbol !{!"x", i64 2}
@s3 = external global i8, !absolute_symbol !{i64 1, !"x"}
@s4 = external global i8, !absolute_symbol !{i64 1, i32 2}
@s5 = external global i8, !absolute_symbol !{i64 4, i64 4}
@s6 = external global i8, !absolute_symbol !{i32 4, i32 5}
@s7 = external global i8, !absolute_symbol !{i64 -1, i64 -1}
@s8 = external global i8, !absolute_symbol !{i64 0, i64 256}
define void @f() !associated !{ptr @f} {
  ret void
}
declare !implicit.ref !{ptr @f} void @g()
define void @h() !implicit.ref !{ptr @h} {
  ret void
}
