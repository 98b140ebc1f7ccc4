; A text is printed as LLVM would, whatever its line ends and spaces.
; RUN: %bcconv %s -o - | skip 1
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o - | skip 1
; by hand
define i32 @f(i32 %a) { %b = add i32 %a, 1
 ret i32 %b }
