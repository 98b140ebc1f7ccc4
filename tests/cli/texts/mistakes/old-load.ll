; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i32* %p) {
  %x = load i32* %p
  %y = getelementptr i32* %p, i64 1
  %z = load i32* %y, align 4
  %s = add i32 %x, %z
  ret i32 %s
}
