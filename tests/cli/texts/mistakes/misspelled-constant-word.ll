; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define ptr @f() {
  %p = select i1 ture, ptr nul, ptr undfe
  ret ptr %p
}
