; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
#include <stdio.h>

int main(void) {
    printf("hello\n");
    return 0;
}
