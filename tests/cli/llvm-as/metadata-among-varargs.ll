; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; LLVM writes the type of what is numbered after the call. Its reader does not take the number for one of metadata.
define void @f() {
  call void (...) @g(metadata !{})
  call void (...) @g()
  ret void
}
declare void @g(...)
!n = !{!1, !2, !3, !4, !5, !6, !7, !8, !9}
!1 = !{!"a"}
!2 = !{!"b"}
!3 = !{!"c"}
!4 = !{!"d"}
!5 = !{!"e"}
!6 = !{!"f"}
!7 = !{!"g"}
!8 = !{!"h"}
!9 = !{}
