; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"amdgpu.buffer.oob.mode", i64 5}
!1 = !{i32 1, !"amdgpu.tbuffer.oob.mode", !"x"}
