; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; Of a vector that selects a member of structures, LLVM keeps the number; one number for elements of arrays becomes a vector.
@a = global <2 x ptr> getelementptr ([3 x {i32, i32}], <2 x ptr> zeroinitializer, <2 x i32> <i32 1, i32 2>, i32 2, <2 x i32> <i32 1, i32 1>)
@b = global <2 x ptr> getelementptr ({i32, i32}, ptr @b, <2 x i32> <i32 1, i32 2>, i32 1)
@c = global <2 x ptr> getelementptr ({i32, i32}, ptr @c, <2 x i32> <i32 1, i32 2>, <2 x i32> zeroinitializer)
