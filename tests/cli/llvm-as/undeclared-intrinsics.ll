; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; FAIL: %llvm-as-16 %s -o -
; ORACLE: llvm-as-16 %s -o -
define i32 @f(i32 %a) {
  %r = call i32 @llvm.umax(i32 %a, i32 1)
  ret i32 %r
}
