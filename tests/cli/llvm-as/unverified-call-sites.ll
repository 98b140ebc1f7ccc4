; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare void @f()
declare void @var(...)
declare void @var1(ptr, ...)
declare void @pre(ptr preallocated(i32))
declare void @pre2(ptr preallocated(i32), ptr preallocated(i32))
declare void @sret(ptr sret(i32))
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
define void @order(ptr %p) {
  call void %p() speculatable preallocated(i32) denormal_fpenv(dynamic)
  call void @f() denormal_fpenv(dynamic) preallocated(i32)
  call void @f() denormal_fpenv(dynamic) noinline alwaysinline
  call amdgpu_kernel void %p(ptr byval(%op) %p)
  call void %p(<2147483648 x i128> noalias poison) speculatable
  call void (...) @var(ptr nest %p, i32 returned 1, ptr sret(i32) %p)
  call void (ptr, ...) @var1(ptr nest %p, ptr nest %p)
  call void (ptr, ...) @var1(ptr returned %p, ptr returned %p)
  call ptr (ptr, ...) @var1(ptr returned %p, ptr returned %p)
  call ptr (ptr, ...) @var1(ptr %p, ptr returned %p)
  call i32 (ptr, ...) @var1(ptr %p, ptr returned %p)
  call void (ptr, ...) @var1(ptr %p, ptr inalloca(i32) %p, i32 0)
  call void (ptr, ...) @var1(ptr %p, i32 0, ptr inalloca(i32) %p)
  call void (ptr, ...) @var1(ptr inalloca(i32) %p)
  call void (ptr, ...) @var1(ptr %p, i32 signext zeroext 0)
  call void (ptr, ...) @var1(ptr %p, i32 byval(i32) 0)
  call void (ptr, ...) @var1(ptr %p, ptr elementtype(i32) %p)
  call void (ptr, ...) @var1(ptr %p, i32 immarg 0)
  call void @f() #0
  ret void
}
define void @bundles(ptr %p) {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @pre(ptr preallocated(i32) %a) [ "preallocated"(token %t) ]
  %u = call token @llvm.call.preallocated.setup(i32 2)
  %b = call ptr @llvm.call.preallocated.arg(token %u, i32 0) preallocated(i32)
  %c = call ptr @llvm.call.preallocated.arg(token %u, i32 1) preallocated(i32)
  call void @pre2(ptr %b, ptr %c) [ "preallocated"(token %u) ]
  call void @pre2(ptr %b, ptr %c)
  ret void
}
define void @tail(ptr preallocated(i32) %p) {
  musttail call void @pre(ptr preallocated(i32) %p)
  ret void
}
define void @results(ptr %p, ptr %q) personality ptr @f {
  %a = call i32 %p(ptr sret(i32) %q)
  %b = call noalias i32 %p()
  %c = call range(i8 0, 1) i32 %p()
  %d = call nofpclass(nan) { i32, float } %p()
  invoke void %p(i32 noalias 0) to label %x unwind label %y
x:
  %e = invoke noundef i32 %p(i32 noalias 1) to label %z unwind label %y
z:
  ret void
y:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
define void @allocas(ptr %q) {
  %a = alloca inalloca i32
  %b = alloca i32
  %c = addrspacecast ptr %b to ptr addrspace(1)
  %d = addrspacecast ptr addrspace(1) %c to ptr
  %g = getelementptr inbounds i8, ptr %b, i64 0
  %h = getelementptr inbounds i8, ptr %g, i64 0
  %i = getelementptr i8, ptr %g, i64 0
  call void %q(ptr inalloca(i32) %a)
  call void %q(ptr inalloca(i32) %b)
  call void %q(ptr inalloca(i32) %d)
  call void %q(ptr inalloca(i32) %h)
  call void %q(ptr inalloca(i32) %i)
  call void %q(i32 0, ptr inalloca(i32) %h)
  call void %q(ptr inalloca(i32) %h, i32 0)
  ret void
}
attributes #0 = { align=8 }
%op = type opaque
