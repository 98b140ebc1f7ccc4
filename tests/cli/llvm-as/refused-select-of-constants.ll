; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@a = global i32 0
@x = global i64 select (i1 true, i64 1, i64 2)
