; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @a1() noinline alwaysinline optnone
declare void @a2() optnone
declare void @a3() optnone noinline optsize minsize optdebug
declare void @a4() optnone noinline minsize optdebug
declare void @a5() optnone noinline optdebug
declare void @a6() sanitize_realtime sanitize_realtime_blocking
declare void @a7() optdebug optsize minsize
declare void @a8() optdebug minsize
declare void @a9(ptr writable) memory(read)
declare void @a10(ptr writable) memory(argmem: readwrite)
declare void @a10a(ptr writable) memory(argmem: read)
declare void @a11() "aarch64_pstate_sm_enabled" "aarch64_pstate_sm_compatible"
declare void @a12() "aarch64_new_za" "aarch64_in_za"
declare void @a13() "aarch64_za_state_agnostic" "aarch64_in_za"
declare void @a14() "aarch64_new_zt0" "aarch64_preserves_zt0"
declare void @a15() "aarch64_za_state_agnostic" "aarch64_in_zt0"
declare void @a16() jumptable
declare void @a17() unnamed_addr jumptable
declare void @a17b() local_unnamed_addr jumptable
declare void @a18(i32) allocsize(1)
declare void @a19(ptr) allocsize(0)
declare void @a20(i32) allocsize(0,1)
declare void @a21(i32,ptr) allocsize(0,1)
declare void @a23() allockind("alloc,realloc")
declare void @a24() allockind("free,zeroed")
declare void @a25() allockind("alloc,zeroed,uninitialized")
declare void @a25b() allockind("aligned,zeroed,uninitialized")
declare ptr @a26(i64) "alloc-variant-zeroed"=""
declare ptr @a27(i64) "alloc-variant-zeroed"="nope"
declare ptr @c(i64) "alloc-variant-zeroed"="c_zeroed" "alloc-family"="C"
declare ptr @c_zeroed(i64)
declare ptr @d(i64) "alloc-variant-zeroed"="d_zeroed" "alloc-family"="D"
declare ptr @d_zeroed(i64) "alloc-family"="D"
declare ptr @e(i64) "alloc-variant-zeroed"="e_zeroed" "alloc-family"="E"
declare ptr @e_zeroed(i64, i64) "alloc-family"="E" allockind("zeroed")
declare cc99 ptr @f(i64) "alloc-variant-zeroed"="f_zeroed" "alloc-family"="F"
declare cc100 ptr @f_zeroed(i64) "alloc-family"="F" allockind("alloc,zeroed")
declare ptr @g(i64) "alloc-variant-zeroed"="g_zeroed"
declare ptr @g_zeroed(i64)
declare ptr @h(i64) "alloc-variant-zeroed"="h_zeroed" "alloc-family"="H"
declare cc99 ptr @h_zeroed(i32)
@gv = global i32 0
declare ptr @i(i64) "alloc-variant-zeroed"="gv" "alloc-family"="H"
declare ptr @j(i64) "alloc-variant-zeroed"
declare void @k() vscale_range(0,0)
declare void @k1() vscale_range(0,3)
declare void @k2() vscale_range(3,0)
declare void @k3() vscale_range(4,2)
declare void @k4() vscale_range(2,3)
declare void @k5() vscale_range(5,3)
declare void @k6() vscale_range(2)
declare void @b2(ptr elementtype(i32))
declare elementtype(i32) ptr @b3()
declare void @b4() speculatable preallocated(i32)
declare void @nb(ptr %p) naked
define void @nk(ptr %p, i32 %x) naked {
  store i32 %x, ptr %p
  ret void
}
declare ptr @first(i64) allockind("free,zeroed") "alloc-variant-zeroed"="c_zeroed" "alloc-family"="C" vscale_range(0,3) "frame-pointer"="x"
declare void @size_ends(i32) "frame-pointer"="x" allocsize(3)
declare void @order(ptr writable) optnone jumptable memory(read)
declare void @in_group() #0
declare void @aligned() #1
attributes #0 = { builtin noinline }
attributes #1 = { align=8 }
declare ptr @fam_z(i64) "alloc-family"="z"
declare ptr @fam_z2(i64) "alloc-family"=""
declare ptr @fam_z3(i64)
declare ptr @fam_a(i64) "alloc-variant-zeroed"="fam_z" "alloc-family"=""
declare ptr @fam_b(i64) "alloc-variant-zeroed"="fam_z" 
declare ptr @fam_c(i64) "alloc-variant-zeroed"="fam_z" "alloc-family"="y"
declare ptr @fam_d(i64) "alloc-variant-zeroed"="fam_z2" "alloc-family"="y"
declare ptr @fam_e(i64) "alloc-variant-zeroed"="fam_z2" "alloc-family"=""
declare ptr @fam_f(i64) "alloc-variant-zeroed"="fam_z3" "alloc-family"=""
declare ptr @fam_g(i64) "alloc-variant-zeroed"="fam_z2"
