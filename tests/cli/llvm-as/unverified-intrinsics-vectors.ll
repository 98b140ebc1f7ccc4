; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @lengths(i32 %n) {
  %1 = call <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32 %n, i32 %n)
  %2 = call i32 @llvm.experimental.get.vector.length.i32(i32 %n, i32 0, i1 true)
  %3 = call <4 x i4> @llvm.stepvector.v4i4()
  ret void
}

define void @matrices(<4 x float> %a, <6 x float> %b, <4 x double> %d, ptr %p, i64 %n) {
  %1 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %a, i32 2, i32 3, i32 2)
  %2 = call <4 x float> @llvm.matrix.multiply.v4f32.v6f32.v4f32(<6 x float> %b, <4 x float> %a, i32 2, i32 3, i32 2)
  %3 = call <6 x float> @llvm.matrix.multiply.v6f32.v4f32.v4f32(<4 x float> %a, <4 x float> %a, i32 2, i32 2, i32 2)
  %4 = call <4 x double> @llvm.matrix.multiply.v4f64.v4f32.v4f32(<4 x float> %a, <4 x float> %a, i32 2, i32 2, i32 2)
  %5 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f64(<4 x float> %a, <4 x double> %d, i32 2, i32 2, i32 2)
  %6 = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %a, i32 3, i32 2)
  %7 = call <4 x float> @llvm.matrix.column.major.load.v4f32.i64(ptr %p, i64 1, i1 false, i32 2, i32 2)
  %8 = call <4 x float> @llvm.matrix.column.major.load.v4f32.i128(ptr %p, i128 4, i1 false, i32 2, i32 2)
  call void @llvm.matrix.column.major.store.v4f32.i64(<4 x float> %a, ptr %p, i64 2, i1 false, i32 3, i32 2)
  %9 = call <4 x ptr> @llvm.matrix.transpose.v4p0(<4 x ptr> poison, i32 2, i32 2)
  ret void
}

define void @parts(<4 x i32> %a, <2 x i32> %b, <2 x float> %f, <vscale x 4 x i32> %s) {
  %1 = call <4 x i32> @llvm.vector.insert.v4i32.v2f32(<4 x i32> %a, <2 x float> %f, i64 0)
  %2 = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %a, <2 x i32> %b, i64 1)
  %3 = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %a, <2 x i32> %b, i64 4)
  %4 = call <vscale x 4 x i32> @llvm.vector.insert.nxv4i32.v2i32(<vscale x 4 x i32> %s, <2 x i32> %b, i64 8)
  %5 = call <2 x float> @llvm.vector.extract.v2f32.v4i32(<4 x i32> %a, i64 0)
  %6 = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %a, i64 1)
  %7 = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %a, i64 4)
  %8 = call <3 x i32> @llvm.vector.partial.reduce.add.v3i32.v4i32(<3 x i32> zeroinitializer, <4 x i32> %a)
  ret void
}

define void @matches(<4 x i32> %a, <vscale x 4 x i32> %s, <4 x float> %f, <2 x i32> %b, <4 x i1> %m, <2 x i1> %n, <4 x i8> %o) {
  %1 = call <4 x i1> @llvm.experimental.vector.match.v4i1.v4i32.nxv4i32(<4 x i32> %a, <vscale x 4 x i32> %s, <4 x i1> %m)
  %2 = call <4 x i1> @llvm.experimental.vector.match.v4f32.v4f32(<4 x float> %f, <4 x float> %f, <4 x i1> %m)
  %3 = call <4 x i1> @llvm.experimental.vector.match.v4i32.v4f32(<4 x i32> %a, <4 x float> %f, <4 x i1> %m)
  ret void
}

declare <4 x i8> @llvm.get.active.lane.mask.v4i8.i32(i32, i32)
declare i32 @llvm.experimental.get.vector.length.i32(i32, i32, i1)
declare <4 x i4> @llvm.stepvector.v4i4()
declare <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x float> @llvm.matrix.multiply.v4f32.v6f32.v4f32(<6 x float>, <4 x float>, i32, i32, i32)
declare <6 x float> @llvm.matrix.multiply.v6f32.v4f32.v4f32(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x double> @llvm.matrix.multiply.v4f64.v4f32.v4f32(<4 x float>, <4 x float>, i32, i32, i32)
declare <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f64(<4 x float>, <4 x double>, i32, i32, i32)
declare <4 x float> @llvm.matrix.transpose.v4f32(<4 x float>, i32, i32)
declare <4 x ptr> @llvm.matrix.transpose.v4p0(<4 x ptr>, i32, i32)
declare <4 x float> @llvm.matrix.column.major.load.v4f32.i64(ptr, i64, i1, i32, i32)
declare <4 x float> @llvm.matrix.column.major.load.v4f32.i128(ptr, i128, i1, i32, i32)
declare void @llvm.matrix.column.major.store.v4f32.i64(<4 x float>, ptr, i64, i1, i32, i32)
declare <4 x i32> @llvm.vector.insert.v4i32.v2f32(<4 x i32>, <2 x float>, i64)
declare <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)
declare <vscale x 4 x i32> @llvm.vector.insert.nxv4i32.v2i32(<vscale x 4 x i32>, <2 x i32>, i64)
declare <2 x float> @llvm.vector.extract.v2f32.v4i32(<4 x i32>, i64)
declare <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32>, i64)
declare <3 x i32> @llvm.vector.partial.reduce.add.v3i32.v4i32(<3 x i32>, <4 x i32>)
declare <4 x i1> @llvm.experimental.vector.match.v4i1.v4i32.nxv4i32(<4 x i32>, <vscale x 4 x i32>, <4 x i1>)
declare <4 x i1> @llvm.experimental.vector.match.v4f32.v4f32(<4 x float>, <4 x float>, <4 x i1>)
declare <4 x i1> @llvm.experimental.vector.match.v4i32.v4f32(<4 x i32>, <4 x float>, <4 x i1>)
