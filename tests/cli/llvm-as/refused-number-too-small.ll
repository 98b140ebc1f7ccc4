; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@10 = external global i8
@5 = external global i8
