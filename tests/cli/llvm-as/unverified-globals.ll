; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@a = alias i32, ptr @b
@b = alias i32, ptr @a
@x = external global i32
@y = global i32 0
@c = alias i32, ptr @x
@w = weak alias i32, ptr @y
@d = alias i32, ptr @w
@e = alias i32, getelementptr (i32, ptr @x, i64 1)
@f = alias i32, inttoptr (i64 5 to ptr)
@i1 = ifunc void (), ptr @y
@i2 = ifunc void (), ptr @r1
@i3 = ifunc void (), ptr @al
@i4 = ifunc void (), getelementptr (i8, ptr @r2, i64 0)
@i5 = ifunc void (), ptr @r2
@al = alias ptr (), ptr @r1
define void @r1() { ret void }
define ptr @r2() { ret ptr null }
@llvm.used = appending global [2 x ptr] [ptr @y, ptr null], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] zeroinitializer, section "llvm.metadata"
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] []
@u = global ptr @llvm.global_ctors
@sv = global { <vscale x 4 x i32> } zeroinitializer
@sv2 = external global [4 x <vscale x 4 x i32>]
@o = external global %opaque
%opaque = type opaque
@big = global [4294967296 x i8] zeroinitializer
@pa = global ptr ptrauth (ptr @y, i32 2)
define void @h() {
  call void @r1()
  %v = load i32, ptr @llvm.compiler.used
  ret void
}
