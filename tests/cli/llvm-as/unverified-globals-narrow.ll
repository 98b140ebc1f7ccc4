; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target datalayout = "p:32:32"
@big = global [4294967296 x i8] zeroinitializer
@big2 = global [4294967295 x i8] zeroinitializer
@0 = global i32 0
@llvm.used = appending global [1 x ptr] [ptr @0], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @zz], section "llvm.metadata"
@zz = ifunc void (), ptr @r2
define ptr @r2() { ret ptr null }
