; Every function attribute alone and in company, string attributes, and all of them once more at call sites.
declare void @f0() alwaysinline
declare void @f1()
declare void @f2() cold
declare void @f3() convergent
declare void @f4() coro_only_destroy_when_complete
declare void @f5() coro_elide_safe
declare void @f6() disable_sanitizer_instrumentation
declare void @f7() fn_ret_thunk_extern
declare void @f8() hot
declare void @f9() inlinehint
declare void @f10() unnamed_addr jumptable
declare void @f11() minsize
declare void @f12() mustprogress
declare void @f13() naked
declare void @f14() nobuiltin
declare void @f15() nocallback
declare void @f16() nocf_check
declare void @f17() nocreateundeforpoison
declare void @f18() nodivergencesource
declare void @f19() noduplicate
declare void @f20() nofree
declare void @f21() noimplicitfloat
declare void @f22() noinline
declare void @f23() nomerge
declare void @f24() noprofile
declare void @f25() norecurse
declare void @f26() noredzone
declare void @f27() noreturn
declare void @f28() nosanitize_bounds
declare void @f29() nosanitize_coverage
declare void @f30() nosync
declare void @f31() nounwind
declare void @f32() nonlazybind
declare void @f33() null_pointer_is_valid
declare void @f34() optforfuzzing
declare void @f35() optdebug
declare void @f36() optsize
declare void @f37() noinline optnone
declare void @f38() presplitcoroutine
declare void @f39() returns_twice
declare void @f40() safestack
declare void @f41() sanitize_address
declare void @f42() sanitize_alloc_token
declare void @f43() sanitize_hwaddress
declare void @f44() sanitize_memtag
declare void @f45() sanitize_memory
declare void @f46() sanitize_numerical_stability
declare void @f47() sanitize_realtime
declare void @f48() sanitize_realtime_blocking
declare void @f49() sanitize_thread
declare void @f50() sanitize_type
declare void @f51() shadowcallstack
declare void @f52() skipprofile
declare void @f53() speculatable
declare void @f54() speculative_load_hardening
declare void @f55() ssp
declare void @f56() sspreq
declare void @f57() sspstrong
declare void @f58() strictfp
declare void @f59() willreturn
declare void @f60() uwtable
declare void @f61() uwtable(sync)
declare void @f62() uwtable(async)
declare void @f63() alignstack(1)
declare void @f64() alignstack(16)
declare void @f65() alignstack(256)
declare ptr @f66(i32) allocsize(0)
declare ptr @f67(i32, i64) allocsize(0,1)
declare void @f68() allockind("alloc")
declare void @f69() vscale_range(1,1)
declare void @f70() vscale_range(1,16)
declare void @f71() vscale_range(4)
declare void @f72() vscale_range(2,0)
declare ptr @ak0(ptr allocptr, i32 allocalign) allockind("alloc")
declare ptr @ak1(ptr allocptr, i32 allocalign) allockind("realloc,zeroed")
declare ptr @ak2(ptr allocptr, i32 allocalign) allockind("free")
declare ptr @ak3(ptr allocptr, i32 allocalign) allockind("alloc,uninitialized,aligned")
declare ptr @ak4(ptr allocptr, i32 allocalign) allockind("alloc,zeroed,aligned")
declare ptr @ak5(ptr allocptr, i32 allocalign) allockind("realloc,uninitialized")
declare void @m0(ptr) memory(none)
declare void @m1(ptr) memory(read)
declare void @m2(ptr) memory(write)
declare void @m3(ptr) memory(readwrite)
declare void @m4(ptr) memory(argmem: read)
declare void @m5(ptr) memory(argmem: write)
declare void @m6(ptr) memory(argmem: readwrite)
declare void @m7(ptr) memory(inaccessiblemem: read)
declare void @m8(ptr) memory(inaccessiblemem: readwrite)
declare void @m9(ptr) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @m10(ptr) memory(argmem: read, inaccessiblemem: write)
declare void @m11(ptr) memory(read, argmem: readwrite)
declare void @m12(ptr) memory(readwrite, argmem: none)
declare void @m13(ptr) memory(write, inaccessiblemem: none)
declare void @m14(ptr) memory(read, argmem: none, inaccessiblemem: none)
declare void @m15(ptr) memory(errnomem: write)
declare void @m16(ptr) memory(readwrite, errnomem: none)
declare void @m17(ptr) memory(argmem: read, errnomem: write)
declare void @m18(ptr) memory(target_mem0: read)
declare void @m19(ptr) memory(target_mem1: write)
declare void @m20(ptr) memory(target_mem0: readwrite, target_mem1: read)
declare void @m21(ptr) memory(readwrite, inaccessiblemem: none, target_mem0: none)
declare void @m22(ptr) memory(argmem: read, inaccessiblemem: write, errnomem: readwrite, target_mem0: none, target_mem1: read)
declare void @s0() "key"
declare void @s1() "key"="value"
declare void @s2() "key"="" "b" "a"="1" "quote\22\5C"="\0A\FF"
declare void @s3() "frame-pointer"="all" "no-trapping-math"="true" "target-cpu"="x86-64" "target-features"="+cx8,+mmx" nounwind
declare void @s4() #0
declare void @s5() #1
declare void @s6() #0 cold
declare void @s7() #0 #1
declare void @s8() "denormal-fp-math"="preserve-sign,positive-zero" "denormal-fp-math-f32"="ieee" "no-infs-fp-math"="true" "no-jump-tables"="true"

define void @calls(ptr %p) {
  call void @f0() #0
  call void @f1() #1
  call void @s0() nounwind
  call void @s0() builtin
  call void @s0() "call"="site" cold
  call void @s0() nomerge nobuiltin noinline
  call void @s0() memory(argmem: read)
  call void @s0() alwaysinline convergent
  call void @s0() strictfp returns_twice noreturn
  call void @s0() #0 cold
  %1 = call ptr @my.allocate(i32 1, i32 2) allocsize(0,1) allockind("alloc")
  call void asm sideeffect "", ""() #2
  ret void
}

declare ptr @my.allocate(i32, i32)

attributes #0 = { nounwind willreturn memory(read) "k"="v" uwtable(sync) alignstack=8 }
attributes #1 = { noinline optnone "z" "a" mustprogress vscale_range(1,8) }
attributes #2 = { nounwind nosync nofree }
