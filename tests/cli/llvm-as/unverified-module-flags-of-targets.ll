; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{i32 1, !"amdgpu.buffer.oob.mode", i32 1}
!1 = !{i32 7, !"amdgpu.tbuffer.oob.mode", i32 3}
!2 = !{i32 1, !"aarch64-elf-pauthabi-platform", i32 1}
!3 = !{i32 5, !"CG Profile", !{!10, !11, !12, !13, !14, null}}
!4 = !{i32 1, !"amdgpu.tbuffer.oob.mode.x", i32 3}
!5 = !{i32 1, !"SemanticInterposition", i32 1}
!6 = !{i32 1, !"wchar_size", i32 4}
!10 = !{ptr @f, ptr @f, !"x"}
!11 = !{ptr @f, ptr @f}
!12 = !{ptr @v, null, i64 1}
!13 = !{null, i32 4, i64 1}
!14 = !{!"x", ptr @f, i64 1}
@v = global i8 0
declare void @f()
