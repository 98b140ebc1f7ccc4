; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; Constant addresses are as wide as those of the address space.
@g = global i32 ptrtoaddr (ptr @g to i32)
@h = global i64 ptrtoaddr (ptr @g to i64)
define i32 @f() {
  ret i32 ptrtoaddr (ptr @f to i32)
}
