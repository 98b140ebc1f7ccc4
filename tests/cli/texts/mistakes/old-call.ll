; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
@text = constant [3 x i8] c"%d\00"

declare i32 @printf(i8*, ...)

define void @f(i32 %n) {
  %r = call i32 (i8*, ...)* @printf(i8* getelementptr ([3 x i8]* @text, i32 0, i32 0), i32 %n)
  ret void
}
