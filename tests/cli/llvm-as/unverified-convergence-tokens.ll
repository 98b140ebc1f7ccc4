; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @not_dominated(i1 %c) convergent {
  br i1 %c, label %left, label %right
left:
  %t = call token @llvm.experimental.convergence.anchor()
  br label %right
right:
  call void @g() [ "convergencectrl"(token %t) ]
  ret void
}
declare void @g() convergent
declare token @llvm.experimental.convergence.anchor()
