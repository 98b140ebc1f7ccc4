; Vectors of one floating-point number are that number; those of null pointers print as a splat.
@a1 = global <2 x float> splat (float 0.0)
@a2 = global <2 x float> splat (float -0.0)
@a3 = global <2 x float> <float 0.0, float 0.0>
@a4 = global <2 x fp128> <fp128 0xL00000000000000003fff000000000000, fp128 0xL00000000000000003fff000000000000>
@a5 = global <2 x x86_fp80> splat (x86_fp80 0xK3FFF8000000000000000)
@a6 = global <2 x half> splat (half 1.0)
@a7 = global <1 x double> <double 2.0>
@a8 = global <2 x i32> splat (i32 5)
@a14 = global <2 x float> <float 1.0, float poison>
@a15 = global <2 x i9> splat(i9 3)
@a16 = global [2 x float] [float 1.0, float 1.0]
@a17 = global <2 x ptr> <ptr @a1, ptr @a1>
@a18 = global <2 x ppc_fp128> splat (ppc_fp128 0xM3FF00000000000000000000000000000)
define void @f() {
  %a = fadd <vscale x 4 x float> splat (float 1.5), splat(float 2.5)
  %b = add <vscale x 4 x i32> splat (i32 7), splat (i32 0)
  %c = fadd <vscale x 4 x float> zeroinitializer, splat (float -0.0)
  %d = fadd <vscale x 4 x float> splat (float 0.0), splat (float -0.0)
  %e = fadd <vscale x 4 x float> shufflevector (<vscale x 4 x float> insertelement (<vscale x 4 x float> poison, float 1.500000e+00, i64 0), <vscale x 4 x float> poison, <vscale x 4 x i32> zeroinitializer), splat (float -0.0)
  %e2 = fadd <vscale x 4 x float> shufflevector (<vscale x 4 x float> insertelement (<vscale x 4 x float> undef, float 1.500000e+00, i32 0), <vscale x 4 x float> undef, <vscale x 4 x i32> zeroinitializer), splat (float -0.0)
  %x = fadd float 1.5, 2.5
  ret void
}
@zeros.fp128 = global <2 x fp128> splat (fp128 0xL00000000000000000000000000000000)
@pointers = global <2 x ptr> zeroinitializer
@pointers.each = global <2 x ptr> <ptr null, ptr null>
@pointers.splat = global <2 x ptr> splat (ptr null)
@pointers.field = global { <2 x ptr> } zeroinitializer
define void @pointers.scalable(<vscale x 2 x ptr> %q) {
  %c = icmp eq <vscale x 2 x ptr> %q, zeroinitializer
  ret void
}
