; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
declare i32 @compute(i32)

define i32 @f(i32 %a) {
  %b = call i32 @comptue(i32 %a)
  ret i32 %b
}
