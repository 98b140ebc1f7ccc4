; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @calls(ptr %p, i32 %i, <4 x i32> %v) {
  %1 = call float @llvm.bswap.f32(float 0.0)
  %2 = call i32 @llvm.bswap.i32(float 0.0)
  call void @llvm.va_start.p0(ptr %p, ptr %p)
  call void @llvm.localescape(ptr %p)
  %3 = call i32 (i32, ...) @llvm.ctpop.i32(i32 %i)
  call void @llvm.donothing(i32 %i)
  %4 = call i16 @llvm.bswap.i16x(i16 1)
  ret void
}
define i1 @llvm.is.constant.i32(i32 %i) {
  ret i1 false
}
define void @defined(i32 %i) {
  %1 = call i1 @llvm.is.constant.i32(i32 %i)
  ret void
}
declare float @llvm.bswap.f32(float)
declare i32 @llvm.bswap.i32(float)
declare void @llvm.va_start.p0(ptr, ptr)
declare void @llvm.localescape(ptr)
declare i32 @llvm.ctpop.i32(i32, ...)
declare void @llvm.donothing(i32)
declare i16 @llvm.bswap.i16x(i16)
