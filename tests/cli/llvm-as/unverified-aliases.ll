; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
@d = external global i32
@g = global i32 0
@a = alias i32, ptr null
@b = alias i32, ptr @d
@c = alias i32, ptr @c2
@c2 = alias i32, ptr @c
@w = weak alias i32, ptr @g
@x = alias i32, ptr @w
@y = alias i32, getelementptr (i8, ptr @d, i64 4)
@z = alias i32, inttoptr (i64 add (i64 ptrtoint (ptr @g to i64), i64 1) to ptr)
@ae = available_externally alias i32, ptr @g
@ae2 = available_externally alias i32, getelementptr (i8, ptr @g, i64 4)
@i1 = ifunc void (), ptr @g
@i2 = ifunc void (), ptr @r
@i3 = ifunc void (), ptr @r2
@i4 = ifunc void (), ptr @r3
@i5 = ifunc void (), ptr null
define void @r() { ret void }
define ptr @r2() { ret ptr null }
declare ptr @r3()
