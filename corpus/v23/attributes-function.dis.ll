; ModuleID = 'attributes-function.bc'
source_filename = "attributes-function.ll"

; Function Attrs: alwaysinline
declare void @f0() #0

declare void @f1()

; Function Attrs: cold
declare void @f2() #1

; Function Attrs: convergent
declare void @f3() #2

; Function Attrs: coro_only_destroy_when_complete
declare void @f4() #3

; Function Attrs: coro_elide_safe
declare void @f5() #4

; Function Attrs: disable_sanitizer_instrumentation
declare void @f6() #5

; Function Attrs: fn_ret_thunk_extern
declare void @f7() #6

; Function Attrs: hot
declare void @f8() #7

; Function Attrs: inlinehint
declare void @f9() #8

; Function Attrs: jumptable
declare void @f10() unnamed_addr #9

; Function Attrs: minsize
declare void @f11() #10

; Function Attrs: mustprogress
declare void @f12() #11

; Function Attrs: naked
declare void @f13() #12

; Function Attrs: nobuiltin
declare void @f14() #13

; Function Attrs: nocallback
declare void @f15() #14

; Function Attrs: nocf_check
declare void @f16() #15

; Function Attrs: nocreateundeforpoison
declare void @f17() #16

; Function Attrs: nodivergencesource
declare void @f18() #17

; Function Attrs: noduplicate
declare void @f19() #18

; Function Attrs: nofree
declare void @f20() #19

; Function Attrs: noimplicitfloat
declare void @f21() #20

; Function Attrs: noinline
declare void @f22() #21

; Function Attrs: nomerge
declare void @f23() #22

; Function Attrs: noprofile
declare void @f24() #23

; Function Attrs: norecurse
declare void @f25() #24

; Function Attrs: noredzone
declare void @f26() #25

; Function Attrs: noreturn
declare void @f27() #26

; Function Attrs: nosanitize_bounds
declare void @f28() #27

; Function Attrs: nosanitize_coverage
declare void @f29() #28

; Function Attrs: nosync
declare void @f30() #29

; Function Attrs: nounwind
declare void @f31() #30

; Function Attrs: nonlazybind
declare void @f32() #31

; Function Attrs: null_pointer_is_valid
declare void @f33() #32

; Function Attrs: optforfuzzing
declare void @f34() #33

; Function Attrs: optdebug
declare void @f35() #34

; Function Attrs: optsize
declare void @f36() #35

; Function Attrs: noinline optnone
declare void @f37() #36

; Function Attrs: presplitcoroutine
declare void @f38() #37

; Function Attrs: returns_twice
declare void @f39() #38

; Function Attrs: safestack
declare void @f40() #39

; Function Attrs: sanitize_address
declare void @f41() #40

; Function Attrs: sanitize_alloc_token
declare void @f42() #41

; Function Attrs: sanitize_hwaddress
declare void @f43() #42

; Function Attrs: sanitize_memtag
declare void @f44() #43

; Function Attrs: sanitize_memory
declare void @f45() #44

; Function Attrs: sanitize_numerical_stability
declare void @f46() #45

; Function Attrs: sanitize_realtime
declare void @f47() #46

; Function Attrs: sanitize_realtime_blocking
declare void @f48() #47

; Function Attrs: sanitize_thread
declare void @f49() #48

; Function Attrs: sanitize_type
declare void @f50() #49

; Function Attrs: shadowcallstack
declare void @f51() #50

; Function Attrs: skipprofile
declare void @f52() #51

; Function Attrs: speculatable
declare void @f53() #52

; Function Attrs: speculative_load_hardening
declare void @f54() #53

; Function Attrs: ssp
declare void @f55() #54

; Function Attrs: sspreq
declare void @f56() #55

; Function Attrs: sspstrong
declare void @f57() #56

; Function Attrs: strictfp
declare void @f58() #57

; Function Attrs: willreturn
declare void @f59() #58

; Function Attrs: uwtable
declare void @f60() #59

; Function Attrs: uwtable(sync)
declare void @f61() #60

; Function Attrs: uwtable
declare void @f62() #59

; Function Attrs: alignstack(1)
declare void @f63() #61

; Function Attrs: alignstack(16)
declare void @f64() #62

; Function Attrs: alignstack(256)
declare void @f65() #63

; Function Attrs: allocsize(0)
declare ptr @f66(i32) #64

; Function Attrs: allocsize(0,1)
declare ptr @f67(i32, i64) #65

; Function Attrs: allockind("alloc")
declare void @f68() #66

; Function Attrs: vscale_range(1,1)
declare void @f69() #67

; Function Attrs: vscale_range(1,16)
declare void @f70() #68

; Function Attrs: vscale_range(4,4)
declare void @f71() #69

; Function Attrs: vscale_range(2,0)
declare void @f72() #70

; Function Attrs: allockind("alloc")
declare ptr @ak0(ptr allocptr, i32 allocalign) #66

; Function Attrs: allockind("realloc,zeroed")
declare ptr @ak1(ptr allocptr, i32 allocalign) #71

; Function Attrs: allockind("free")
declare ptr @ak2(ptr allocptr, i32 allocalign) #72

; Function Attrs: allockind("alloc,uninitialized,aligned")
declare ptr @ak3(ptr allocptr, i32 allocalign) #73

; Function Attrs: allockind("alloc,zeroed,aligned")
declare ptr @ak4(ptr allocptr, i32 allocalign) #74

; Function Attrs: allockind("realloc,uninitialized")
declare ptr @ak5(ptr allocptr, i32 allocalign) #75

; Function Attrs: memory(none)
declare void @m0(ptr) #76

; Function Attrs: memory(read)
declare void @m1(ptr) #77

; Function Attrs: memory(write)
declare void @m2(ptr) #78

; Function Attrs: memory(readwrite)
declare void @m3(ptr) #79

; Function Attrs: memory(argmem: read)
declare void @m4(ptr) #80

; Function Attrs: memory(argmem: write)
declare void @m5(ptr) #81

; Function Attrs: memory(argmem: readwrite)
declare void @m6(ptr) #82

; Function Attrs: memory(inaccessiblemem: read)
declare void @m7(ptr) #83

; Function Attrs: memory(inaccessiblemem: readwrite)
declare void @m8(ptr) #84

; Function Attrs: memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @m9(ptr) #85

; Function Attrs: memory(argmem: read, inaccessiblemem: write)
declare void @m10(ptr) #86

; Function Attrs: memory(read, argmem: readwrite)
declare void @m11(ptr) #87

; Function Attrs: memory(readwrite, argmem: none)
declare void @m12(ptr) #88

; Function Attrs: memory(write, inaccessiblemem: none)
declare void @m13(ptr) #89

; Function Attrs: memory(read, argmem: none, inaccessiblemem: none)
declare void @m14(ptr) #90

; Function Attrs: memory(errnomem: write)
declare void @m15(ptr) #91

; Function Attrs: memory(readwrite, errnomem: none)
declare void @m16(ptr) #92

; Function Attrs: memory(argmem: read, errnomem: write)
declare void @m17(ptr) #93

; Function Attrs: memory(target_mem0: read)
declare void @m18(ptr) #94

; Function Attrs: memory(target_mem1: write)
declare void @m19(ptr) #95

; Function Attrs: memory(target_mem0: readwrite, target_mem1: read)
declare void @m20(ptr) #96

; Function Attrs: memory(readwrite, inaccessiblemem: none, target_mem0: none)
declare void @m21(ptr) #97

; Function Attrs: memory(argmem: read, inaccessiblemem: write, errnomem: readwrite, target_mem1: read)
declare void @m22(ptr) #98

declare void @s0() #99

declare void @s1() #100

declare void @s2() #101

; Function Attrs: nounwind
declare void @s3() #102

; Function Attrs: nounwind willreturn memory(read) alignstack(8) uwtable(sync)
declare void @s4() #103

; Function Attrs: mustprogress noinline optnone vscale_range(1,8)
declare void @s5() #104

; Function Attrs: cold nounwind willreturn memory(read) alignstack(8) uwtable(sync)
declare void @s6() #105

; Function Attrs: mustprogress noinline nounwind optnone willreturn memory(read) alignstack(8) uwtable(sync) vscale_range(1,8)
declare void @s7() #106

; Function Attrs: denormal_fpenv(preservesign|positivezero, float: ieee)
declare void @s8() #107

define void @calls(ptr %p) {
  call void @f0() #103
  call void @f1() #104
  call void @s0() #30
  call void @s0() #108
  call void @s0() #109
  call void @s0() #110
  call void @s0() #80
  call void @s0() #111
  call void @s0() #112
  call void @s0() #105
  %1 = call ptr @my.allocate(i32 1, i32 2) #113
  call void asm sideeffect "", ""() #114
  ret void
}

declare ptr @my.allocate(i32, i32)

attributes #0 = { alwaysinline }
attributes #1 = { cold }
attributes #2 = { convergent }
attributes #3 = { coro_only_destroy_when_complete }
attributes #4 = { coro_elide_safe }
attributes #5 = { disable_sanitizer_instrumentation }
attributes #6 = { fn_ret_thunk_extern }
attributes #7 = { hot }
attributes #8 = { inlinehint }
attributes #9 = { jumptable }
attributes #10 = { minsize }
attributes #11 = { mustprogress }
attributes #12 = { naked }
attributes #13 = { nobuiltin }
attributes #14 = { nocallback }
attributes #15 = { nocf_check }
attributes #16 = { nocreateundeforpoison }
attributes #17 = { nodivergencesource }
attributes #18 = { noduplicate }
attributes #19 = { nofree }
attributes #20 = { noimplicitfloat }
attributes #21 = { noinline }
attributes #22 = { nomerge }
attributes #23 = { noprofile }
attributes #24 = { norecurse }
attributes #25 = { noredzone }
attributes #26 = { noreturn }
attributes #27 = { nosanitize_bounds }
attributes #28 = { nosanitize_coverage }
attributes #29 = { nosync }
attributes #30 = { nounwind }
attributes #31 = { nonlazybind }
attributes #32 = { null_pointer_is_valid }
attributes #33 = { optforfuzzing }
attributes #34 = { optdebug }
attributes #35 = { optsize }
attributes #36 = { noinline optnone }
attributes #37 = { presplitcoroutine }
attributes #38 = { returns_twice }
attributes #39 = { safestack }
attributes #40 = { sanitize_address }
attributes #41 = { sanitize_alloc_token }
attributes #42 = { sanitize_hwaddress }
attributes #43 = { sanitize_memtag }
attributes #44 = { sanitize_memory }
attributes #45 = { sanitize_numerical_stability }
attributes #46 = { sanitize_realtime }
attributes #47 = { sanitize_realtime_blocking }
attributes #48 = { sanitize_thread }
attributes #49 = { sanitize_type }
attributes #50 = { shadowcallstack }
attributes #51 = { skipprofile }
attributes #52 = { speculatable }
attributes #53 = { speculative_load_hardening }
attributes #54 = { ssp }
attributes #55 = { sspreq }
attributes #56 = { sspstrong }
attributes #57 = { strictfp }
attributes #58 = { willreturn }
attributes #59 = { uwtable }
attributes #60 = { uwtable(sync) }
attributes #61 = { alignstack=1 }
attributes #62 = { alignstack=16 }
attributes #63 = { alignstack=256 }
attributes #64 = { allocsize(0) }
attributes #65 = { allocsize(0,1) }
attributes #66 = { allockind("alloc") }
attributes #67 = { vscale_range(1,1) }
attributes #68 = { vscale_range(1,16) }
attributes #69 = { vscale_range(4,4) }
attributes #70 = { vscale_range(2,0) }
attributes #71 = { allockind("realloc,zeroed") }
attributes #72 = { allockind("free") }
attributes #73 = { allockind("alloc,uninitialized,aligned") }
attributes #74 = { allockind("alloc,zeroed,aligned") }
attributes #75 = { allockind("realloc,uninitialized") }
attributes #76 = { memory(none) }
attributes #77 = { memory(read) }
attributes #78 = { memory(write) }
attributes #79 = { memory(readwrite) }
attributes #80 = { memory(argmem: read) }
attributes #81 = { memory(argmem: write) }
attributes #82 = { memory(argmem: readwrite) }
attributes #83 = { memory(inaccessiblemem: read) }
attributes #84 = { memory(inaccessiblemem: readwrite) }
attributes #85 = { memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #86 = { memory(argmem: read, inaccessiblemem: write) }
attributes #87 = { memory(read, argmem: readwrite) }
attributes #88 = { memory(readwrite, argmem: none) }
attributes #89 = { memory(write, inaccessiblemem: none) }
attributes #90 = { memory(read, argmem: none, inaccessiblemem: none) }
attributes #91 = { memory(errnomem: write) }
attributes #92 = { memory(readwrite, errnomem: none) }
attributes #93 = { memory(argmem: read, errnomem: write) }
attributes #94 = { memory(target_mem0: read) }
attributes #95 = { memory(target_mem1: write) }
attributes #96 = { memory(target_mem0: readwrite, target_mem1: read) }
attributes #97 = { memory(readwrite, inaccessiblemem: none, target_mem0: none) }
attributes #98 = { memory(argmem: read, inaccessiblemem: write, errnomem: readwrite, target_mem1: read) }
attributes #99 = { "key" }
attributes #100 = { "key"="value" }
attributes #101 = { "a"="1" "b" "key" "quote"\"="\0A\FF" }
attributes #102 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "target-cpu"="x86-64" "target-features"="+cx8,+mmx" }
attributes #103 = { nounwind willreturn memory(read) alignstack=8 uwtable(sync) "k"="v" }
attributes #104 = { mustprogress noinline optnone vscale_range(1,8) "a" "z" }
attributes #105 = { cold nounwind willreturn memory(read) alignstack=8 uwtable(sync) "k"="v" }
attributes #106 = { mustprogress noinline nounwind optnone willreturn memory(read) alignstack=8 uwtable(sync) vscale_range(1,8) "a" "k"="v" "z" }
attributes #107 = { denormal_fpenv(preservesign|positivezero, float: ieee) "no-infs-fp-math"="true" "no-jump-tables"="true" }
attributes #108 = { builtin }
attributes #109 = { cold "call"="site" }
attributes #110 = { nobuiltin noinline nomerge }
attributes #111 = { alwaysinline convergent }
attributes #112 = { nobuiltin noreturn returns_twice }
attributes #113 = { allockind("alloc") allocsize(0,1) }
attributes #114 = { nofree nosync nounwind }
