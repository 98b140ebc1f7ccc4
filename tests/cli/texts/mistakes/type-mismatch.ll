; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i64 @f(i32 %a) {
  %b = add i64 %a, 1
  ret i64 %b
}
