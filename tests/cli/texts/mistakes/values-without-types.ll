; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i32 %a, i1 %c) {
  %b = add i32 %a, i32 1
  br i1 %c, label done, label %done

done:
  %d = add i32 a, 1
  ret %d
}
