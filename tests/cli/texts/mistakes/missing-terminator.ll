; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %done

then:
  %x = add i32 1, 2

done:
  ret i32 0
}
