; ModuleID = 'const-vector-expr.bc'
source_filename = "const-vector-expr.ll"

@x = external global i8

define i64 @ee(i32 %i) {
  ret i64 extractelement (<2 x i64> bitcast (i128 ptrtoint (ptr @x to i128) to <2 x i64>), i32 1)
}

define <4 x i64> @ie() {
  ret <4 x i64> <i64 extractelement (<4 x i64> bitcast (i256 ptrtoint (ptr @x to i256) to <4 x i64>), i32 0), i64 extractelement (<4 x i64> bitcast (i256 ptrtoint (ptr @x to i256) to <4 x i64>), i32 1), i64 7, i64 extractelement (<4 x i64> bitcast (i256 ptrtoint (ptr @x to i256) to <4 x i64>), i32 3)>
}

define <4 x i64> @sv() {
  ret <4 x i64> <i64 extractelement (<4 x i64> bitcast (i256 ptrtoint (ptr @x to i256) to <4 x i64>), i32 3), i64 undef, i64 extractelement (<4 x i64> bitcast (i256 ptrtoint (ptr @x to i256) to <4 x i64>), i32 0), i64 extractelement (<4 x i64> bitcast (i256 ptrtoint (ptr @x to i256) to <4 x i64>), i32 1)>
}

define <vscale x 4 x i64> @scalable() {
  ret <vscale x 4 x i64> shufflevector (<vscale x 4 x i64> insertelement (<vscale x 4 x i64> poison, i64 ptrtoint (ptr @x to i64), i64 0), <vscale x 4 x i64> poison, <vscale x 4 x i32> zeroinitializer)
}
