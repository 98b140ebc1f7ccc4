; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(i1 %c, i32 %n, ptr %p) personality ptr @pers {
entry:
  br i1 %c, label %a, label %b, !prof !{}
a:
  br i1 %c, label %b, label %c1, !prof !{null, i32 1}
b:
  br i1 %c, label %c1, label %d, !prof !{i32 1, i32 1}
c1:
  br i1 %c, label %d, label %e, !prof !{!"branch_weights"}
d:
  br i1 %c, label %e, label %g, !prof !{!"branch_weights", i32 1}
e:
  br i1 %c, label %g, label %h, !prof !{!"branch_weights", !"expected", i32 1}
g:
  br i1 %c, label %h, label %i, !prof !{!"branch_weights", i32 1, null}
h:
  br i1 %c, label %i, label %j, !prof !{!"branch_weights", i32 1, !"x"}
i:
  br i1 %c, label %j, label %k, !prof !{!"other", i32 1, i32 1}
j:
  %u = add i32 %n, 1, !prof !{!"branch_weights", i32 1, i32 2}
  %v = add i32 %n, 1, !prof !{!"unknown", !"pass"}
  br i1 %c, label %k, label %l, !prof !{!"unknown"}
k:
  br i1 %c, label %l, label %m, !prof !{!"unknown", i32 1}
l:
  br i1 %c, label %m, label %n1, !prof !{!"unknown", !""}
m:
  call void %p(), !prof !{!"VP", i32 0, i64 1}
  call void %p(), !prof !{!"VP", !"x", i64 1, i64 1, i64 1}
  call void %p(), !prof !{!"VP", i32 7, i64 1, i64 1, i64 1}
  call void %p(), !prof !{!"VP", i32 0, i64 1, i64 1, i64 1, i64 2}
  call void %p(), !prof !{!"VP", i32 0, i64 1, !"x", i64 1}
  call void %p(), !prof !{!"VP", i32 0, i64 1, i64 5, i64 1, i64 5, i64 1}
  %w = load ptr, ptr %p, !prof !{!"VP", i32 0, i64 1, i64 5, i64 1}
  %x = load ptr, ptr %p, !prof !{!"VP", i32 2, i64 1, i64 5, i64 1}
  br label %n1, !prof !{!"branch_weights", i32 1}
n1:
  invoke void %p() to label %o unwind label %q, !prof !{!"branch_weights", i32 1, i32 1, i32 1}
o:
  switch i32 %n, label %r [ i32 1, label %s ], !prof !{!"branch_weights", i32 1, i32 1, i32 1}
r:
  %y = select i1 %c, i32 1, i32 2, !prof !{!"branch_weights", i32 1}
  indirectbr ptr %p, [label %s], !prof !{!"branch_weights", i32 1, i32 4}
s:
  call void %p(), !prof !{!"branch_weights", i32 1, i32 4}
  ret void
q:
  %z = landingpad { ptr, i32 } cleanup
  invoke void %p() to label %s unwind label %q2, !prof !{!"unknown", !"x"}
q2:
  %z2 = landingpad { ptr, i32 } cleanup
  ret void
}
declare i32 @pers(...)
