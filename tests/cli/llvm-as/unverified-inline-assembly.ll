; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @a(ptr %p, i32 %i) personality ptr @pers {
entry:
  call void asm "", "*m"(i32 %i)
  call void asm "", "*m"(ptr %p)
  call void asm "", "*m"(ptr elementtype(i32) %p)
  call void asm "", "r"(ptr elementtype(i32) %p)
  call void asm "", "=*m,r,*m"(ptr elementtype(i32) %p, i32 %i, ptr %p)
  call void asm "", "=*m,r,r"(ptr elementtype(i32) %p, i32 %i, ptr elementtype(i32) %p)
  call void asm "", "!i"()
  call void asm "", "r"(ptr noalias %p)
  call void asm "", "r"(i32 noalias %i)
  %v = call i32 asm "", "=r,0"(i32 noalias %i)
  callbr void asm "", ""() to label %b []
b:
  callbr void asm "", "!i"() to label %c []
c:
  callbr void asm "", "!i"() to label %d [label %d]
d:
  callbr void asm "", "!i,!i"() to label %e [label %f]
e:
  callbr void asm "", "r"(i32 noalias %i) to label %f [label %f]
f:
  callbr void asm unwind "", "!i"() to label %g [label %g]
g:
  callbr void @h() to label %h [label %h]
h:
  callbr void %p() to label %i1 [label %i1]
i1:
  callbr void @llvm.amdgcn.kill(i1 true) to label %j [label %j]
j:
  callbr void @llvm.amdgcn.kill(i1 true) to label %k [label %k, label %l]
k:
  callbr void @llvm.amdgcn.kill(i1 true) to label %m [label %un]
m:
  callbr void @llvm.amdgcn.kill(i1 true) to label %n [label %un2]
n:
  callbr void @llvm.amdgcn.kill(i1 true) [ "x"() ] to label %l [label %un2]
l:
  callbr void @llvm.donothing() to label %q [label %q]
q:
  callbr void asm "", "!i"() [ "deopt"(), "deopt"() ] to label %s [label %s]
s:
  callbr void asm "", "!i"() memory(none) noinline alwaysinline to label %t [label %t]
t:
  invoke void asm "", "!i"() to label %u unwind label %lp
u:
  invoke void asm unwind "", "*m"(i32 %i) to label %v1 unwind label %lp
lp:
  %l1 = landingpad { ptr, i32 } cleanup
  resume {ptr, i32} %l1
v1:
  ret void
un:
  unreachable
un2:
  call void @llvm.amdgcn.unreachable()
  unreachable
}
declare void @h()
declare void @llvm.amdgcn.kill(i1)
declare void @llvm.donothing()
declare void @llvm.amdgcn.unreachable()
declare void @pers()
