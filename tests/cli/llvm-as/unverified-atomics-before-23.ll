; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @atomics(ptr %p) {
  %1 = load atomic { i32 }, ptr %p monotonic, align 4
  store atomic { i32 } zeroinitializer, ptr %p monotonic, align 4
  store atomic <2 x i32> zeroinitializer, ptr %p monotonic, align 8
  ret void
}
