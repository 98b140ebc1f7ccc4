; Annotations of functions, which are attributes by now, and old intrinsics.
target triple = "nvptx64-nvidia-cuda"
define i32 @f(ptr %p, ptr byval(i32) %q) {
  ret i32 0
}
define void @h(ptr %p, ptr byval(i32) %q) {
  ret void
}
@g = global i32 0
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6,!7, !8}
!0 = !{ptr @h, !"kernel", i32 1, !"maxntidz", i32 4}
!1 = !{ptr @f, !"align", i32 16, !"align", i32 65540, !"align", i32 131080}
!2 = !{ptr @g, !"texture", i32 1}
!3 = !{ptr @f, !"maxclusterrank", i32 3, !"foo", i32 4}
!4 = !{ptr @h, !"cluster_dim_x", i32 3, !"maxnreg", i32 4, !"reqntidy", i32 7}
!5 = !{ptr @h, !"grid_constant", !9}
!6 = !{null, !"grid_constant", !9}
!7 = !{ptr @h, !"maxntidx", i32 9}
!8 = !{ptr @f, !"kernel", i32 0}
!9 = !{i32 1, i32 2}
declare i32 @llvm.nvvm.abs.i(i32)
declare i32 @llvm.nvvm.clz.ll(i64)
declare i64 @llvm.nvvm.max.ull(i64, i64)
declare i64 @llvm.nvvm.rotate.b64(i64, i32)
declare i32 @llvm.nvvm.brev32(i32)
define i32 @calls(i32 %a, i64 %b) {
  %abs = call i32 @llvm.nvvm.abs.i(i32 %a)
  %again = call i32 @llvm.nvvm.abs.i(i32 %abs)
  %clz = call i32 @llvm.nvvm.clz.ll(i64 %b)
  %max = call i64 @llvm.nvvm.max.ull(i64 %b, i64 7)
  %turned = call i64 @llvm.nvvm.rotate.b64(i64 %max, i32 3)
  %turn = call i64 @llvm.nvvm.rotate.b64(i64 %turned, i32 %a)
  %reversed = call i32 @llvm.nvvm.brev32(i32 %clz)
  %low = trunc i64 %turn to i32
  %sum = add i32 %low, %reversed
  %all = add i32 %sum, %again
  ret i32 %all
}
