; Attributes and a data layout of LLVM 22, which LLVM 23 replaces.
target datalayout = "E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"
target triple = "s390x-unknown-linux-gnu"

define void @all() "denormal-fp-math"="preserve-sign,preserve-sign" { ret void }
define void @pair() "denormal-fp-math"="dynamic,ieee" { ret void }
define void @float() "denormal-fp-math-f32"="positive-zero" { ret void }
define void @both() "denormal-fp-math"="preserve-sign" "denormal-fp-math-f32"="ieee,ieee" { ret void }
define void @default() "denormal-fp-math"="ieee" { ret void }
define void @uniform() "uniform-work-group-size"="true" { ret void }
define void @uneven() "uniform-work-group-size"="false" { ret void }
declare void @declared() "denormal-fp-math"="ieee,preserve-sign"
