; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target triple = "x86_64-unknown-linux-gnu"
declare void @f(...)
declare void @p(ptr)
declare void @spec() speculatable
declare void @nospec()
declare void @se(ptr swifterror)
declare void @ia(ptr inalloca(i32))
declare void @pre(ptr preallocated(i32))
declare void @vec([ 2 x <2147483648 x i128> ])
define void @g(ptr %q, ptr swifterror %e, i32 %i, ptr %fp) {
  call void (...) @f(ptr sret(i32) %q)
  call void (...) @f(ptr inalloca(i32) %q, i32 1)
  call void (...) @f(ptr nest %q, ptr nest %q)
  call void (...) @f(i32 returned 1)
  call void (...) @f(i32 noalias 1)
  call void (...) @f(i32 immarg 1)
  call void @spec() speculatable
  call void @nospec() speculatable
  call void %fp() speculatable
  call void @nospec() preallocated(i32)
  call void @nospec() denormal_fpenv(dynamic)
  call void @se(ptr %q)
  call void @se(ptr swifterror %q)
  call void @se(ptr swifterror %e)
  call void @p(ptr %e)
  call void @p(ptr swifterror %e)
  call void @p(ptr swifterror %e) 
  %a = alloca i32
  %as = alloca ptr
  %asw = alloca swifterror ptr
  call void @ia(ptr inalloca(i32) %a)
  call void @ia(ptr %a)
  %gep = getelementptr inbounds i8, ptr %as, i64 0
  %gep1 = getelementptr i8, ptr %as, i64 0
  call void @se(ptr swifterror %gep)
  call void @se(ptr swifterror %gep1)
  call void @se(ptr swifterror %asw)
  call void @se(ptr swifterror %as)
  call void @se(ptr swifterror null)
  call void @pre(ptr preallocated(i32) %q)
  call void @pre(ptr %q)
  call void @nospec() alwaysinline noinline
  call void @p(ptr byval(%op) %q)
  call void @p(ptr immarg %q)
  call void @p(ptr elementtype(i32) %q)
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %q, i64 4, i1 immarg 0)
  call void @nospec() builtin
  call void @p(ptr align 8 %q) "frame-pointer"="q"
  call void @nospec() "no-jump-tables"="t"
  call void @nospec() "vector-function-abi-variant"="_ZGV_LLVM_M4v_foo(vector_foo)"
  call void %fp(i32 %i) readonly
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr,ptr,i64,i1)
%op = type opaque
