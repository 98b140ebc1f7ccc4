; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @matches(<4 x i32> %a, <2 x i32> %b, <4 x i1> %m, i1 %i, <4 x i8> %e, <8 x i1> %g, i32 %n) {
  %1 = call i1 @llvm.experimental.vector.match.i32.i32.i1(i32 %n, i32 %n, i1 %i)
  %2 = call <8 x i1> @llvm.experimental.vector.match.v4i32.v2i32.v8i1(<4 x i32> %a, <2 x i32> %b, <8 x i1> %g)
  %3 = call <4 x i8> @llvm.experimental.vector.match.v4i32.v2i32.v4i8(<4 x i32> %a, <2 x i32> %b, <4 x i8> %e)
  %4 = call i1 @llvm.get.active.lane.mask.i1.i32(i32 %n, i32 %n)
  %5 = call <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32 %n, i32 %n)
  %6 = call <4 x i1> @llvm.experimental.vector.match.v4i32.v2i32(<4 x i32> %a, <2 x i32> %b, <4 x i1> %m)
  %7 = call i32 @llvm.vector.reduce.add.i32(i32 %n)
  ret void
}
define void @another_result(<4 x i32> %a, <2 x i32> %b, <4 x i1> %m) {
  %1 = call <2 x i1> @llvm.experimental.vector.match.v4i32.v2i32.x(<4 x i32> %a, <2 x i32> %b, <4 x i1> %m)
  ret void
}
declare <2 x i1> @llvm.experimental.vector.match.v4i32.v2i32.x(<4 x i32>, <2 x i32>, <4 x i1>)
define void @splices(<4 x i32> %v, <4 x i1> %m, i32 %n) {
  %1 = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> %v, <4 x i32> %v, i32 4, <4 x i1> %m, i32 %n, i32 %n)
  %2 = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> %v, <4 x i32> %v, i32 -5, <4 x i1> %m, i32 %n, i32 %n)
  %3 = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> %v, <4 x i32> %v, i32 -4, <4 x i1> %m, i32 %n, i32 %n)
  ret void
}
define void @splices_scaled(<vscale x 4 x i32> %v, <vscale x 4 x i1> %m, i32 %n) vscale_range(2,4) {
  %1 = call <vscale x 4 x i32> @llvm.experimental.vp.splice.nxv4i32(<vscale x 4 x i32> %v, <vscale x 4 x i32> %v, i32 7, <vscale x 4 x i1> %m, i32 %n, i32 %n)
  %2 = call <vscale x 4 x i32> @llvm.experimental.vp.splice.nxv4i32(<vscale x 4 x i32> %v, <vscale x 4 x i32> %v, i32 8, <vscale x 4 x i1> %m, i32 %n, i32 %n)
  ret void
}
declare i1 @llvm.experimental.vector.match.i32.i32.i1(i32, i32, i1)
declare <8 x i1> @llvm.experimental.vector.match.v4i32.v2i32.v8i1(<4 x i32>, <2 x i32>, <8 x i1>)
declare <4 x i8> @llvm.experimental.vector.match.v4i32.v2i32.v4i8(<4 x i32>, <2 x i32>, <4 x i8>)
declare i1 @llvm.get.active.lane.mask.i1.i32(i32, i32)
declare <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32, i32)
declare <4 x i1> @llvm.experimental.vector.match.v4i32.v2i32(<4 x i32>, <2 x i32>, <4 x i1>)
declare i32 @llvm.vector.reduce.add.i32(i32)
declare <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32>, <4 x i32>, i32, <4 x i1>, i32, i32)
declare <vscale x 4 x i32> @llvm.experimental.vp.splice.nxv4i32(<vscale x 4 x i32>, <vscale x 4 x i32>, i32, <vscale x 4 x i1>, i32, i32)
