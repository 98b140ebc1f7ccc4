; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p) {
  %c = load i32, ptr %p, !range !{float 1.0, i32 1}
  %d = load i32, ptr %p, !range !{i32 1, ptr null}
  %a = load i32, ptr %p, !range !{}
  %b = load i32, ptr %p, !range !{i32 1}
  %e = load i32, ptr %p, !range !{i32 1, i64 2}
  %g = load i32, ptr %p, !range !{i64 1, i64 2}
  %h = load i32, ptr %p, !range !{i32 1, i32 1}
  %i = load i32, ptr %p, !range !{i32 -1, i32 -1}
  %j = load i32, ptr %p, !range !{i32 1, i32 5, i32 3, i32 8}
  %k = load i32, ptr %p, !range !{i32 10, i32 15, i32 3, i32 8}
  %l = load i32, ptr %p, !range !{i32 1, i32 5, i32 5, i32 8}
  %m = load i32, ptr %p, !range !{i32 1, i32 5, i32 7, i32 8, i32 9, i32 1}
  %n = load <2 x i32>, ptr %p, !range !{i32 1, i32 5}
  %o = load float, ptr %p, !range !{i32 1, i32 5}
  %q = load ptr, ptr %p, !noalias.addrspace !{i64 1, i64 2}
  %r = load ptr, ptr %p, !noalias.addrspace !{i32 1, i32 2, i32 2, i32 3}
  %s = load ptr, ptr %p, !noalias.addrspace !{i32 1, i32 1}
  %t = load i32, ptr %p, !range !{i32 0, i32 0}
  %v = load i32, ptr %p, !range !{i32 5, i32 1, i32 2, i32 4, i32 5, i32 6}
  ret void
}
