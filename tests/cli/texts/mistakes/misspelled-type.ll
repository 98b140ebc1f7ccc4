; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
%struct.point = type { i32, i32 }

define void @f(ptr %p) {
  %a = getelementptr %struct.piont, ptr %p, i32 0, i32 1
  store i32 0, ptr %a
  ret void
}
