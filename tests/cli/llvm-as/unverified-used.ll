; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@llvm.used = appending global [2 x ptr] [ptr @g, ptr null], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @0], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] zeroinitializer
@0 = global i32 5
@g = global i32 0
@u = global ptr @llvm.global_ctors
