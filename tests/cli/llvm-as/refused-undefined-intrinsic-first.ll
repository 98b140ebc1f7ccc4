; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  call void @g()
  store ptr @llvm.assume, ptr @h
  call void @llvm.memcpy()
  call void @llvm.are.you.there()
  ret void
}
