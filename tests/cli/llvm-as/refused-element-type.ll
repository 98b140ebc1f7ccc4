; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@x = global [3 x i32] [i32 1, i8 2, i8 3]
