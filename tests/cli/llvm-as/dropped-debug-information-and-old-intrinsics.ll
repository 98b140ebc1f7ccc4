; FAIL: %llvm-as %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define void @f(ptr %p, ...) {
  call void @llvm.va_start(ptr %p)
  call void @llvm.lifetime.start.p0(i64 8, ptr %p)
  ret void
}
declare void @llvm.va_start(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
!llvm.module.flags = !{!0}
!named = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)
!2 = !DIFile(filename: "a", directory: "b")
