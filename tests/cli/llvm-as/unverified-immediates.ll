; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define void @f(ptr %p, i32 %i) {
  call void @llvm.prefetch.p0(ptr %p, i32 5, i32 0, i32 7)
  call void @llvm.prefetch.p0(ptr %p, i32 %i, i32 0, i32 7)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 -1, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 immarg range(i32 0, 1) 1, i32 0, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 immarg inreg 1, i32 0, i32 undef)
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 0, i32 add (i32 1, i32 ptrtoint (ptr @f to i32)))
  ret void
}
