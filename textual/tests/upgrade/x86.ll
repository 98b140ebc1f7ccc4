; Vector intrinsics of x86 that are plain instructions by now.
declare <4 x float> @llvm.x86.sse.sqrt.ss(<4 x float>)
declare <4 x float> @llvm.x86.sse.add.ss(<4 x float>, <4 x float>)
declare <8 x i16> @llvm.x86.sse2.pmaxs.w(<8 x i16>, <8 x i16>)
declare <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32>, <4 x i32>)
declare <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32>, <4 x i32>)
declare <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64>, i32)
declare <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64>, i32)
declare <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16>, <8 x i16>, i8)
declare <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float>, <4 x float>, i8)
declare <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float>, i8)
declare <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32>, i8)
declare <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16>, i8)
declare <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32>)
declare <4 x float> @llvm.x86.sse41.insertps(<4 x float>, <4 x float>, i32)
declare void @llvm.x86.sse.storeu.ps(ptr, <4 x float>)
declare void @llvm.x86.avx.movnt.ps.256(ptr, <8 x float>)
declare <16 x i32> @llvm.x86.avx512.mask.pand.d.512(<16 x i32>, <16 x i32>, <16 x i32>, i16)
declare <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare i8 @llvm.x86.avx512.mask.ucmp.q.128(<2 x i64>, <2 x i64>, i32, i8)
declare <16 x float> @llvm.x86.avx512.mask.add.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32)
declare <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float>, <16 x float>, i32, <16 x float>, i16)
declare <8 x i32> @llvm.x86.avx512.mask.punpckhd.q.256(<8 x i32>, <8 x i32>, <8 x i32>, i8)
declare i16 @llvm.x86.avx512.kandn.w(i16, i16)
declare <4 x float> @llvm.x86.fma4.vfmadd.ss(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.x86.fma.vfnmadd.ps(<4 x float>, <4 x float>, <4 x float>)
define <4 x float> @floats(<4 x float> %x, <8 x float> %y, ptr %p, <16 x float> %z, i16 %m) {
  %a = call <4 x float> @llvm.x86.sse.sqrt.ss(<4 x float> %x)
  %b = call <4 x float> @llvm.x86.sse.add.ss(<4 x float> %a, <4 x float> %x)
  %c = call <8 x float> @llvm.x86.avx.vinsertf128.ps.256(<8 x float> %y, <4 x float> %b, i8 1)
  %d = call <4 x float> @llvm.x86.avx.vextractf128.ps.256(<8 x float> %c, i8 1)
  %e = call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %d, <4 x float> %x, i32 21)
  call void @llvm.x86.sse.storeu.ps(ptr %p, <4 x float> %e)
  call void @llvm.x86.avx.movnt.ps.256(ptr %p, <8 x float> %c)
  %f = call <16 x float> @llvm.x86.avx512.mask.add.ps.512(<16 x float> %z, <16 x float> %z, <16 x float> %z, i16 %m, i32 4)
  %g = call <16 x float> @llvm.x86.avx512.mask.shuf.ps.512(<16 x float> %f, <16 x float> %z, i32 177, <16 x float> %z, i16 -1)
  store <16 x float> %g, ptr %p
  %h = call <4 x float> @llvm.x86.fma4.vfmadd.ss(<4 x float> %e, <4 x float> %x, <4 x float> %x)
  %i = call <4 x float> @llvm.x86.fma.vfnmadd.ps(<4 x float> %h, <4 x float> %x, <4 x float> %x)
  ret <4 x float> %i
}
define i16 @integers(<8 x i16> %w, <4 x i32> %d, <2 x i64> %q, <16 x i32> %z, <8 x i32> %y, i8 %m, i16 %n, ptr %p) {
  %a = call <8 x i16> @llvm.x86.sse2.pmaxs.w(<8 x i16> %w, <8 x i16> %w)
  %b = call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %a, <8 x i16> %w, i8 17)
  %c = call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %b, i8 27)
  store <8 x i16> %c, ptr %p
  %e = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> %d, <4 x i32> %d)
  %f = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %e, i8 27)
  %g = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> %f, <4 x i32> %d)
  %h = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> %g, i32 56)
  %i = call <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64> %h, i32 7)
  %j = call <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32> %f)
  store <2 x double> %j, ptr %p
  %k = call i8 @llvm.x86.avx512.mask.ucmp.q.128(<2 x i64> %i, <2 x i64> %q, i32 1, i8 %m)
  %l = call <16 x i32> @llvm.x86.avx512.mask.pand.d.512(<16 x i32> %z, <16 x i32> %z, <16 x i32> %z, i16 %n)
  %o = call <4 x i32> @llvm.x86.avx512.mask.pandn.d.128(<4 x i32> %d, <4 x i32> %f, <4 x i32> %d, i8 %k)
  %r = call <8 x i32> @llvm.x86.avx512.mask.punpckhd.q.256(<8 x i32> %y, <8 x i32> %y, <8 x i32> %y, i8 %m)
  store <16 x i32> %l, ptr %p
  store <4 x i32> %o, ptr %p
  store <8 x i32> %r, ptr %p
  %s = call i16 @llvm.x86.avx512.kandn.w(i16 %n, i16 %n)
  ret i16 %s
}
