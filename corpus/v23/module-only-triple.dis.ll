; ModuleID = 'module-only-triple.bc'
source_filename = "module-only-triple.ll"
target triple = "aarch64-apple-macosx14.0.0"

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"x", i32 2}
