; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; LLVM's parser declares what replaces `tuple.set` after all other functions, as it first gives it a wrong name.
define void @f(<vscale x 8 x i32> %whole, <vscale x 4 x i32> %part) {
  %ins = call <vscale x 8 x i32> @llvm.aarch64.sve.tuple.set.nxv8i32.nxv4i32(<vscale x 8 x i32> %whole, i32 1, <vscale x 4 x i32> %part)
  ret void
}
define <vscale x 4 x i32> @g(<vscale x 8 x i32> %tuple) {
  %ext = call <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32> %tuple, i32 1)
  ret <vscale x 4 x i32> %ext
}
define <vscale x 32 x i8> @h(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b) {
  %tuple = tail call <vscale x 32 x i8> @llvm.aarch64.sve.tuple.create2.nxv32i8.nxv16i8(<vscale x 16 x i8> %a, <vscale x 16 x i8> %b)
  ret <vscale x 32 x i8> %tuple
}
declare <vscale x 8 x i32> @llvm.aarch64.sve.tuple.set.nxv8i32.nxv4i32(<vscale x 8 x i32>, i32, <vscale x 4 x i32>)
declare <vscale x 4 x i32> @llvm.aarch64.sve.tuple.get.nxv8i32(<vscale x 8 x i32>, i32)
declare <vscale x 32 x i8> @llvm.aarch64.sve.tuple.create2.nxv32i8.nxv16i8(<vscale x 16 x i8>, <vscale x 16 x i8>)
