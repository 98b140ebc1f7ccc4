; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; What takes the place of a call is folded if its operands are undefined.
define <2 x i64> @f() {
  %r = call <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32> undef, <4 x i32> undef)
  ret <2 x i64> %r
}
define <2 x i64> @g(<4 x i32> %a) {
  %r = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> undef, <4 x i32> %a)
  ret <2 x i64> %r
}
define <2 x i64> @h() {
  %r = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> <i32 1, i32 2, i32 -3, i32 4>, <4 x i32> undef)
  ret <2 x i64> %r
}
define <2 x i64> @i() {
  %r = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> <i32 1, i32 2, i32 -3, i32 4>, <4 x i32> <i32 7, i32 2, i32 5, i32 4>)
  ret <2 x i64> %r
}
define <2 x i64> @j(<4 x i32> %a) {
  %r = call <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32> <i32 1, i32 undef, i32 3, i32 4>, <4 x i32> %a)
  ret <2 x i64> %r
}
declare <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32>, <4 x i32>)
declare <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32>, <4 x i32>)
