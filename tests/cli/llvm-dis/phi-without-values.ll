; RUN: %llvm-as --disable-verify %s -o - | %llvm-dis - -o -
; ORACLE: llvm-as-22 --disable-verify %s -o - | llvm-dis-22 - -o -
; A block that nothing goes to may have a `phi` of nothing. LLVM prints a blank after its type.
define i32 @f() {
  ret i32 0
nowhere:
  %a = phi i32
  %b = phi fast float
  ret i32 %a
}
