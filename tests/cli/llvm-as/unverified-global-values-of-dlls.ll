; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@llvm.global_ctors = appending global [1 x { i32, ptr, i32 }] zeroinitializer
@llvm.used = appending global [1 x ptr] undef
@p = weak dllimport global i8 0
@d = external hidden dllimport global i8
