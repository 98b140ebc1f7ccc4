; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @atomics(ptr %p, i24 %o, i1 %b, <3 x i32> %t, <2 x i7> %u) {
  %1 = load atomic { i32 }, ptr %p monotonic, align 4
  store atomic { i32 } zeroinitializer, ptr %p monotonic, align 4
  store atomic i24 %o, ptr %p monotonic, align 4
  store atomic i1 %b, ptr %p monotonic, align 4
  store atomic <3 x i32> %t, ptr %p monotonic, align 4
  %2 = load atomic <3 x i32>, ptr %p monotonic, align 4
  %3 = load atomic x86_fp80, ptr %p monotonic, align 16
  %4 = load atomic i7, ptr %p monotonic, align 4
  %5 = cmpxchg ptr %p, i24 0, i24 1 monotonic monotonic
  %6 = cmpxchg ptr %p, i1 0, i1 1 monotonic monotonic
  %7 = cmpxchg ptr %p, float 0.0, float 1.0 monotonic monotonic
  %8 = atomicrmw elementwise add ptr %p, <2 x i7> %u monotonic
  ret void
}
