; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @f(ptr)
declare i32 @va(i32, ...)
declare void @llvm.amdgcn.kill(i1)
declare ptr @llvm.objc.claimAutoreleasedReturnValue(ptr)
define i32 @every_use_counts(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr %p
  br label %b
b:
  %y = add i32 %x, %x
  %z = load i32, ptr %p, !range !5, !nonnull !5
  %w = add i32 %y, %x, !nonnull !5
  ret i32 %w
}
define void @other_type() {
  %r = call fastcc i32 @va() [ "ptrauth"(i32 1, i64 0) ]
  %s = call i32 (i32, ...) @va(i32 0) [ "ptrauth"(i32 1, i64 0) ]
  ret void
}
define void @hints(ptr %p, i32 %i) {
  call void @f(ptr %p), !mem.cache_hint !0
  call void @f(ptr %p), !mem.cache_hint !1
  call void @f(ptr %p), !mem.cache_hint !5
  call void asm "", "r"(ptr %p), !mem.cache_hint !0
  %1 = add i32 %i, 1, !mem.cache_hint !0
  %2 = load i8, ptr %p, !mem.cache_hint !2
  ret void
}
define void @taken(ptr %p) {
  call void @f(ptr zeroext %p) [ "kcfi"(ptr @llvm.objc.claimAutoreleasedReturnValue) ]
  ret void
}
define void @passed(ptr %p, ptr %q) {
  musttail call void asm "", ""()
  ret void
}
define void @passed_in_bundle(ptr %p, ptr inreg %q) {
  musttail call void @g(ptr %p, ptr %q) [ "x"(i32 1) ]
  ret void
}
declare void @g(ptr, ptr)
define void @work(ptr %p) !reqd_work_group_size !6 {
  ret void
}
!0 = !{i32 0}
!1 = !{i32 0, !4}
!2 = !{i128 18446744073709551616, !4}
!4 = !{}
!5 = !{}
!6 = !DISubrange(count: 3)
