; Conversions of constants, which fold when LLVM 23 upgrades their calls.
declare i16 @llvm.convert.to.fp16.f64(double)
declare i16 @llvm.convert.to.fp16.f32(float)
declare i16 @llvm.convert.to.fp16.f80(x86_fp80)
declare i16 @llvm.convert.to.fp16.f128(fp128)
declare i16 @llvm.convert.to.fp16.ppcf128(ppc_fp128)
declare float @llvm.convert.from.fp16.f32(i16)
declare double @llvm.convert.from.fp16.f64(i16)
declare x86_fp80 @llvm.convert.from.fp16.f80(i16)
declare fp128 @llvm.convert.from.fp16.f128(i16)
declare ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16)
declare <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float>)
declare <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16>)
declare float @llvm.nvvm.h2f(i16)
define void @f(ptr %p) {
  %v1 = call fast float @llvm.convert.from.fp16.f32(i16 0)
  store float %v1, ptr %p
  %v2 = call fast double @llvm.convert.from.fp16.f64(i16 0)
  store double %v2, ptr %p
  %v3 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 0)
  store x86_fp80 %v3, ptr %p
  %v4 = call fast fp128 @llvm.convert.from.fp16.f128(i16 0)
  store fp128 %v4, ptr %p
  %v5 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 0)
  store ppc_fp128 %v5, ptr %p
  %v6 = call float @llvm.nvvm.h2f(i16 0)
  store float %v6, ptr %p
  %v7 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 0, i16 1, i16 0, i16 2>)
  store <4 x float> %v7, ptr %p
  %v8 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 0))
  store <4 x float> %v8, ptr %p
  %v9 = call fast float @llvm.convert.from.fp16.f32(i16 -1)
  store float %v9, ptr %p
  %v10 = call fast double @llvm.convert.from.fp16.f64(i16 -1)
  store double %v10, ptr %p
  %v11 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 -1)
  store x86_fp80 %v11, ptr %p
  %v12 = call fast fp128 @llvm.convert.from.fp16.f128(i16 -1)
  store fp128 %v12, ptr %p
  %v13 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 -1)
  store ppc_fp128 %v13, ptr %p
  %v14 = call float @llvm.nvvm.h2f(i16 -1)
  store float %v14, ptr %p
  %v15 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 -1, i16 1, i16 -1, i16 2>)
  store <4 x float> %v15, ptr %p
  %v16 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 -1))
  store <4 x float> %v16, ptr %p
  %v17 = call fast float @llvm.convert.from.fp16.f32(i16 1)
  store float %v17, ptr %p
  %v18 = call fast double @llvm.convert.from.fp16.f64(i16 1)
  store double %v18, ptr %p
  %v19 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 1)
  store x86_fp80 %v19, ptr %p
  %v20 = call fast fp128 @llvm.convert.from.fp16.f128(i16 1)
  store fp128 %v20, ptr %p
  %v21 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 1)
  store ppc_fp128 %v21, ptr %p
  %v22 = call float @llvm.nvvm.h2f(i16 1)
  store float %v22, ptr %p
  %v23 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 1, i16 1, i16 1, i16 2>)
  store <4 x float> %v23, ptr %p
  %v24 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 1))
  store <4 x float> %v24, ptr %p
  %v25 = call fast float @llvm.convert.from.fp16.f32(i16 31744)
  store float %v25, ptr %p
  %v26 = call fast double @llvm.convert.from.fp16.f64(i16 31744)
  store double %v26, ptr %p
  %v27 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 31744)
  store x86_fp80 %v27, ptr %p
  %v28 = call fast fp128 @llvm.convert.from.fp16.f128(i16 31744)
  store fp128 %v28, ptr %p
  %v29 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 31744)
  store ppc_fp128 %v29, ptr %p
  %v30 = call float @llvm.nvvm.h2f(i16 31744)
  store float %v30, ptr %p
  %v31 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 31744, i16 1, i16 31744, i16 2>)
  store <4 x float> %v31, ptr %p
  %v32 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 31744))
  store <4 x float> %v32, ptr %p
  %v33 = call fast float @llvm.convert.from.fp16.f32(i16 31745)
  store float %v33, ptr %p
  %v34 = call fast double @llvm.convert.from.fp16.f64(i16 31745)
  store double %v34, ptr %p
  %v35 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 31745)
  store x86_fp80 %v35, ptr %p
  %v36 = call fast fp128 @llvm.convert.from.fp16.f128(i16 31745)
  store fp128 %v36, ptr %p
  %v37 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 31745)
  store ppc_fp128 %v37, ptr %p
  %v38 = call float @llvm.nvvm.h2f(i16 31745)
  store float %v38, ptr %p
  %v39 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 31745, i16 1, i16 31745, i16 2>)
  store <4 x float> %v39, ptr %p
  %v40 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 31745))
  store <4 x float> %v40, ptr %p
  %v41 = call fast float @llvm.convert.from.fp16.f32(i16 32256)
  store float %v41, ptr %p
  %v42 = call fast double @llvm.convert.from.fp16.f64(i16 32256)
  store double %v42, ptr %p
  %v43 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 32256)
  store x86_fp80 %v43, ptr %p
  %v44 = call fast fp128 @llvm.convert.from.fp16.f128(i16 32256)
  store fp128 %v44, ptr %p
  %v45 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 32256)
  store ppc_fp128 %v45, ptr %p
  %v46 = call float @llvm.nvvm.h2f(i16 32256)
  store float %v46, ptr %p
  %v47 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 32256, i16 1, i16 32256, i16 2>)
  store <4 x float> %v47, ptr %p
  %v48 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 32256))
  store <4 x float> %v48, ptr %p
  %v49 = call fast float @llvm.convert.from.fp16.f32(i16 -32768)
  store float %v49, ptr %p
  %v50 = call fast double @llvm.convert.from.fp16.f64(i16 -32768)
  store double %v50, ptr %p
  %v51 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 -32768)
  store x86_fp80 %v51, ptr %p
  %v52 = call fast fp128 @llvm.convert.from.fp16.f128(i16 -32768)
  store fp128 %v52, ptr %p
  %v53 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 -32768)
  store ppc_fp128 %v53, ptr %p
  %v54 = call float @llvm.nvvm.h2f(i16 -32768)
  store float %v54, ptr %p
  %v55 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 -32768, i16 1, i16 -32768, i16 2>)
  store <4 x float> %v55, ptr %p
  %v56 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 -32768))
  store <4 x float> %v56, ptr %p
  %v57 = call fast float @llvm.convert.from.fp16.f32(i16 1023)
  store float %v57, ptr %p
  %v58 = call fast double @llvm.convert.from.fp16.f64(i16 1023)
  store double %v58, ptr %p
  %v59 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 1023)
  store x86_fp80 %v59, ptr %p
  %v60 = call fast fp128 @llvm.convert.from.fp16.f128(i16 1023)
  store fp128 %v60, ptr %p
  %v61 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 1023)
  store ppc_fp128 %v61, ptr %p
  %v62 = call float @llvm.nvvm.h2f(i16 1023)
  store float %v62, ptr %p
  %v63 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 1023, i16 1, i16 1023, i16 2>)
  store <4 x float> %v63, ptr %p
  %v64 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 1023))
  store <4 x float> %v64, ptr %p
  %v65 = call fast float @llvm.convert.from.fp16.f32(i16 1024)
  store float %v65, ptr %p
  %v66 = call fast double @llvm.convert.from.fp16.f64(i16 1024)
  store double %v66, ptr %p
  %v67 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 1024)
  store x86_fp80 %v67, ptr %p
  %v68 = call fast fp128 @llvm.convert.from.fp16.f128(i16 1024)
  store fp128 %v68, ptr %p
  %v69 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 1024)
  store ppc_fp128 %v69, ptr %p
  %v70 = call float @llvm.nvvm.h2f(i16 1024)
  store float %v70, ptr %p
  %v71 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 1024, i16 1, i16 1024, i16 2>)
  store <4 x float> %v71, ptr %p
  %v72 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 1024))
  store <4 x float> %v72, ptr %p
  %v73 = call fast float @llvm.convert.from.fp16.f32(i16 -1024)
  store float %v73, ptr %p
  %v74 = call fast double @llvm.convert.from.fp16.f64(i16 -1024)
  store double %v74, ptr %p
  %v75 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 -1024)
  store x86_fp80 %v75, ptr %p
  %v76 = call fast fp128 @llvm.convert.from.fp16.f128(i16 -1024)
  store fp128 %v76, ptr %p
  %v77 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 -1024)
  store ppc_fp128 %v77, ptr %p
  %v78 = call float @llvm.nvvm.h2f(i16 -1024)
  store float %v78, ptr %p
  %v79 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 -1024, i16 1, i16 -1024, i16 2>)
  store <4 x float> %v79, ptr %p
  %v80 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 -1024))
  store <4 x float> %v80, ptr %p
  %v81 = call fast float @llvm.convert.from.fp16.f32(i16 32767)
  store float %v81, ptr %p
  %v82 = call fast double @llvm.convert.from.fp16.f64(i16 32767)
  store double %v82, ptr %p
  %v83 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 32767)
  store x86_fp80 %v83, ptr %p
  %v84 = call fast fp128 @llvm.convert.from.fp16.f128(i16 32767)
  store fp128 %v84, ptr %p
  %v85 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 32767)
  store ppc_fp128 %v85, ptr %p
  %v86 = call float @llvm.nvvm.h2f(i16 32767)
  store float %v86, ptr %p
  %v87 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 32767, i16 1, i16 32767, i16 2>)
  store <4 x float> %v87, ptr %p
  %v88 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 32767))
  store <4 x float> %v88, ptr %p
  %v89 = call fast float @llvm.convert.from.fp16.f32(i16 undef)
  store float %v89, ptr %p
  %v90 = call fast double @llvm.convert.from.fp16.f64(i16 undef)
  store double %v90, ptr %p
  %v91 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 undef)
  store x86_fp80 %v91, ptr %p
  %v92 = call fast fp128 @llvm.convert.from.fp16.f128(i16 undef)
  store fp128 %v92, ptr %p
  %v93 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 undef)
  store ppc_fp128 %v93, ptr %p
  %v94 = call float @llvm.nvvm.h2f(i16 undef)
  store float %v94, ptr %p
  %v95 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 undef, i16 1, i16 undef, i16 2>)
  store <4 x float> %v95, ptr %p
  %v96 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 undef))
  store <4 x float> %v96, ptr %p
  %v97 = call fast float @llvm.convert.from.fp16.f32(i16 poison)
  store float %v97, ptr %p
  %v98 = call fast double @llvm.convert.from.fp16.f64(i16 poison)
  store double %v98, ptr %p
  %v99 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 poison)
  store x86_fp80 %v99, ptr %p
  %v100 = call fast fp128 @llvm.convert.from.fp16.f128(i16 poison)
  store fp128 %v100, ptr %p
  %v101 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 poison)
  store ppc_fp128 %v101, ptr %p
  %v102 = call float @llvm.nvvm.h2f(i16 poison)
  store float %v102, ptr %p
  %v103 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 poison, i16 1, i16 poison, i16 2>)
  store <4 x float> %v103, ptr %p
  %v104 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 poison))
  store <4 x float> %v104, ptr %p
  %v105 = call fast float @llvm.convert.from.fp16.f32(i16 15360)
  store float %v105, ptr %p
  %v106 = call fast double @llvm.convert.from.fp16.f64(i16 15360)
  store double %v106, ptr %p
  %v107 = call fast x86_fp80 @llvm.convert.from.fp16.f80(i16 15360)
  store x86_fp80 %v107, ptr %p
  %v108 = call fast fp128 @llvm.convert.from.fp16.f128(i16 15360)
  store fp128 %v108, ptr %p
  %v109 = call fast ppc_fp128 @llvm.convert.from.fp16.ppcf128(i16 15360)
  store ppc_fp128 %v109, ptr %p
  %v110 = call float @llvm.nvvm.h2f(i16 15360)
  store float %v110, ptr %p
  %v111 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> <i16 15360, i16 1, i16 15360, i16 2>)
  store <4 x float> %v111, ptr %p
  %v112 = call <4 x float> @llvm.aarch64.neon.vcvthf2fp(<4 x i16> splat (i16 15360))
  store <4 x float> %v112, ptr %p
  %v113 = call i16 @llvm.convert.to.fp16.f64(double 0.0)
  store i16 %v113, ptr %p
  %v114 = call i16 @llvm.convert.to.fp16.f32(float 0.0)
  store i16 %v114, ptr %p
  %v115 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 0.0, float 1.0, float 0.0, float 2.0>)
  store <4 x i16> %v115, ptr %p
  %v116 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 0.0))
  store <4 x i16> %v116, ptr %p
  %v117 = call i16 @llvm.convert.to.fp16.f64(double -0.0)
  store i16 %v117, ptr %p
  %v118 = call i16 @llvm.convert.to.fp16.f32(float -0.0)
  store i16 %v118, ptr %p
  %v119 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float -0.0, float 1.0, float -0.0, float 2.0>)
  store <4 x i16> %v119, ptr %p
  %v120 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float -0.0))
  store <4 x i16> %v120, ptr %p
  %v121 = call i16 @llvm.convert.to.fp16.f64(double 1.5)
  store i16 %v121, ptr %p
  %v122 = call i16 @llvm.convert.to.fp16.f32(float 1.5)
  store i16 %v122, ptr %p
  %v123 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 1.5, float 1.0, float 1.5, float 2.0>)
  store <4 x i16> %v123, ptr %p
  %v124 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 1.5))
  store <4 x i16> %v124, ptr %p
  %v125 = call i16 @llvm.convert.to.fp16.f64(double 65504.0)
  store i16 %v125, ptr %p
  %v126 = call i16 @llvm.convert.to.fp16.f32(float 65504.0)
  store i16 %v126, ptr %p
  %v127 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 65504.0, float 1.0, float 65504.0, float 2.0>)
  store <4 x i16> %v127, ptr %p
  %v128 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 65504.0))
  store <4 x i16> %v128, ptr %p
  %v129 = call i16 @llvm.convert.to.fp16.f64(double 65520.0)
  store i16 %v129, ptr %p
  %v130 = call i16 @llvm.convert.to.fp16.f32(float 65520.0)
  store i16 %v130, ptr %p
  %v131 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 65520.0, float 1.0, float 65520.0, float 2.0>)
  store <4 x i16> %v131, ptr %p
  %v132 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 65520.0))
  store <4 x i16> %v132, ptr %p
  %v133 = call i16 @llvm.convert.to.fp16.f64(double 1.0e-7)
  store i16 %v133, ptr %p
  %v134 = call i16 @llvm.convert.to.fp16.f64(double 3.0e-8)
  store i16 %v134, ptr %p
  %v135 = call i16 @llvm.convert.to.fp16.f64(double 2.9e-8)
  store i16 %v135, ptr %p
  %v136 = call i16 @llvm.convert.to.fp16.f64(double -5.96046448e-8)
  store i16 %v136, ptr %p
  %v137 = call i16 @llvm.convert.to.fp16.f64(double 1.0e-30)
  store i16 %v137, ptr %p
  %v138 = call i16 @llvm.convert.to.fp16.f64(double 0x7FF0000000000000)
  store i16 %v138, ptr %p
  %v139 = call i16 @llvm.convert.to.fp16.f32(float 0x7FF0000000000000)
  store i16 %v139, ptr %p
  %v140 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 0x7FF0000000000000, float 1.0, float 0x7FF0000000000000, float 2.0>)
  store <4 x i16> %v140, ptr %p
  %v141 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 0x7FF0000000000000))
  store <4 x i16> %v141, ptr %p
  %v142 = call i16 @llvm.convert.to.fp16.f64(double 0xFFF0000000000000)
  store i16 %v142, ptr %p
  %v143 = call i16 @llvm.convert.to.fp16.f32(float 0xFFF0000000000000)
  store i16 %v143, ptr %p
  %v144 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 0xFFF0000000000000, float 1.0, float 0xFFF0000000000000, float 2.0>)
  store <4 x i16> %v144, ptr %p
  %v145 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 0xFFF0000000000000))
  store <4 x i16> %v145, ptr %p
  %v146 = call i16 @llvm.convert.to.fp16.f64(double 0x7FF8000000000001)
  store i16 %v146, ptr %p
  %v147 = call i16 @llvm.convert.to.fp16.f32(float 0x7FF8000020000000)
  store i16 %v147, ptr %p
  %v148 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 0x7FF8000020000000, float 1.0, float 0x7FF8000020000000, float 2.0>)
  store <4 x i16> %v148, ptr %p
  %v149 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 0x7FF8000020000000))
  store <4 x i16> %v149, ptr %p
  %v150 = call i16 @llvm.convert.to.fp16.f64(double 0x7FF0000020000000)
  store i16 %v150, ptr %p
  %v151 = call i16 @llvm.convert.to.fp16.f32(float 0x7FF0000020000000)
  store i16 %v151, ptr %p
  %v152 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float 0x7FF0000020000000, float 1.0, float 0x7FF0000020000000, float 2.0>)
  store <4 x i16> %v152, ptr %p
  %v153 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float 0x7FF0000020000000))
  store <4 x i16> %v153, ptr %p
  %v154 = call i16 @llvm.convert.to.fp16.f64(double undef)
  store i16 %v154, ptr %p
  %v155 = call i16 @llvm.convert.to.fp16.f32(float undef)
  store i16 %v155, ptr %p
  %v156 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> <float undef, float 1.0, float undef, float 2.0>)
  store <4 x i16> %v156, ptr %p
  %v157 = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> splat (float undef))
  store <4 x i16> %v157, ptr %p
  %v158 = call i16 @llvm.convert.to.fp16.f80(x86_fp80 0xK00000000000000000000)
  store i16 %v158, ptr %p
  %v159 = call i16 @llvm.convert.to.fp16.f80(x86_fp80 0xK3FFF8000000000000000)
  store i16 %v159, ptr %p
  %v160 = call i16 @llvm.convert.to.fp16.f80(x86_fp80 0xK7FFF8000000000000001)
  store i16 %v160, ptr %p
  %v161 = call i16 @llvm.convert.to.fp16.f80(x86_fp80 0xK7FFFC000000000000000)
  store i16 %v161, ptr %p
  %v162 = call i16 @llvm.convert.to.fp16.f128(fp128 0xL00000000000000000000000000000000)
  store i16 %v162, ptr %p
  %v163 = call i16 @llvm.convert.to.fp16.f128(fp128 0xL00000000000000003FFF123456789ABC)
  store i16 %v163, ptr %p
  %v164 = call i16 @llvm.convert.to.fp16.f128(fp128 0xL00000000000000017FFF000000000000)
  store i16 %v164, ptr %p
  %v165 = call i16 @llvm.convert.to.fp16.ppcf128(ppc_fp128 0xM3FF00000000000003C90000000000000)
  store i16 %v165, ptr %p
  %v166 = call i16 @llvm.convert.to.fp16.ppcf128(ppc_fp128 0xM00000000000000000000000000000000)
  store i16 %v166, ptr %p
  %v167 = call i16 @llvm.convert.to.fp16.ppcf128(ppc_fp128 0xM40FFFC00000000003C90000000000000)
  store i16 %v167, ptr %p
  %v168 = call double @llvm.convert.from.fp16.f64(i16 5)
  %v169 = call i16 @llvm.convert.to.fp16.f64(double %v168)
  store i16 %v169, ptr %p
  %v170 = call double @llvm.convert.from.fp16.f64(i16 %v169)
  store double %v170, ptr %p
  ret void
}
