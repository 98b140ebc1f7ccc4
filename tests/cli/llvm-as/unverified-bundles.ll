; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare ptr @o(ptr)
declare void @v()
declare void @nr() noreturn
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @objc_claimAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.retain(ptr)
define void @a(ptr %p, i32 %i, i64 %j) {
  call void @v() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  call void @nr() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  call void @v() noreturn [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  call void %p() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"() ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"(ptr %p) ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"(ptr @o) ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"(ptr @llvm.objc.retain) ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"(ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue) ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"(ptr @o), "clang.arc.attachedcall"(ptr @o) ]
  call ptr @o(ptr %p) [ "clang.arc.attachedcall"(ptr @o), "kcfi"(i64 0) ]
  call void @v() [ "deopt"(), "deopt"() ]
  call void @v() [ "gc-transition"(), "gc-transition"() ]
  call void @v() [ "funclet"() ]
  call void @v() [ "funclet"(i32 0) ]
  call void @v() [ "cfguardtarget"(ptr %p), "cfguardtarget"(ptr %p) ]
  call void @v() [ "cfguardtarget"() ]
  call void %p() [ "ptrauth"(i32 0, i64 0), "ptrauth"(i32 0, i64 0) ]
  call void %p() [ "ptrauth"(i32 0) ]
  call void %p() [ "ptrauth"(i32 %i, i64 0) ]
  call void %p() [ "ptrauth"(i32 0, i32 0) ]
  call void @v() [ "ptrauth"(i32 0, i64 %j) ]
  call void %p() [ "kcfi"(i32 0), "kcfi"(i32 0) ]
  call void %p() [ "kcfi"() ]
  call void %p() [ "kcfi"(i64 0) ]
  call void @v() [ "preallocated"() ]
  call void @v() [ "preallocated"(i32 0) ]
  call void @v() [ "gc-live"(), "gc-live"() ]
  call token %p()
  call x86_amx %p()
  call void %p(token none)
  ret void
}
define i32 @m(i32 %x) {
  musttail call void asm "", ""()
  ret i32 0
}
define i32 @m1(i32 %x) {
  %r = musttail call i32 (i32, ...) @va(i32 %x)
  ret i32 %r
}
define i32 @m2(i32 %x) {
  %r = musttail call i64 @r64(i32 %x)
  ret i32 0
}
define i32 @m3(i32 %x) {
  %r = musttail call fastcc i32 @m(i32 %x)
  ret i32 %r
}
define i32 @m4(i32 %x) {
  %r = musttail call i32 @two(i32 %x, i32 %x)
  ret i32 %r
}
define i32 @m5(i32 %x) {
  %r = musttail call i32 @ptr(ptr null)
  ret i32 %r
}
define void @inv() {
  invoke void @v() to label %x unwind label %y
x:
  ret void
y:
  ret void
}
declare i32 @va(i32, ...)
declare i64 @r64(i32)
declare i32 @two(i32, i32)
declare i32 @ptr(ptr)
declare token @llvm.call.preallocated.setup(i32)
declare void @pre(ptr preallocated(i32))
define void @twice(ptr %q) personality ptr @v {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  call void @pre(ptr preallocated(i32) %q) [ "preallocated"(token %t), "preallocated"(token %t) ]
  invoke void @v() to label %x unwind label %y
x:
  ret void
y:
  %p = cleanuppad within none []
  call void @v() [ "funclet"(token %p), "funclet"(token %p) ]
  cleanupret from %p unwind to caller
}
