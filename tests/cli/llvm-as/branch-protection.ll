; RUN: %llvm-as %s -o -
; ORACLE: llvm-as-23 %s -o -
; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; Attributes of branch protection had the values true and false.
target triple = "aarch64"
define void @f() "branch-target-enforcement"="true" "guarded-control-stack"="false" {
  ret void
}
define void @g() "branch-protection-pauth-lr"="true" "branch-target-enforcement"="false" {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"branch-target-enforcement", i32 1}
