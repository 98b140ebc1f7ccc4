; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @g(i32)
declare float @h()
declare ptr @q()

define void @f(ptr %p, i32 %x, i64 %z, i1 %c, float %d)  {
  %r = load ptr, ptr %p, !nonnull !0, !range !1, !tbaa !0, !noalias !1, !prof !0, !annotation !0, !mmra !2, !callsite !0, !memprof !0, !callee_type !0, !captures !0, !alloc_token !0, !inline_history !0, !mem.cache_hint !1, !amdgpu.expected.active.lanes !0, !dereferenceable !1, !nofree !1, !align !3, !llvm.access.group !1
  ret void
}
!0=!{}
!1=!{i64 1, !0, i32 1, i32 1,!0}
!2=!{!0}
!3=!{i64 1}
