; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define i32 @f(ptr sret(i32) %p) {
  ret i32 0
}
