; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, <2 x ptr> %pp) {
  %a = call i64 @ro(ptr %p), !invariant.load !{}
  %b = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, <2 x i1> zeroinitializer, <2 x i32> zeroinitializer), !invariant.load !{}
  %c = atomicrmw add ptr %p, i32 1 seq_cst, !invariant.load !{}
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 4, i1 false), !invariant.load !{}
  %d = call i64 @llvm.ctpop.i64(i64 4), !invariant.load !{}
  %e = call i64 @llvm.readcyclecounter(), !invariant.load !{}
  %g = load i32, ptr %p, !invariant.load !{i32 1}
  %h = add i32 1, 1, !noundef !{}
  %i = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, <2 x i1> zeroinitializer, <2 x i32> zeroinitializer) readonly, !invariant.load !{}
  %j = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> zeroinitializer), !invariant.load !{}
  call void @llvm.assume(i1 true), !invariant.load !{}
  call void @llvm.assume(i1 true) readonly, !invariant.load !{}
  %k = load ptr, ptr %p, !invariant.load !{}, !nonnull !{i32 1}, !noundef !{i32 1}
  %l = load i32, ptr %p, !nonnull !{}, !noundef !{i32 1}, !invariant.load !{}
  %m = load ptr, ptr %p, !noundef !{i32 1}, !align !{i32 1}
  %n = load i32, ptr %p, !noundef !{i32 1}, !dereferenceable !{i32 1}
  %o = add i32 1, 1, !invariant.load !{}, !invariant.group !{}
  %q = add i32 1, 1, !invariant.load !{}, !nonnull !{}
  %r = add i32 1, 1, !noundef !{}, !prof !{}
  ret void
}
declare i64 @ro(ptr) readonly
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
