; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; In a group, an alignment that is no power of two is rounded down.
declare void @f() #0
attributes #0 = { align=3 alignstack=6 }
