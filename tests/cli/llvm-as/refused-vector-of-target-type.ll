; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @f(<2 x target("llvm.test.vectorelement")>)
declare void @g(<2 x target("aarch64.svcount")>)
