; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
$c = comdat any
@a = internal global i8 0
@b = extern_weak hidden global i8
@c = external global i8, comdat
@g = common global i8 0, comdat($c)
@o = external global %opaque
@llvm.global_ctors = appending global [1 x i8] zeroinitializer
@llvm.global_dtors = appending global [1 x { i32, i8, ptr }] zeroinitializer
@llvm.used = appending global [1 x i32] zeroinitializer
@llvm.compiler.used = appending global [1 x ptr] zeroinitializer
%opaque = type opaque
declare void @f() comdat($c)
