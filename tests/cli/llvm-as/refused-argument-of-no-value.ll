; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @g(...)
define void @f() {
  call void @g(label %x)
  ret void
}
