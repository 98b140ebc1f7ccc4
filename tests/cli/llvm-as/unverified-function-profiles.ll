; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line

define void @f() !prof !0 !prof !1 {
 ret void
}
!0=!{!"function_entry_count", i32 1}
!1=!{!"a", i32 2}
