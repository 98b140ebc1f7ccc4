; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  call void @g()
  store ptr @llvm.assume, ptr @h
  ret void, !dbg !7
}
@x = external global %T
@y = external global %7
@z = external global i32, comdat($c)
