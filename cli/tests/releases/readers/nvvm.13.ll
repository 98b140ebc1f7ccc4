; ModuleID = 'nvvm.bc'
source_filename = "nv.ll"
target triple = "nvptx64-nvidia-cuda"

@t = addrspace(1) global i32 0

define void @k(i8* %p) {
  ret void
}

define void @m(i8* %p) {
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !10}

!0 = !{void (i8*)* @k, !"kernel", i32 1}
!1 = !{void (i8*)* @k, !"align", i32 65552}
!2 = !{void (i8*)* @k, !"maxclusterrank", i32 4}
!3 = !{void (i8*)* @k, !"minctasm", i32 4}
!4 = !{void (i8*)* @k, !"maxnreg", i32 32}
!5 = !{void (i8*)* @k, !"maxntidx", i32 32}
!6 = !{void (i8*)* @k, !"reqntidx", i32 32}
!7 = !{void (i8*)* @k, !"cluster_dim_x", i32 2}
!8 = !{void (i8*)* @k, !"grid_constant", !9}
!9 = !{i32 1}
!10 = !{i32 addrspace(1)* @t, !"texture", i32 1}
