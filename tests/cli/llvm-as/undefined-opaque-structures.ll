; FAIL: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-14 %s -o -
; ORACLE: llvm-as-14 %s -o -
%t = type opaque
@x = global %t undef
