; RUN: %llvm-as --preserve-bc-uselistorder=false %s -o -
; ORACLE: llvm-as-23 --preserve-bc-uselistorder=false %s -o -
; Flags of the module say how constructors are signed if all are signed in the same way.
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr ptrauth (ptr @a, i32 0, i64 55764, ptr inttoptr (i64 1 to ptr)), ptr null }]
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr ptrauth (ptr @b, i32 0, i64 55764, ptr inttoptr (i64 1 to ptr)), ptr null }, { i32, ptr, ptr } { i32 1, ptr ptrauth (ptr @a, i32 0, i64 55764, ptr inttoptr (i64 1 to ptr)), ptr @b }]
define void @a() {
  ret void
}
define void @b() {
  ret void
}
