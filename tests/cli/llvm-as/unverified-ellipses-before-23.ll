; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @calls() {
  call void @llvm.localescape()
  %1 = call i32 (i32, ...) @llvm.ctpop.i32(i32 1)
  ret void
}
declare void @llvm.localescape()
declare i32 @llvm.ctpop.i32(i32, ...)
