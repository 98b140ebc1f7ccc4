; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  call void @g()
  ret void, !dbg !7
}
@z = global i32 0, comdat($d)
@zz = global i32 0, comdat($c)
