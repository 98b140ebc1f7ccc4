; ModuleID = 'splats.bc'
source_filename = "splats.ll"

@a1 = global <2 x float> zeroinitializer
@a2 = global <2 x float> splat (float -0.000000e+00)
@a3 = global <2 x float> zeroinitializer
@a4 = global <2 x fp128> splat (fp128 1.000000e+00)
@a5 = global <2 x x86_fp80> splat (x86_fp80 1.000000e+00)
@a6 = global <2 x half> splat (half 1.000000e+00)
@a7 = global <1 x double> splat (double 2.000000e+00)
@a8 = global <2 x i32> splat (i32 5)
@a14 = global <2 x float> <float 1.000000e+00, float poison>
@a15 = global <2 x i9> splat (i9 3)
@a16 = global [2 x float] [float 1.000000e+00, float 1.000000e+00]
@a17 = global <2 x ptr> <ptr @a1, ptr @a1>
@a18 = global <2 x ppc_fp128> splat (ppc_fp128 1.000000e+00)
@zeros.fp128 = global <2 x fp128> zeroinitializer
@pointers = global <2 x ptr> splat (ptr null)
@pointers.each = global <2 x ptr> splat (ptr null)
@pointers.splat = global <2 x ptr> splat (ptr null)
@pointers.field = global { <2 x ptr> } zeroinitializer

define void @f() {
  %a = fadd <vscale x 4 x float> splat (float 1.500000e+00), splat (float 2.500000e+00)
  %b = add <vscale x 4 x i32> splat (i32 7), zeroinitializer
  %c = fadd <vscale x 4 x float> zeroinitializer, splat (float -0.000000e+00)
  %d = fadd <vscale x 4 x float> zeroinitializer, splat (float -0.000000e+00)
  %e = fadd <vscale x 4 x float> splat (float 1.500000e+00), splat (float -0.000000e+00)
  %e2 = fadd <vscale x 4 x float> splat (float 1.500000e+00), splat (float -0.000000e+00)
  %x = fadd float 1.500000e+00, 2.500000e+00
  ret void
}

define void @pointers.scalable(<vscale x 2 x ptr> %q) {
  %c = icmp eq <vscale x 2 x ptr> %q, splat (ptr null)
  ret void
}
