; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
@a = intrenal global i32 0
@b = globl i32 0
@c = global flot 1.0

define fastc void @f(i32 %a) {
  ret void
}

define i1 @g(i32 %a, i32 %b) {
  %c = icmp ule i32 %a, %b
  %d = icmp ugtt i32 %a, %b
  %e = and i1 %c, %d
  ret i1 %e
}
