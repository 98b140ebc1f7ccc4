; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target triple = "amdgpu9.4-amd-amdhsa"
define void @stack() {
  %1 = alloca i32
  ret void
}
