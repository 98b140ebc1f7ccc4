; FAIL: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
target datalayout = "p:32:32"
@a = external global [1000 x [10000000 x i32]]
