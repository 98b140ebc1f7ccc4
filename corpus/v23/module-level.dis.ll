; ModuleID = 'module-level.bc'
source_filename = "dir/odd \22name\22\\.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10"
target triple = "x86_64-unknown-linux-gnu"

module asm
    ".globl asm_symbol"
    "asm_symbol:"
    "\09.ascii \22quoted\\n\22"
    ""
    "  nop # after an empty line"

@asm_symbol = external global i8
@llvm.used = appending global [1 x ptr] [ptr @asm_symbol], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @f], section "llvm.metadata"
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }, { i32, ptr, ptr } { i32 1, ptr @f, ptr @asm_symbol }]
@llvm.global_dtors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define internal void @f() {
  ret void
}

!llvm.linker.options = !{!0, !1}
!llvm.dependent-libraries = !{!2}

!0 = !{!"/DEFAULTLIB:libcmt"}
!1 = !{!"/FAILIFMISMATCH:a=b", !"-lm"}
!2 = !{!"m"}
