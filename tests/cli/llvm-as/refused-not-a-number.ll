; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@0 = global i64 u0x0p001
