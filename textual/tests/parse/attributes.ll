; Attributes in every spelling, at every place.
%T = type { i32, ptr }

declare noundef nonnull align(8) dereferenceable(24) ptr @returned(ptr align 4 align(16) noundef nocapture readonly %p, i32 signext range(i32 -4, 7) %i) #0
declare nofpclass(nan inf) float @classes(float nofpclass(3) %a, float nofpclass(all) %b, float nofpclass(nsub pzero qnan) %c)
declare void @types(ptr sret(%T) align 8 %0, ptr byval({ i8, [4 x i64] }) %1, ptr elementtype(i32) %2, ptr preallocated(i64) %3)
declare void @more(ptr inalloca(%T) %a)
declare void @captures(ptr captures(none) %a, ptr captures(address_is_null) %b, ptr captures(ret: address, provenance) %c, ptr captures(address, read_provenance, ret: none) %d)
declare void @initializes(ptr initializes((0, 4), (8, 16)) %p, ptr writable dead_on_unwind %q, ptr dead_on_return %r)
declare range(i100 -5, 1267650600228229401496703205375) i100 @wide()
declare range(i8 254, 255) i8 @small()
declare void @effects1() memory(none)
declare void @effects2() memory(read, argmem: readwrite, inaccessiblemem: none, errnomem: write)
declare void @effects3() memory(target_mem0: read, target_mem1: write)
declare void @old1(ptr nocapture) argmemonly nounwind readonly
declare void @old2() inaccessiblemem_or_argmemonly
declare void @old3() inaccessiblememonly writeonly
declare void @old4() readnone
declare ptr @alloc(i64, i64) allocsize(0,1) allockind("alloc,zeroed") "alloc-family"="malloc"
declare ptr @alloc1(i64) allocsize(0) allockind("realloc,uninitialized,aligned")
declare void @tables() uwtable "a" "b"="" "c"="x\22\5Cy" "a"="z"
declare void @tables1() uwtable(sync)
declare void @tables2() uwtable(async) vscale_range(2) alignstack(8)
declare void @tables3() vscale_range(1,0)
declare void @later() #5 nounwind #3
declare void @unknown() #77
declare void @aligned() #4 align 8
declare void @aligned2() align 64 section "s"

define void @calls(ptr %p) #3 {
  call void @tables() #3
  call void @tables() nobuiltin "x"="y" #3 #5
  call void @tables() builtin
  %a = call noundef align 8 ptr @returned(ptr noundef align 4 %p, i32 signext 5) #0
  %b = call noundef align 8 ptr @returned(ptr noundef align 4 %a, i32 signext 5) #0
  %c = call ptr @returned(ptr noundef align 4 null, i32 range(i32 0, 1) 5)
  ret void
}

@g = global i32 0 #6
@h = global i32 0, align 4 #6

attributes #0 = { nounwind willreturn "k"="v" }
attributes #3 = { cold alignstack=16 "k"="3" }
attributes #4 = { align=32 }
attributes #5 = { hot memory(argmem: read) "k"="5" }
attributes #5 = { noinline }
attributes #6 = { "bss-section"="b" }
