; ModuleID = 'upgraded-names.bc'
source_filename = "upgraded-names.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @names(<4 x i32> %a, <4 x i32> %b, i8 %mask, <4 x float> %x) {
entry:
  %0 = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> %b)
  %1 = bitcast i8 %mask to <8 x i1>
  %extract1 = shufflevector <8 x i1> %1, <8 x i1> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %2 = select <4 x i1> %extract1, <4 x i32> %0, <4 x i32> %a
  %3 = bitcast <4 x i32> %b to <16 x i8>
  %4 = bitcast <4 x i32> %a to <16 x i8>
  %5 = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> %2, <16 x i8> %3, <16 x i8> %4)
  %6 = bitcast i8 %mask to <8 x i1>
  %extract = shufflevector <8 x i1> %6, <8 x i1> %6, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %7 = select <4 x i1> %extract, <4 x i32> %5, <4 x i32> %2
  %sum = add <4 x i32> %2, %7
  %first = extractelement <4 x i32> %sum, i32 0
  %cast = bitcast <4 x float> %x to <2 x i64>
  %cast2 = bitcast <4 x float> %x to <2 x i64>
  %zero = call i32 @llvm.x86.sse41.ptestz(<2 x i64> %cast, <2 x i64> %cast2)
  %both = add i32 %zero, %first
  br label %next

next:                                             ; preds = %entry
  %sub = call i32 @llvm.riscv.aes32dsi(i32 %both, i32 %zero, i32 2)
  ret i32 %sub

; uselistorder directives
  uselistorder <4 x i32> %2, { 2, 0, 1 }
}

define <8 x i16> @masks(ptr %p, <16 x i8> %a, <8 x i16> %b) {
  %1 = load <16 x i8>, ptr %p, align 1
  %2 = call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 1 %p, <16 x i1> bitcast (<1 x i16> splat (i16 8) to <16 x i1>), <16 x i8> %1)
  %words = bitcast <16 x i8> %2 to <8 x i16>
  %3 = call <8 x i16> @llvm.x86.avx512.psrav.w.128(<8 x i16> %b, <8 x i16> %words)
  %4 = select <8 x i1> bitcast (<1 x i8> splat (i8 7) to <8 x i1>), <8 x i16> %3, <8 x i16> %b
  ret <8 x i16> %4

; uselistorder directives
  uselistorder ptr %p, { 1, 0 }
}

define <4 x i64> @undeclared() {
  %steps = call <4 x i64> @llvm.stepvector.v4i64()
  %least = call <4 x i64> @llvm.umin.v4i64(<4 x i64> %steps, <4 x i64> %steps)
  ret <4 x i64> %least
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i64> @llvm.stepvector.v4i64() #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i64> @llvm.umin.v4i64(<4 x i64>, <4 x i64>) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32>, <16 x i8>, <16 x i8>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.x86.sse41.ptestz(<2 x i64>, <2 x i64>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <16 x i8> @llvm.masked.load.v16i8.p0(ptr captures(none), <16 x i1>, <16 x i8>) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x i16> @llvm.x86.avx512.psrav.w.128(<8 x i16>, <8 x i16>) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.riscv.aes32dsi(i32, i32, i32 immarg) #3

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
