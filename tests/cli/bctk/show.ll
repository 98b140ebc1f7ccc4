; The parts are lines of the whole text, which llvm-dis prints.
; RUN: %bctk show @f %T !llvm.x #0 $c %s
; FIXED: chosen by hand from what llvm-dis-23 prints
; RUN: %bctk show f:b %s
; FIXED: chosen by hand from what llvm-dis-23 prints
; RUN: %bctk show f h --no-attrs --no-metadata %s
; FIXED: chosen by hand from what llvm-dis-23 prints, less its attributes and attachments
%T = type { i32, ptr }
$c = comdat any
@g = global %T zeroinitializer, comdat($c)
define i32 @f(i32 noundef %x) #0 {
a:
  br label %b, !x !0
b:
  %y = call i32 @h(i32 %x)
  ret i32 %y
}
declare i32 @h(i32 signext) nounwind
attributes #0 = { noinline }
!llvm.x = !{!0}
!0 = !{}
