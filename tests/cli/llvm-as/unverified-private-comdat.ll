; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target triple = "x86_64-pc-windows-msvc"
$a = comdat any
$b = comdat any
@a = private global i8 0, comdat
@b = global i8 0, comdat
