; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
global i32 0
