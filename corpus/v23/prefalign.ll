; The preferred alignment of a function.
$c = comdat any
declare i32 @pers(...)
define void @f() nounwind section "x" partition "p" comdat($c) align 16 prefalign(32) gc "g" prefix i32 1 prologue i32 2 personality ptr @pers !prof !0 { ret void }
declare void @g() prefalign(8) 
define void @f2() align 16 prefalign(1) { ret void }
!0 = !{!"function_entry_count", i64 1}
