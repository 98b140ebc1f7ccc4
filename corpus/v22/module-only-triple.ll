; Only a triple and metadata: no globals, types or functions.
target triple = "aarch64-apple-macosx14.0.0"

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"x", i32 2}
