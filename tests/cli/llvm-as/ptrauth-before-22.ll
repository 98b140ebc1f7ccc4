; RUN: %llvm-as-19 %s -o - | %llvm-dis-19 - -o -
; ORACLE: llvm-as-19 %s -o - | llvm-dis-19 - -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; Deactivation symbols came with LLVM 22.
@g = external global i32
@a = global ptr ptrauth (ptr @g, i32 0, i64 65535)
@b = global ptr ptrauth (ptr @g, i32 0, i64 0, ptr @b)
define ptr @f() {
  ret ptr ptrauth (ptr @g, i32 2)
}
