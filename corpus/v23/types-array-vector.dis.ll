; ModuleID = 'types-array-vector.bc'
source_filename = "types-array-vector.ll"

@a0 = global [0 x i32] zeroinitializer
@a1 = global [1 x [2 x [3 x i8]]] zeroinitializer
@a2 = external global [4294967296 x i8]
@v1 = global <1 x i1> splat (i1 true)
@v2 = global <3 x float> zeroinitializer
@v3 = global <16 x i7> zeroinitializer
@v4 = global [2 x <2 x double>] zeroinitializer
@v5 = global { <4 x i16>, [2 x <4 x i16>] } zeroinitializer

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a, <vscale x 2 x ptr> %b, <vscale x 1 x i1> %c, <vscale x 8 x half> %d) {
  ret <vscale x 4 x i32> %a
}

define { <vscale x 2 x i64>, <vscale x 2 x i64> } @pair({ <vscale x 2 x i64>, <vscale x 2 x i64> } %a) {
  ret { <vscale x 2 x i64>, <vscale x 2 x i64> } %a
}

define [2 x <vscale x 2 x i64>] @arr([2 x <vscale x 2 x i64>] %a) {
  ret [2 x <vscale x 2 x i64>] %a
}
