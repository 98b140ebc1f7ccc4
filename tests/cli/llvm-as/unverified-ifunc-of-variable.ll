; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@a = ifunc void (), ptr addrspace(1) @w
@v = global i8 0
@w = addrspace(1) global i8 0
define ptr @r() {
 ret ptr null
}
define ptr @q(i32 %x) {
 ret ptr null
}
define ptr @q2() addrspace(2) {
 ret ptr null
}
