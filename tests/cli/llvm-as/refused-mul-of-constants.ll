; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@a = global i32 0
@x = global i64 mul (i64 ptrtoint (ptr @a to i64), i64 3)
