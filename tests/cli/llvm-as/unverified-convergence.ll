; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.loop()
declare void @g() convergent

define void @plain() {
  %1 = call token @llvm.experimental.convergence.entry()
  ret void
}

define void @entries(i1 %c) convergent {
first:
  %0 = call token @llvm.experimental.convergence.anchor()
  %1 = call token @llvm.experimental.convergence.entry()
  %2 = call token @llvm.experimental.convergence.anchor() [ "convergencectrl"(token %0) ]
  %3 = call token @llvm.experimental.convergence.loop()
  %4 = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %0) ]
  call void @g() [ "convergencectrl"(token %0), "convergencectrl"(token %0) ]
  call void @g() [ "convergencectrl"(i32 0) ]
  call void @g() [ "convergencectrl"(token none) ]
  br label %second
second:
  %5 = call token @llvm.experimental.convergence.entry()
  ret void
}

define void @mixed() convergent {
  call void @g()
  %1 = call token @llvm.experimental.convergence.anchor()
  ret void
}

define void @mixed_again() convergent {
  %1 = call token @llvm.experimental.convergence.anchor()
  call void @g()
  ret void
}

define void @nests() convergent {
  %a = call token @llvm.experimental.convergence.anchor()
  %b = call token @llvm.experimental.convergence.anchor()
  call void @g() [ "convergencectrl"(token %a) ]
  call void @g() [ "convergencectrl"(token %b) ]
  ret void
}

define void @loops(i1 %c) convergent {
entry:
  %a = call token @llvm.experimental.convergence.anchor()
  br label %head
head:
  call void @g() [ "convergencectrl"(token %a) ]
  br i1 %c, label %head, label %next
next:
  br label %body
body:
  br label %latch
latch:
  %b = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %a) ]
  br i1 %c, label %body, label %two
two:
  %d = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %a) ]
  %e = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %a) ]
  br i1 %c, label %two, label %end
end:
  ret void
}
