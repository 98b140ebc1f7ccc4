; Types for control-flow integrity are checked before other attachments, so no other kind is looked up.
define void @a() !kcfi_type !0 {
  ret void
}
define void @b() !kcfi_type !0 !prof !1 {
  ret void
}
!0 = !{i32 1}
!1 = !{!"function_entry_count", i64 1}
