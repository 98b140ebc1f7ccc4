; FAIL: %llvm-as-16 %s -o - | %llvm-dis-14 - -o -
; FIXED: LLVM says the same and names the producer.
; FAIL: %llvm-as-16 %s -o - | %llvm-dis-15 - -o -
; FIXED: LLVM says the same in other words and names the producer.
; Readers refuse attributes that came later, even those of intrinsics, which they replace.
declare i16 @llvm.bitreverse.i16(i16)
define i16 @f(i16 %a) {
  %b = call i16 @llvm.bitreverse.i16(i16 %a)
  ret i16 %b
}
