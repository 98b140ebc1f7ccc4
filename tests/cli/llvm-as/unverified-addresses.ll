; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @bits(ptr %p, <4 x ptr> %v) {
  %1 = getelementptr <4 x i1>, ptr %p, i32 0, i32 1
  %2 = getelementptr <4 x i7>, ptr %p, i32 0, i32 1
  %3 = getelementptr <4 x i24>, ptr %p, i32 0, i32 1
  %4 = getelementptr [4 x <4 x b4>], ptr %p, i32 0, i32 1, i32 2
  %5 = getelementptr <4 x x86_fp80>, ptr %p, i32 0, i32 2
  %6 = getelementptr <4 x i1>, ptr %p, i32 1
  %7 = getelementptr <4 x i9>, <4 x ptr> %v, i32 0, i32 1
  %8 = getelementptr { <4 x i9> }, ptr %p, i32 0, i32 0, i32 7
  ret void
}
define void @stack() {
  %1 = alloca target("amdgcn.named.barrier", 0), align 16
  %2 = alloca target("spirv.Image", float, 0, 0, 0, 0, 0, 0), align 8
  %3 = alloca target("dx.Padding", 4), align 1
  %4 = alloca [2 x { i32, target("amdgcn.named.barrier", 0) }], align 16
  %5 = alloca target("spirv.Padding", 4), align 1
  %6 = alloca swifterror i32
  %7 = alloca swifterror ptr, i32 2
  ret void
}
