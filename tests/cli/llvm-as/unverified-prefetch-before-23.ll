; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @of_numbers(ptr %p) {
  call void @llvm.prefetch.p0(ptr %p, i32 2, i32 0, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 4, i32 0)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 2)
  call void @llvm.prefetch.p0(ptr %p, i32 -1, i32 -1, i32 -1)
  ret void
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
