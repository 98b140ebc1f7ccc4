; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@llvm.used = appending global [1 x ptr] [ptr getelementptr (i8, ptr @g, i64 1)], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] zeroinitializer
@g = global i32 0
