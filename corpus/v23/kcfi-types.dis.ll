; ModuleID = 'kcfi-types.bc'
source_filename = "kcfi-types.ll"

define void @a() !kcfi_type !0 {
  ret void
}

define void @b() !prof !1 !kcfi_type !0 {
  ret void
}

!0 = !{i32 1}
!1 = !{!"function_entry_count", i64 1}
