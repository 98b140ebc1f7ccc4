; FAIL: %llvm-as %s -o %t
; ORACLE: llvm-as-22 %s -o %t
@a = global i32 0, align s0x4
