; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@g = external global x86_amx
