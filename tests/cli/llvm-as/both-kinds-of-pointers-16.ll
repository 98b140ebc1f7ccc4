; RUN: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
; LLVM 16 takes typed pointers for opaque ones, in whatever order they come. Calls of intrinsics that get other names are made anew,
; which changes the order of their uses.
declare i32 @puts(i8*)
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i1)
define ptr @f(i8* %p, ptr %q, i32** %r) {
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %p, ptr %q, i32 4, i1 false)
  %n = call i32 @puts(ptr %p)
  %v = load i32*, ptr %r
  ret i32* %v
}
define void @g(i8* %p, i8* %q) {
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %p, i8* %q, i32 4, i1 false)
  ret void
}
