; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @take(ptr)
declare void @take2(ptr, ptr)
declare void @se(ptr swifterror)
define void @a(ptr swifterror %e, ptr %p) {
  call void @take(ptr %e)
  call void @take2(ptr %e, ptr %e)
  call void @se(ptr %e)
  %l = load ptr, ptr %e
  store ptr %l, ptr %e
  ret void
}
define void @b(ptr swifterror %e, ptr %p) {
  store ptr %e, ptr %p
  %g = getelementptr i8, ptr %e, i64 1
  ret void
}
define void @c(ptr swifterror %e, ptr %p) {
  %g = getelementptr i8, ptr %e, i64 1
  store ptr %e, ptr %p
  ret void
}
define void @d() {
  %e = alloca swifterror ptr
  %f = alloca swifterror i32
  %g = alloca swifterror ptr, i32 2
  call void @take(ptr %e)
  %r = icmp eq ptr %e, null
  call void @take2(ptr swifterror %e, ptr %e)
  call void @se(ptr swifterror %e)
  ret void
}
define void @i(ptr swifterror %e) personality ptr @take {
  invoke void @take(ptr %e) to label %x unwind label %y
x:
  ret void
y:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
