; Intrinsics of old whose successors bring names of their own, which come after the text's in the table of names; and one the text does not declare.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare <4 x i32> @llvm.x86.avx512.mask.pmaxs.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare <4 x i32> @llvm.x86.avx512.mask.vpdpbusd.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare i32 @llvm.x86.sse41.ptestz(<4 x float>, <4 x float>)
declare <16 x i8> @llvm.x86.avx512.mask.loadu.b.128(ptr, <16 x i8>, i16)
declare <8 x i16> @llvm.x86.avx512.mask.psrav8.hi(<8 x i16>, <8 x i16>, <8 x i16>, i8)
declare i32 @llvm.riscv.aes32dsi(i32, i32, i8)

define i32 @names(<4 x i32> %a, <4 x i32> %b, i8 %mask, <4 x float> %x) {
entry:
  %extract = call <4 x i32> @llvm.x86.avx512.mask.pmaxs.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %a, i8 %mask)
  %cast = call <4 x i32> @llvm.x86.avx512.mask.vpdpbusd.128(<4 x i32> %extract, <4 x i32> %b, <4 x i32> %a, i8 %mask)
  %sum = add <4 x i32> %extract, %cast
  %first = extractelement <4 x i32> %sum, i32 0
  %zero = call i32 @llvm.x86.sse41.ptestz(<4 x float> %x, <4 x float> %x)
  %both = add i32 %zero, %first
  br label %next

next:
  %sub = call i32 @llvm.riscv.aes32dsi(i32 %both, i32 %zero, i8 2)
  ret i32 %sub
}

define <8 x i16> @masks(ptr %p, <16 x i8> %a, <8 x i16> %b) {
  %all = call <16 x i8> @llvm.x86.avx512.mask.loadu.b.128(ptr %p, <16 x i8> %a, i16 -1)
  %some = call <16 x i8> @llvm.x86.avx512.mask.loadu.b.128(ptr %p, <16 x i8> %all, i16 8)
  %words = bitcast <16 x i8> %some to <8 x i16>
  %shifted = call <8 x i16> @llvm.x86.avx512.mask.psrav8.hi(<8 x i16> %b, <8 x i16> %words, <8 x i16> %b, i8 7)
  ret <8 x i16> %shifted
}

define <4 x i64> @undeclared() {
  %steps = call <4 x i64> @llvm.experimental.stepvector.v4i64()
  %least = call <4 x i64> @llvm.umin(<4 x i64> %steps, <4 x i64> %steps)
  ret <4 x i64> %least
}
