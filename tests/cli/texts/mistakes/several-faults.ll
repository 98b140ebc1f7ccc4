; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i32 %a, ptr %p) {
entry:
  %x = ad i32 %a, 1
  %y = mul i32 %x, 2
  stroe i32 %y, ptr %p
  %z = load i32, ptr %q
  br label %exti

exit:
  %w = sub i32 %y, %zz
  ret i64 %w
}

define void @g() {
  ret void %x
}
