; ModuleID = 'nvvm.bc'
source_filename = "nv.ll"
target triple = "nvptx64-nvidia-cuda"

@t = addrspace(1) global i32 0

define ptx_kernel void @k(ptr alignstack(16) "nvvm.grid_constant" %p) #0 {
  ret void
}

define void @m(ptr %p) {
  ret void
}

attributes #0 = { "nvvm.cluster_dim"="2" "nvvm.maxclusterrank"="4" "nvvm.maxnreg"="32" "nvvm.maxntid"="32" "nvvm.minctasm"="4" "nvvm.reqntid"="32" }

!nvvm.annotations = !{!0}

!0 = !{ptr addrspace(1) @t, !"texture", i32 1}
