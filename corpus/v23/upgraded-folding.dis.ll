; ModuleID = 'upgraded-folding.bc'
source_filename = "upgraded-folding.ll"

define void @f(ptr %p) {
  store float 0.000000e+00, ptr %p, align 4
  store double 0.000000e+00, ptr %p, align 8
  store x86_fp80 0.000000e+00, ptr %p, align 16
  store fp128 0.000000e+00, ptr %p, align 16
  store ppc_fp128 0.000000e+00, ptr %p, align 16
  store float 0.000000e+00, ptr %p, align 4
  store <4 x float> <float 0.000000e+00, float f0x33800000, float 0.000000e+00, float f0x34000000>, ptr %p, align 16
  store <4 x float> zeroinitializer, ptr %p, align 16
  store float -nan(0x3FE000), ptr %p, align 4
  store double -nan(0x7FC0000000000), ptr %p, align 8
  store x86_fp80 -nan(0x3FE0000000000000), ptr %p, align 16
  store fp128 -nan(0x7FC0000000000000000000000000), ptr %p, align 16
  store ppc_fp128 -nan(0x7FC0000000000), ptr %p, align 16
  store float -nan(0x3FE000), ptr %p, align 4
  store <4 x float> <float -nan(0x3FE000), float f0x33800000, float -nan(0x3FE000), float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float -nan(0x3FE000)), ptr %p, align 16
  store float f0x33800000, ptr %p, align 4
  store double f0x3E70000000000000, ptr %p, align 8
  store x86_fp80 f0x3FE78000000000000000, ptr %p, align 16
  store fp128 f0x3FE70000000000000000000000000000, ptr %p, align 16
  store ppc_fp128 f0x00000000000000003E70000000000000, ptr %p, align 16
  store float f0x33800000, ptr %p, align 4
  store <4 x float> <float f0x33800000, float f0x33800000, float f0x33800000, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float f0x33800000), ptr %p, align 16
  store float +inf, ptr %p, align 4
  store double +inf, ptr %p, align 8
  store x86_fp80 +inf, ptr %p, align 16
  store fp128 +inf, ptr %p, align 16
  store ppc_fp128 +inf, ptr %p, align 16
  store float +inf, ptr %p, align 4
  store <4 x float> <float +inf, float f0x33800000, float +inf, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float +inf), ptr %p, align 16
  store float +nan(0x2000), ptr %p, align 4
  store double +nan(0x40000000000), ptr %p, align 8
  store x86_fp80 +nan(0x20000000000000), ptr %p, align 16
  store fp128 +nan(0x40000000000000000000000000), ptr %p, align 16
  store ppc_fp128 +nan(0x40000000000), ptr %p, align 16
  store float +nan(0x2000), ptr %p, align 4
  store <4 x float> <float +nan(0x2000), float f0x33800000, float +nan(0x2000), float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float +nan(0x2000)), ptr %p, align 16
  store float +qnan, ptr %p, align 4
  store double +qnan, ptr %p, align 8
  store x86_fp80 +qnan, ptr %p, align 16
  store fp128 +qnan, ptr %p, align 16
  store ppc_fp128 +qnan, ptr %p, align 16
  store float +qnan, ptr %p, align 4
  store <4 x float> <float +qnan, float f0x33800000, float +qnan, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float +qnan), ptr %p, align 16
  store float -0.000000e+00, ptr %p, align 4
  store double -0.000000e+00, ptr %p, align 8
  store x86_fp80 -0.000000e+00, ptr %p, align 16
  store fp128 -0.000000e+00, ptr %p, align 16
  store ppc_fp128 -0.000000e+00, ptr %p, align 16
  store float -0.000000e+00, ptr %p, align 4
  store <4 x float> <float -0.000000e+00, float f0x33800000, float -0.000000e+00, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float -0.000000e+00), ptr %p, align 16
  store float f0x387FC000, ptr %p, align 4
  store double f0x3F0FF80000000000, ptr %p, align 8
  store x86_fp80 f0x3FF0FFC0000000000000, ptr %p, align 16
  store fp128 f0x3FF0FF80000000000000000000000000, ptr %p, align 16
  store ppc_fp128 f0x00000000000000003F0FF80000000000, ptr %p, align 16
  store float f0x387FC000, ptr %p, align 4
  store <4 x float> <float f0x387FC000, float f0x33800000, float f0x387FC000, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float f0x387FC000), ptr %p, align 16
  store float f0x38800000, ptr %p, align 4
  store double f0x3F10000000000000, ptr %p, align 8
  store x86_fp80 f0x3FF18000000000000000, ptr %p, align 16
  store fp128 f0x3FF10000000000000000000000000000, ptr %p, align 16
  store ppc_fp128 f0x00000000000000003F10000000000000, ptr %p, align 16
  store float f0x38800000, ptr %p, align 4
  store <4 x float> <float f0x38800000, float f0x33800000, float f0x38800000, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float f0x38800000), ptr %p, align 16
  store float -inf, ptr %p, align 4
  store double -inf, ptr %p, align 8
  store x86_fp80 -inf, ptr %p, align 16
  store fp128 -inf, ptr %p, align 16
  store ppc_fp128 -inf, ptr %p, align 16
  store float -inf, ptr %p, align 4
  store <4 x float> <float -inf, float f0x33800000, float -inf, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float -inf), ptr %p, align 16
  store float +nan(0x3FE000), ptr %p, align 4
  store double +nan(0x7FC0000000000), ptr %p, align 8
  store x86_fp80 +nan(0x3FE0000000000000), ptr %p, align 16
  store fp128 +nan(0x7FC0000000000000000000000000), ptr %p, align 16
  store ppc_fp128 +nan(0x7FC0000000000), ptr %p, align 16
  store float +nan(0x3FE000), ptr %p, align 4
  store <4 x float> <float +nan(0x3FE000), float f0x33800000, float +nan(0x3FE000), float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float +nan(0x3FE000)), ptr %p, align 16
  store float undef, ptr %p, align 4
  store double undef, ptr %p, align 8
  store x86_fp80 undef, ptr %p, align 16
  store fp128 undef, ptr %p, align 16
  store ppc_fp128 undef, ptr %p, align 16
  store float undef, ptr %p, align 4
  store <4 x float> <float undef, float f0x33800000, float undef, float f0x34000000>, ptr %p, align 16
  store <4 x float> undef, ptr %p, align 16
  store float poison, ptr %p, align 4
  store double poison, ptr %p, align 8
  store x86_fp80 poison, ptr %p, align 16
  store fp128 poison, ptr %p, align 16
  store ppc_fp128 poison, ptr %p, align 16
  store float poison, ptr %p, align 4
  store <4 x float> <float poison, float f0x33800000, float poison, float f0x34000000>, ptr %p, align 16
  store <4 x float> poison, ptr %p, align 16
  store float 1.000000e+00, ptr %p, align 4
  store double 1.000000e+00, ptr %p, align 8
  store x86_fp80 1.000000e+00, ptr %p, align 16
  store fp128 1.000000e+00, ptr %p, align 16
  store ppc_fp128 1.000000e+00, ptr %p, align 16
  store float 1.000000e+00, ptr %p, align 4
  store <4 x float> <float 1.000000e+00, float f0x33800000, float 1.000000e+00, float f0x34000000>, ptr %p, align 16
  store <4 x float> splat (float 1.000000e+00), ptr %p, align 16
  store i16 0, ptr %p, align 2
  store i16 0, ptr %p, align 2
  store <4 x i16> <i16 0, i16 15360, i16 0, i16 16384>, ptr %p, align 8
  store <4 x i16> zeroinitializer, ptr %p, align 8
  store i16 -32768, ptr %p, align 2
  store i16 -32768, ptr %p, align 2
  store <4 x i16> <i16 -32768, i16 15360, i16 -32768, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 -32768), ptr %p, align 8
  store i16 15872, ptr %p, align 2
  store i16 15872, ptr %p, align 2
  store <4 x i16> <i16 15872, i16 15360, i16 15872, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 15872), ptr %p, align 8
  store i16 31743, ptr %p, align 2
  store i16 31743, ptr %p, align 2
  store <4 x i16> <i16 31743, i16 15360, i16 31743, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 31743), ptr %p, align 8
  store i16 31744, ptr %p, align 2
  store i16 31744, ptr %p, align 2
  store <4 x i16> <i16 31744, i16 15360, i16 31744, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 31744), ptr %p, align 8
  store i16 2, ptr %p, align 2
  store i16 1, ptr %p, align 2
  store i16 0, ptr %p, align 2
  store i16 -32767, ptr %p, align 2
  store i16 0, ptr %p, align 2
  store i16 31744, ptr %p, align 2
  store i16 31744, ptr %p, align 2
  store <4 x i16> <i16 31744, i16 15360, i16 31744, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 31744), ptr %p, align 8
  store i16 -1024, ptr %p, align 2
  store i16 -1024, ptr %p, align 2
  store <4 x i16> <i16 -1024, i16 15360, i16 -1024, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 -1024), ptr %p, align 8
  store i16 32256, ptr %p, align 2
  store i16 32256, ptr %p, align 2
  store <4 x i16> <i16 32256, i16 15360, i16 32256, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 32256), ptr %p, align 8
  store i16 32256, ptr %p, align 2
  store i16 32256, ptr %p, align 2
  store <4 x i16> <i16 32256, i16 15360, i16 32256, i16 16384>, ptr %p, align 8
  store <4 x i16> splat (i16 32256), ptr %p, align 8
  store i16 undef, ptr %p, align 2
  store i16 undef, ptr %p, align 2
  store <4 x i16> <i16 undef, i16 15360, i16 undef, i16 16384>, ptr %p, align 8
  store <4 x i16> undef, ptr %p, align 8
  store i16 0, ptr %p, align 2
  store i16 15360, ptr %p, align 2
  store i16 32256, ptr %p, align 2
  store i16 32256, ptr %p, align 2
  store i16 0, ptr %p, align 2
  store i16 15433, ptr %p, align 2
  store i16 32256, ptr %p, align 2
  store i16 15360, ptr %p, align 2
  store i16 0, ptr %p, align 2
  store i16 31744, ptr %p, align 2
  %1 = fptrunc double f0x3E94000000000000 to half
  %2 = bitcast half %1 to i16
  store i16 %2, ptr %p, align 2
  %3 = bitcast i16 %2 to half
  %4 = fpext half %3 to double
  store double %4, ptr %p, align 8
  ret void
}
