; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; Since LLVM 20, a call whose result gets a literal type keeps its attributes.
%pair = type { <8 x i8>, <8 x i8> }
define %pair @f(ptr %p) {
  %r = call %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr align 16 %p)
  ret %pair %r
}
declare %pair @llvm.aarch64.neon.ld2.v8i8.p0(ptr)
