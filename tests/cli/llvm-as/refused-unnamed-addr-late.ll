; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f() "a"="b" unnamed_addr {
  ret void
}
