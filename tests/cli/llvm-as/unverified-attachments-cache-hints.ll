; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, i64 %n) {
  %a = add i64 %n, 1, !mem.cache_hint !{}
  call void @g(ptr %p), !mem.cache_hint !{i32 0, !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1}
  store i8 0, ptr %p, !mem.cache_hint !{!"x", !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1, !"x"}
  store i8 0, ptr %p, !mem.cache_hint !{i32 -1, !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1, !0, i32 1, !0}
  store ptr %p, ptr %p, !mem.cache_hint !{i32 1, !0, i32 0, !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 7, !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 0, !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1, !{!"x"}}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1, !{i32 1, i32 1}}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1, !{!"x", i32 1, !"x", i32 2}}
  store i8 0, ptr %p, !mem.cache_hint !{i64 1, !0}
  store i8 0, ptr %p, !mem.cache_hint !{i32 1, !{!"x", float 1.0}}
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %n, i1 false), !mem.cache_hint !{i32 0, !0, i32 1, !0}
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %n, i1 false), !mem.cache_hint !{i32 2, !0}
  ret void
}
declare void @g(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{!"x", !"y"}
