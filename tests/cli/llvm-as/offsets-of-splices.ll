; FAIL: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; Offsets of splices vary since LLVM 23; LLVM 22 checks them.
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %l = call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> %a, <2 x i8> %b, i32 2)
  %r = call <2 x i8> @llvm.vector.splice.right.v2i8(<2 x i8> %a, <2 x i8> %b, i32 2)
  %s = call <2 x i8> @llvm.vector.splice.right.v2i8(<2 x i8> %a, <2 x i8> %b, i32 3)
  %t = call <2 x i8> @llvm.vector.splice.right.v2i8(<2 x i8> %a, <2 x i8> %b, i32 -1)
  ret <2 x i8> %t
}
define <vscale x 2 x i8> @g(<vscale x 2 x i8> %a, <vscale x 2 x i8> %b) vscale_range(2,16) {
  %l = call <vscale x 2 x i8> @llvm.vector.splice.left.nxv2i8(<vscale x 2 x i8> %a, <vscale x 2 x i8> %b, i32 3)
  %r = call <vscale x 2 x i8> @llvm.vector.splice.left.nxv2i8(<vscale x 2 x i8> %a, <vscale x 2 x i8> %b, i32 4)
  %s = call <vscale x 2 x i8> @llvm.vector.splice.right.nxv2i8(<vscale x 2 x i8> %a, <vscale x 2 x i8> %b, i32 5)
  ret <vscale x 2 x i8> %s
}
