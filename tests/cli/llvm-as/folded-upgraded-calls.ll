; Calls of old intrinsics with constants, some of them undefined or expressions, become what LLVM's builder folds.
; Releases that have the constant expression keep it.
; RUN: %llvm-as %s -o - | %llvm-dis -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 -o -
; RUN: %llvm-as-16 %s -o - | %llvm-dis-16 -o -
; ORACLE: llvm-as-16 %s -o - | llvm-dis-16 -o -
target triple = "x86_64-unknown-linux-gnu"

declare <4 x i32> @llvm.x86.sse41.pmovsxbd(<16 x i8>)
declare <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64>, i32)
declare <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare <2 x double> @llvm.x86.sse2.cvtps2pd(<4 x float>)
declare <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32>)
declare <4 x float> @llvm.x86.sse.add.ss(<4 x float>, <4 x float>)
declare <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32>, i32, <4 x i32>, i8)
declare i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32>, <4 x i32>, i8)
declare i16 @llvm.x86.avx512.kxnor.w(i16, i16)
declare i16 @llvm.x86.avx512.kunpck.bw(i16, i16)
declare i32 @llvm.x86.avx512.kortestz.w(i16, i16)
declare <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16>)
declare <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double>, <2 x double>, i8)
declare <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double>, i8)
declare <4 x i32> @llvm.x86.ssse3.pabs.d.128(<4 x i32>)

define void @f(ptr %p) {
  %r0 = call <4 x i32> @llvm.x86.sse41.pmovsxbd(<16 x i8> undef)
  store volatile <4 x i32> %r0, ptr %p
  %r1 = call <4 x i32> @llvm.x86.sse41.pmovsxbd(<16 x i8> <i8 1, i8 undef, i8 poison, i8 -1, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 -16>)
  store volatile <4 x i32> %r1, ptr %p
  %r2 = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> poison, i32 3)
  store volatile <2 x i64> %r2, ptr %p
  %r3 = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> <i64 1, i64 undef>, i32 3)
  store volatile <2 x i64> %r3, ptr %p
  %r4 = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> <i64 3, i64 -1>, i32 3)
  store volatile <2 x i64> %r4, ptr %p
  %r5 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> undef, <4 x i32> undef)
  store volatile <2 x i64> %r5, ptr %p
  %r6 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>)
  store volatile <2 x i64> %r6, ptr %p
  %r7 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> undef, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>)
  store volatile <2 x i64> %r7, ptr %p
  %r8 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> undef)
  store volatile <2 x i64> %r8, ptr %p
  %r9 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>)
  store volatile <2 x i64> %r9, ptr %p
  %r10 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>)
  store volatile <2 x i64> %r10, ptr %p
  %r11 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> undef, <4 x i32> undef)
  store volatile <4 x i32> %r11, ptr %p
  %r12 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>)
  store volatile <4 x i32> %r12, ptr %p
  %r13 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> undef, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>)
  store volatile <4 x i32> %r13, ptr %p
  %r14 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> undef)
  store volatile <4 x i32> %r14, ptr %p
  %r15 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>)
  store volatile <4 x i32> %r15, ptr %p
  %r16 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>)
  store volatile <4 x i32> %r16, ptr %p
  %r17 = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> undef, <4 x i32> undef, <4 x i32> undef, i8 1)
  store volatile <4 x i32> %r17, ptr %p
  %r18 = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> undef, <4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile <4 x i32> %r18, ptr %p
  %r19 = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> undef, <4 x i32> undef, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile <4 x i32> %r19, ptr %p
  %r20 = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> undef, i8 1)
  store volatile <4 x i32> %r20, ptr %p
  %r21 = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile <4 x i32> %r21, ptr %p
  %r22 = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile <4 x i32> %r22, ptr %p
  %r23 = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> undef, <4 x i32> undef, <4 x i32> undef, i8 1)
  store volatile <4 x i32> %r23, ptr %p
  %r24 = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> undef, <4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile <4 x i32> %r24, ptr %p
  %r25 = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> undef, <4 x i32> undef, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile <4 x i32> %r25, ptr %p
  %r26 = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> undef, i8 1)
  store volatile <4 x i32> %r26, ptr %p
  %r27 = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile <4 x i32> %r27, ptr %p
  %r28 = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile <4 x i32> %r28, ptr %p
  %r29 = call <2 x double> @llvm.x86.sse2.cvtps2pd(<4 x float> <float 1.0, float undef, float 2.0, float 3.5>)
  store volatile <2 x double> %r29, ptr %p
  %r30 = call <2 x double> @llvm.x86.sse2.cvtps2pd(<4 x float> <float 1.0, float 2.0, float -0.0, float 3.5>)
  store volatile <2 x double> %r30, ptr %p
  %r31 = call <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32> undef)
  store volatile <2 x double> %r31, ptr %p
  %r32 = call <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>)
  store volatile <2 x double> %r32, ptr %p
  %r33 = call <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32> <i32 7, i32 8, i32 -9, i32 10>)
  store volatile <2 x double> %r33, ptr %p
  %r34 = call <4 x float> @llvm.x86.sse.add.ss(<4 x float> <float 1.0, float undef, float 2.0, float 3.5>, <4 x float> <float 1.0, float undef, float 2.0, float 3.5>)
  store volatile <4 x float> %r34, ptr %p
  %r35 = call <4 x float> @llvm.x86.sse.add.ss(<4 x float> <float 1.0, float undef, float 2.0, float 3.5>, <4 x float> <float 1.0, float 2.0, float -0.0, float 3.5>)
  store volatile <4 x float> %r35, ptr %p
  %r36 = call <4 x float> @llvm.x86.sse.add.ss(<4 x float> <float 1.0, float 2.0, float -0.0, float 3.5>, <4 x float> <float 1.0, float undef, float 2.0, float 3.5>)
  store volatile <4 x float> %r36, ptr %p
  %r37 = call <4 x float> @llvm.x86.sse.add.ss(<4 x float> <float 1.0, float 2.0, float -0.0, float 3.5>, <4 x float> <float 1.0, float 2.0, float -0.0, float 3.5>)
  store volatile <4 x float> %r37, ptr %p
  %r38 = call <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32> undef, i32 3, <4 x i32> undef, i8 1)
  store volatile <4 x i32> %r38, ptr %p
  %r39 = call <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32> undef, i32 3, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile <4 x i32> %r39, ptr %p
  %r40 = call <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32> undef, i32 3, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile <4 x i32> %r40, ptr %p
  %r41 = call <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i32 3, <4 x i32> undef, i8 1)
  store volatile <4 x i32> %r41, ptr %p
  %r42 = call <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i32 3, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile <4 x i32> %r42, ptr %p
  %r43 = call <4 x i32> @llvm.x86.avx512.mask.psll.di.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i32 3, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile <4 x i32> %r43, ptr %p
  %r44 = call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> undef, <4 x i32> undef, i8 1)
  store volatile i8 %r44, ptr %p
  %r45 = call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> undef, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile i8 %r45, ptr %p
  %r46 = call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> undef, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile i8 %r46, ptr %p
  %r47 = call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> undef, i8 1)
  store volatile i8 %r47, ptr %p
  %r48 = call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, i8 1)
  store volatile i8 %r48, ptr %p
  %r49 = call i8 @llvm.x86.avx512.mask.pcmpeq.d.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>, <4 x i32> <i32 7, i32 8, i32 -9, i32 10>, i8 1)
  store volatile i8 %r49, ptr %p
  %r50 = call i16 @llvm.x86.avx512.kxnor.w(i16 undef, i16 undef)
  store volatile i16 %r50, ptr %p
  %r51 = call i16 @llvm.x86.avx512.kxnor.w(i16 undef, i16 7)
  store volatile i16 %r51, ptr %p
  %r52 = call i16 @llvm.x86.avx512.kxnor.w(i16 7, i16 undef)
  store volatile i16 %r52, ptr %p
  %r53 = call i16 @llvm.x86.avx512.kxnor.w(i16 7, i16 7)
  store volatile i16 %r53, ptr %p
  %r54 = call i16 @llvm.x86.avx512.kunpck.bw(i16 undef, i16 undef)
  store volatile i16 %r54, ptr %p
  %r55 = call i16 @llvm.x86.avx512.kunpck.bw(i16 undef, i16 7)
  store volatile i16 %r55, ptr %p
  %r56 = call i16 @llvm.x86.avx512.kunpck.bw(i16 7, i16 undef)
  store volatile i16 %r56, ptr %p
  %r57 = call i16 @llvm.x86.avx512.kunpck.bw(i16 7, i16 7)
  store volatile i16 %r57, ptr %p
  %r58 = call i32 @llvm.x86.avx512.kortestz.w(i16 undef, i16 undef)
  store volatile i32 %r58, ptr %p
  %r59 = call i32 @llvm.x86.avx512.kortestz.w(i16 undef, i16 7)
  store volatile i32 %r59, ptr %p
  %r60 = call i32 @llvm.x86.avx512.kortestz.w(i16 7, i16 undef)
  store volatile i32 %r60, ptr %p
  %r61 = call i32 @llvm.x86.avx512.kortestz.w(i16 7, i16 7)
  store volatile i32 %r61, ptr %p
  %r62 = call <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16> poison)
  store volatile <4 x float> %r62, ptr %p
  %r63 = call <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16> <i16 1, i16 undef, i16 3, i16 4, i16 5, i16 6, i16 7, i16 poison>)
  store volatile <4 x float> %r63, ptr %p
  %r64 = call <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16> <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8>)
  store volatile <4 x float> %r64, ptr %p
  %r65 = call <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double> <double 1.0, double undef, double 2.0, double 3.0>, <2 x double> <double 1.0, double poison>, i8 1)
  store volatile <4 x double> %r65, ptr %p
  %r66 = call <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double> <double 1.0, double undef, double 2.0, double 3.0>, i8 1)
  store volatile <2 x double> %r66, ptr %p
  %r67 = call <4 x i32> @llvm.x86.ssse3.pabs.d.128(<4 x i32> undef)
  store volatile <4 x i32> %r67, ptr %p
  %r68 = call <4 x i32> @llvm.x86.ssse3.pabs.d.128(<4 x i32> <i32 1, i32 undef, i32 -3, i32 poison>)
  store volatile <4 x i32> %r68, ptr %p
  %r69 = call <4 x i32> @llvm.x86.ssse3.pabs.d.128(<4 x i32> <i32 7, i32 8, i32 -9, i32 10>)
  store volatile <4 x i32> %r69, ptr %p
  ret void
}
