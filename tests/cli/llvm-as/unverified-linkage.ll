; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@x = external global i32
@f1 = ifunc void (), ptr @r
@common_with_value = common global i32 1
@common_constant = common constant i32 0
@declared_internal = internal global i32 0
@appended = appending global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr }] [{ i32, ptr } { i32 0, ptr @r }]
@llvm.global_dtors = global [1 x { i32, ptr, ptr }] zeroinitializer
@imported = dllimport global i32 0
@exported = hidden dllexport global i32 0
define ptr @r() { ret ptr null }
