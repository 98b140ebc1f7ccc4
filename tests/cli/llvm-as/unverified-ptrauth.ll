; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@a = global ptr ptrauth (ptr @f, i32 1, i64 2, ptr null, ptr getelementptr (i8, ptr @a, i64 1))
@b = global ptr ptrauth (ptr @f, i32 1, i64 2, ptr null, ptr undef)
@c = global ptr null
define ptr @g() {
  ret ptr ptrauth (ptr @f, i32 1, i64 2, ptr null, ptr inttoptr (i64 4 to ptr))
}
declare void @f()
