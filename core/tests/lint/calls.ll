@g = global i32 0
declare void @f(ptr noalias, ptr)
declare void @r(ptr noalias, ptr) memory(read)
declare void @r2(ptr noalias readonly, ptr readonly)
declare void @r3(ptr noalias readonly, ptr)
declare void @r4(ptr noalias, ptr readonly)
declare void @bv(ptr byval(i32), ptr)
declare void @bv2(ptr noalias byval(i32), ptr)
declare void @ff(i32)
@ali = alias void(i32), ptr @ff2
define void @ff2(i32 %x) { 
  ret void 
}
declare void @sr(ptr sret(i64), ptr)
define void @t(ptr %p, ptr %q) {
  call void @f(ptr null, ptr null)
  call void @f(ptr undef, ptr undef)
  call void @f(ptr @g, ptr @g)
  %o = getelementptr i8, ptr %p, i64 0
  call void @f(ptr %o, ptr %p)
  %o1 = getelementptr i8, ptr %p, i64 1
  call void @f(ptr %o1, ptr %p)
  call void @r(ptr %p, ptr %p)
  call void @r2(ptr %p, ptr %p)
  call void @r3(ptr %p, ptr %p)
  call void @r4(ptr %p, ptr %p)
  call void @f(ptr noalias %p, ptr noalias %p)
  call void @bv(ptr noalias byval(i32) %p, ptr %p)
  call void @bv2(ptr byval(i32) %p, ptr %p)
  call void @ali()
  call void @ff(i64 1)
  call fastcc void @ff(i32 1)
  call void @ff(i32 inreg 1)
  call void @sr(ptr sret(i64) @g, ptr null)
  call void @sr(ptr sret(i64) @g, ptr @g) readonly
  call void @sr(ptr noalias sret(i64) @g, ptr @g)
  %s = alloca i32
  tail call void @sr(ptr sret(i64) %s, ptr null)
  call void @r(ptr noalias %p, ptr nocapture readonly %p)
  %fp = load ptr, ptr %s
  call void %fp(i32 1)
  store ptr @ff, ptr %s
  %fp2 = load ptr, ptr %s
  call void %fp2(i64 1)
  %ss = select i1 true, ptr @ff, ptr null
  call void %ss(i64 1)
  call void @ff() [ "x"(i32 1) ]
  call void @g()
  ret void
}
define i32 @tailret() {
  %s = alloca i32
  %a = musttail call i32 @tailret()
  ret i32 %a
}
define void @loop(ptr %p) {
e:
  br label %l
l:
  %x = phi ptr [ null, %e ], [ %n, %l ]
  %n = getelementptr i8, ptr %x, i64 1
  store i8 0, ptr %n
  br label %l
}
