; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; Alignments of what target types are laid out as.
define void @sizes(ptr %p) {
  %1 = alloca target("aarch64.svcount")
  %2 = alloca target("riscv.vector.tuple", <vscale x 8 x i8>, 2)
  %3 = alloca target("riscv.vector.tuple", <vscale x 4 x i8>, 3)
  %4 = alloca target("spirv.Type", 1, 24, 8)
  %5 = alloca target("spirv.Type", 0, 0, 0)
  %6 = alloca target("spirv.Sampler")
  %7 = alloca target("dx.RawBuffer", i8, 0, 0)
  %8 = alloca target("wasm.externref")
  %9 = alloca <3 x target("llvm.test.vectorelement")>
  %10 = load target("amdgcn.named.barrier", 0), ptr %p
  %11 = load target("spirv.Padding", 5), ptr %p
  %12 = load target("dx.Padding", 3), ptr %p
  %13 = alloca [2 x target("dx.Layout", {i32}, 4, 0)]
  ret void
}
