; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
declare void @g(i32)
define void @f(float %x) {
  call void (i32) @g(float %x, i32 1)
  ret void
}
