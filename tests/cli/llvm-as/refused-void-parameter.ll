; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
declare void @g(void)
