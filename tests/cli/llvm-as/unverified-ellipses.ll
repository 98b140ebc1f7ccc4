; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @calls() {
  call void @llvm.localescape()
  %1 = call i32 (i32, ...) @llvm.ctpop.i32(i32 1)
  ret void
}
declare void @llvm.localescape()
declare i32 @llvm.ctpop.i32(i32, ...)
