; Flags of conversions and kinds of atomicrmw.
define void @h(i32 %x, double %d, float %f, ptr %p, <4 x float> %v) {
  %b1 = uitofp nneg i32 %x to float
  %b2 = uitofp nnan i32 %x to float
  %b3 = uitofp nnan nneg i32 %x to float
  %b3b = uitofp fast nneg i32 %x to float
  %b4 = uitofp fast i32 %x to float
  %c = sitofp fast i32 %x to float
  %c2 = sitofp reassoc i32 %x to float
  %c3 = sitofp contract i32 %x to float
  %a = fptrunc nnan double %d to float
  %a2 = fpext fast float %f to double
  %r = atomicrmw elementwise fadd ptr %p, <4 x float> %v monotonic
  %r2 = atomicrmw volatile elementwise fmaximumnum ptr %p, <4 x float> %v syncscope("agent") acquire, align 32
  %r3 = atomicrmw fminimumnum ptr %p, float %f seq_cst
  ret void
}
