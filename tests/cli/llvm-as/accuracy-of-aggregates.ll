; RUN: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; FAIL: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; Since LLVM 23, calls that return several numbers may have an accuracy.
declare { float, float } @a(float)
declare [2 x float] @b()
define void @f(float %x) {
  %r = call { float, float } @a(float %x), !fpmath !0
  %s = call [2 x float] @b(), !fpmath !0
  ret void
}
!0 = !{ float 1.0 }
