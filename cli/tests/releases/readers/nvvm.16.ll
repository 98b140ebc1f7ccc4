; ModuleID = 'nvvm.bc'
source_filename = "nv.ll"
target triple = "nvptx64-nvidia-cuda"

@t = addrspace(1) global i32 0

define void @k(ptr %p) {
  ret void
}

define void @m(ptr %p) {
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !10}

!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"align", i32 65552}
!2 = !{ptr @k, !"maxclusterrank", i32 4}
!3 = !{ptr @k, !"minctasm", i32 4}
!4 = !{ptr @k, !"maxnreg", i32 32}
!5 = !{ptr @k, !"maxntidx", i32 32}
!6 = !{ptr @k, !"reqntidx", i32 32}
!7 = !{ptr @k, !"cluster_dim_x", i32 2}
!8 = !{ptr @k, !"grid_constant", !9}
!9 = !{i32 1}
!10 = !{ptr addrspace(1) @t, !"texture", i32 1}
