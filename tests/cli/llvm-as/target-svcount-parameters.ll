; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @f(target("aarch64.svcount", i32))
