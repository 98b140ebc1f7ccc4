; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @s(ptr sret(i32))
declare swifttailcc void @c(ptr)
declare tailcc void @tc(ptr inreg, ptr)
define void @a(ptr sret(i32) %p) {
  musttail call void @s(ptr %p)
  ret void
}
define void @b(ptr byval(i32) align 4 %p) {
  musttail call void @s(ptr byval(i32) align 8 %p)
  ret void
}
define void @b2(ptr byval(i32) align 4 %p, i32 inreg %i) {
  musttail call void @s2(ptr byval(i32) align 4 %p, i32 %i)
  ret void
}
define void @b3(ptr align 4 %p) {
  musttail call void @s(ptr align 8 %p)
  ret void
}
declare void @s2(ptr, i32)
define swifttailcc void @sw(ptr inreg %p) {
  musttail call swifttailcc void @c(ptr swifterror %p)
  ret void
}
define tailcc void @tcc(ptr inalloca(i32) %p) {
  musttail call tailcc void @tc(ptr inreg %p, ptr %p)
  ret void
}
define tailcc void @tcc2(ptr preallocated(i32) %p, ptr byref(i32) %q) {
  musttail call tailcc void @tc(ptr byref(i32) %p, ptr preallocated(i32) %p)
  ret void
}
define tailcc void @tcc3(ptr %p, ...) {
  musttail call tailcc void (ptr, ...) %p(ptr inreg %p, ...)
  ret void
}
define ptr @bc(ptr %p) {
  %r = musttail call ptr @bc(ptr %p)
  %b = bitcast ptr %r to ptr
  ret ptr %b
}
define ptr @bc2(ptr %p) {
  %r = musttail call ptr @bc(ptr %p)
  call void @s2(ptr null, i32 0)
  ret ptr %r
}
define ptr @bc3(ptr %p) {
  %r = musttail call ptr @bc(ptr %p)
  ret ptr %p
}
define ptr @bc4(ptr %p) {
  %r = musttail call ptr @bc(ptr %p)
  ret ptr poison
}
define void @lastly(ptr swiftself %p) {
  musttail call void @s(ptr nest %p)
  ret void
}
