; Module assembly in parts with properties: a list of strings, both properties, a part without properties between two with the same ones,
; strings that are empty, have escapes and end a line themselves.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

module asm
  "plain:"
  "  nop"
module asm "also plain:"
module asm(target_features: "+avx2,-sse4a") "wide:" "" "  ret\0A"
module asm(target_cpu: "znver4", target_features: "+avx2") "both: .ascii \22quoted\22"
module asm(target_features: "+avx2", target_cpu: "znver4") "both, again"
module asm(target_cpu: "") "no property"
module asm(target_cpu: "first", target_cpu: "last") "the last one counts"

define void @f() {
  ret void
}
