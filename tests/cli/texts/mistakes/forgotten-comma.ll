; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i32 %a) {
  %b = add i32 %a 1
  %c = mul i32 %b, 2,
  ret i32 %c
}
