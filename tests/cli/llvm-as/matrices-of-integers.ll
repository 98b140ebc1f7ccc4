; RUN: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; Operations on matrices got an argument that says whether the result is limited, and a subtraction became atomicrmw.
define <8 x i32> @f(<8 x i32> %a, <16 x i32> %b, <8 x i32> %c, i16 %index) {
  %r = tail call <8 x i32> @llvm.amdgcn.swmmac.i32.16x16x128.iu8.v8i32.v8i32.v16i32.i16(i1 0, <8 x i32> %a, i1 0, <16 x i32> %b, <8 x i32> %c, i16 %index, i1 false, i1 false), !x !0
  ret <8 x i32> %r
}
define i32 @g(ptr %p) {
  %r = call i32 @llvm.amdgcn.atomic.csub.i32.p0(ptr %p, i32 42, i32 0, i32 0, i1 false)
  ret i32 %r
}
declare <8 x i32> @llvm.amdgcn.swmmac.i32.16x16x128.iu8.v8i32.v8i32.v16i32.i16(i1, <8 x i32>, i1, <16 x i32>, <8 x i32>, i16, i1, i1)
declare i32 @llvm.amdgcn.atomic.csub.i32.p0(ptr, i32, i32, i32, i1)
!0 = !{}
