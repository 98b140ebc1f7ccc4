; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i32 %a) {
  %value = add i32 %a, 1
  ret i32 %vaule
}
