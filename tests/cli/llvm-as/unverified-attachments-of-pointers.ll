; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, i64 %n, i1 %c) {
  %a = add i64 %n, 1, !range !{i64 0, i64 4}
  %b = add i64 %n, 1, !noalias.addrspace !{i32 0, i32 4}
  %d = add i64 %n, 1, !invariant.group !{}
  %e = load i64, ptr %p, !nonnull !{}
  %g = call ptr @g(), !nonnull !{}
  %h = load ptr, ptr %p, !nonnull !{i32 1}
  %i = load i64, ptr %p, !dereferenceable !{i64 1}
  %j = call ptr @g(), !dereferenceable_or_null !{i64 1}
  %k = load ptr, ptr %p, !dereferenceable !{}
  %l = load ptr, ptr %p, !dereferenceable !{i32 1}
  %m = load ptr, ptr %p, !dereferenceable_or_null !{!"x"}
  %o = load i64, ptr %p, !nofree !{}
  %q = load ptr, ptr %p, !nofree !{}
  %r = inttoptr i64 %n to ptr, !nofree !{i32 1}
  %s = load i64, ptr %p, !align !{i64 8}
  %t = call ptr @g(), !align !{i64 8}
  %u = load ptr, ptr %p, !align !{}
  %v = load ptr, ptr %p, !align !{i32 8}
  %w = load ptr, ptr %p, !align !{i64 3}
  %x = load ptr, ptr %p, !align !{i64 8589934592}
  %y = load ptr, ptr %p, !align !{i64 0}
  %z = inttoptr i64 %n to ptr, !dereferenceable !{i64 8}
  %a1 = inttoptr i64 %n to ptr, !nonnull !{}
  %a2 = load ptr, ptr %p, !noundef !{i32 1}
  %a3 = call i64 @h(), !noundef !{}
  %a4 = load ptr, ptr %p, !invariant.load !{i32 1}
  store i64 1, ptr %p, !invariant.load !{}
  store i64 1, ptr %p, !nontemporal !{}
  ret void
}
declare ptr @g()
declare i64 @h()
