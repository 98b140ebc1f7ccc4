; RUN: %llvm-as-19 %s -o - | %llvm-dis-19 -o -
; ORACLE: llvm-as-19 %s -o - | llvm-dis-19 -o -
; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 -o -
; Pointers of other address spaces come before all others since LLVM 20.
target datalayout = "e-m:e-p200:32:32-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@x = global i32 0
