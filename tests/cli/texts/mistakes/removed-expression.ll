; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
@x = global i32 0

define i64 @f() {
  ret i64 select (i1 icmp eq (ptr @x, ptr null), i64 1, i64 2)
}

define i64 @g() {
  %a = add i64 shl (i64 ptrtoint (ptr @x to i64), i64 3), 1
  %b = add i64 %a, mul (i64 ptrtoint (ptr @x to i64), i64 3)
  ret i64 %b
}
