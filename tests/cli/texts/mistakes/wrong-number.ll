; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i32 %0) {
  %2 = add i32 %0, 1
  %3 = add i32 %2, 1
  %3 = mul i32 %3, 2
  ret i32 %3
}
