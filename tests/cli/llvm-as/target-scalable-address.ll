; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@s = global ptr getelementptr ([2 x <vscale x 4 x i32>], ptr null, i64 1)
