; FAIL: %llvm-as-19 %s -o a.bc
; ORACLE: llvm-as-19 %s -o a.bc
target triple = "x86_64-unknown-linux-gnu"
declare void @wide(<16 x float>) "target-features"="+avx512f,-evex512"
declare <16 x i32> @wide_result() "target-features"="-evex512,+avx512f"
declare void @scalable(<vscale x 16 x i32>) "target-features"="-evex512,+avx512f"
declare void @narrow(<8 x i32>) "target-features"="-evex512,+avx512f"
declare void @without(<16 x i32>) "target-features"="-evex512"
declare void @wider(<32 x i32>, ...) "target-features"="-evex512,+avx512f"
declare void @pointers(<8 x ptr>) "target-features"="-evex512,+avx512f"
declare void @nested([2 x <16 x i32>]) "target-features"="-evex512,+avx512f" "frame-pointer"="some" "warn-stack-size"="x"
declare void @with_others(<16 x i32>) "target-features"="-evex512,+avx512f" "frame-pointer"="some" "warn-stack-size"="x"
define void @calls(ptr %p, <16 x float> %v) {
  call void @wide(<16 x float> %v)
  call void %p(<16 x float> %v) "target-features"="-evex512,+avx512f"
  ret void
}
