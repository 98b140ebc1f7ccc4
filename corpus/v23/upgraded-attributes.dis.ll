; ModuleID = 'upgraded-attributes.bc'
source_filename = "upgraded-attributes.ll"
target datalayout = "E-S64-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"
target triple = "s390x-unknown-linux-gnu"

; Function Attrs: denormal_fpenv(preservesign)
define void @all() #0 {
  ret void
}

; Function Attrs: denormal_fpenv(dynamic|ieee)
define void @pair() #1 {
  ret void
}

; Function Attrs: denormal_fpenv(float: positivezero)
define void @float() #2 {
  ret void
}

; Function Attrs: denormal_fpenv(preservesign, float: ieee)
define void @both() #3 {
  ret void
}

; Function Attrs: denormal_fpenv(ieee)
define void @default() #4 {
  ret void
}

define void @uniform() #5 {
  ret void
}

define void @uneven() {
  ret void
}

; Function Attrs: denormal_fpenv(ieee|preservesign)
declare void @declared() #6

attributes #0 = { denormal_fpenv(preservesign) }
attributes #1 = { denormal_fpenv(dynamic|ieee) }
attributes #2 = { denormal_fpenv(float: positivezero) }
attributes #3 = { denormal_fpenv(preservesign, float: ieee) }
attributes #4 = { denormal_fpenv(ieee) }
attributes #5 = { "uniform-work-group-size" }
attributes #6 = { denormal_fpenv(ieee|preservesign) }
