; RUN: %llvm-as-16 --disable-verify %s -o - | %llvm-dis-16 - -o -
; ORACLE: llvm-as-16 --disable-verify %s -o - | llvm-dis-16 - -o -
; RUN: %llvm-as-19 --disable-verify %s -o - | %llvm-dis-19 - -o -
; ORACLE: llvm-as-19 --disable-verify %s -o - | llvm-dis-19 - -o -
; Readers rename the attributes of older compilers.
define void @f() #0 {
  ret void
}
define void @g() #1 {
  ret void
}
attributes #0 = { nounwind "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf" }
attributes #1 = { "no-frame-pointer-elim"="false" "null-pointer-is-valid"="true" }
