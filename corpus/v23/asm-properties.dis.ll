; ModuleID = 'asm-properties.bc'
source_filename = "asm-properties.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

module asm
    "plain:"
    "  nop"
    "also plain:"
module asm(target_features: "+avx2,-sse4a")
    "wide:"
    ""
    "  ret"
    ""
module asm(target_features: "+avx2", target_cpu: "znver4")
    "both: .ascii \22quoted\22"
    "both, again"
module asm
    "no property"
module asm(target_cpu: "last")
    "the last one counts"

define void @f() {
  ret void
}
