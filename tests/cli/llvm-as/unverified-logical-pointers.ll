; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target triple = "spirv-unknown-vulkan"
define void @f(ptr %p) {
  %1 = getelementptr i32, ptr %p, i32 1
  %2 = alloca i32
  %3 = getelementptr inbounds i8, ptr %p, i64 1
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"require-logical-pointer", i32 1}
