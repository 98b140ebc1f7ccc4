; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
declare i32 @printf(i8*, ...)

define i32 @f(i8* %text) {
  %r = call i32 (i8*, ...)* @printf(i8* %text)
  ret i32 %r
}
