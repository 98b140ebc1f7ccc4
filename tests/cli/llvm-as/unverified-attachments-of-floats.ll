; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, float %x, i32 %i, i1 %c) {
  %a = add i32 %i, 1, !fpmath !{float 2.5}
  %b = fadd float %x, 1.0, !fpmath !{}
  %d = fadd float %x, 1.0, !fpmath !{!"x"}
  %e = fadd float %x, 1.0, !fpmath !{double 2.5}
  %g = fadd float %x, 1.0, !fpmath !{float -2.5}
  %h = fadd float %x, 1.0, !fpmath !{float +inf}
  %h0 = fadd float %x, 1.0, !fpmath !{float 0.0}
  %h1 = fadd float %x, 1.0, !fpmath !{i32 1}
  %h2 = fadd float %x, 1.0, !fpmath !{null}
  %h3 = fadd float %x, 1.0, !fpmath !{float undef}
  %h4 = fadd float %x, 1.0, !fpmath !{float 2.5, float 2.5}
  %h5 = fadd float %x, 1.0, !fpmath !{float +qnan}
  %j = fadd float %x, 1.0, !nofpclass !{i32 1}
  %k = load i32, ptr %p, !nofpclass !{i32 1}
  %l = load float, ptr %p, !nofpclass !{}
  %m = load float, ptr %p, !nofpclass !{i64 1}
  %n = load float, ptr %p, !nofpclass !{i32 0}
  %o = load float, ptr %p, !nofpclass !{i32 1024}
  %q = load {float, float}, ptr %p, !nofpclass !{i32 3}
  %r = load {float, double}, ptr %p, !nofpclass !{i32 3}
  %s = load [2 x <2 x float>], ptr %p, !nofpclass !{i32 3}
  %t = load {}, ptr %p, !nofpclass !{i32 3}
  ret void
}
