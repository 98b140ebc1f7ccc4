; RUN: %llvm-as -d -disable-output %s
; ORACLE: llvm-as-23 -d -disable-output %s
declare void @f()
