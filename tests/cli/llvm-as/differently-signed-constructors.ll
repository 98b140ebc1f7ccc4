; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; One is signed without its address, so all stay, and the verifier refuses them.
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr ptrauth (ptr @a, i32 0, i64 55764, ptr inttoptr (i64 1 to ptr)), ptr null }, { i32, ptr, ptr } { i32 1, ptr ptrauth (ptr @a, i32 0, i64 55764), ptr null }]
define void @a() {
  ret void
}
