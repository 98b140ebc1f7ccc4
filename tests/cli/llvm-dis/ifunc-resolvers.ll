; RUN: %llvm-as-13 %s -o - | %llvm-dis-13 - -o -
; ORACLE: llvm-as-13 %s -o - | llvm-dis-13 - -o -
; RUN: %llvm-as-13 %s -o - | %llvm-dis-14 - -o -
; ORACLE: llvm-as-13 %s -o - | llvm-dis-14 - -o -
; RUN: %llvm-as-13 %s -o - | %llvm-dis-15 - -o -
; ORACLE: llvm-as-13 %s -o - | llvm-dis-15 - -o -
; RUN: %llvm-as-13 %s -o - | %llvm-dis-16 - -o -
; ORACLE: llvm-as-13 %s -o - | llvm-dis-16 - -o -
; Since LLVM 14, a resolver returns a pointer to the type of the ifunc; the reader casts others.
@a = ifunc void (), i8* ()* @r
@b = ifunc void (), bitcast (i8* ()* @r to void ()* ()*)
@c = ifunc void (), void ()* ()* @s
@d = ifunc i32 (), bitcast (void ()* ()* @s to i8* ()*)
@e = ifunc void (), bitcast (void ()* ()* @s to i8* ()*)
define i8* @r() {
  ret i8* null
}
define void ()* @s() {
  ret void ()* null
}
