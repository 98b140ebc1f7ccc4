; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @a() !prof !{!"function_entry_count"} {
  ret void
}
define void @b() !prof !{null, i64 1} {
  ret void
}
define void @c() !prof !{i32 1, i64 1} {
  ret void
}
define void @d() !prof !{!"other", i64 1} {
  ret void
}
define void @e() !prof !{!"function_entry_count", null} {
  ret void
}
define void @g() !prof !{!"function_entry_count", !"x"} {
  ret void
}
define void @h() !prof !{!"unknown"} {
  ret void
}
define void @i() !prof !{!"unknown", !"x"} !prof !{!"unknown", !"x"} {
  ret void
}
declare !prof !{!"function_entry_count", i64 1} void @j()
define void @k() !kcfi_type !{} {
  ret void
}
define void @l() !kcfi_type !{null} {
  ret void
}
define void @m() !kcfi_type !{!"x"} {
  ret void
}
define void @n() !kcfi_type !{float 1.0} {
  ret void
}
define void @o() !kcfi_type !{i64 1} {
  ret void
}
define void @p() !kcfi_type !{i32 1} !kcfi_type !{i32 1} {
  ret void
}
declare !kcfi_type !{i64 1} void @q()
define void @r() !prof !{!"synthetic_function_entry_count", i64 1} {
  ret void
}
define void @s() !prof !{!"unknown", !""} {
  ret void
}
