; ModuleID = 'upgraded-intrinsics.bc'
source_filename = "upgraded-intrinsics.ll"

define <8 x float> @t(<16 x bfloat> %a, <8 x float> %c) {
  %r = tail call fast <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(<16 x bfloat> %a, <16 x bfloat> %a, i16 1, <8 x float> %c, i1 false, i1 true) #4
  %r3 = tail call <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(<16 x bfloat> zeroinitializer, <16 x bfloat> splat (bfloat 1.000000e+00), i16 1, <8 x float> %c, i1 false, i1 true)
  ret <8 x float> %r3
}

define float @c(i16 %a) {
  %1 = bitcast i16 %a to half
  %2 = fpext fast half %1 to float
  %3 = bitcast i16 %a to half
  %4 = fpext half %3 to double
  ret float %2
}

define i16 @d(double %a) {
  %1 = fptrunc double %a to half
  %2 = bitcast half %1 to i16
  ret i16 %2
}

define i32 @p(i32 %a) {
  %1 = call i32 @llvm.pdep.i32(i32 %a, i32 %a)
  ret i32 %1
}

define i64 @at(ptr addrspace(1) %a, i64 %v, ptr %g) {
  %1 = atomicrmw add ptr addrspace(1) %a, i64 %v syncscope("block") monotonic, align 8
  %2 = cmpxchg ptr %g, i64 %v, i64 1 monotonic monotonic, align 8
  %3 = extractvalue { i64, i1 } %2, 0
  %4 = atomicrmw max ptr %g, i32 5 monotonic, align 4
  %5 = atomicrmw xchg ptr %g, i32 5 monotonic, align 4
  ret i64 %1
}

define <4 x float> @n(<4 x i16> %a, <4 x float> %f) {
  %1 = bitcast <4 x i16> %a to <4 x half>
  %2 = fpext fast <4 x half> %1 to <4 x float>
  %3 = fptrunc <4 x float> %f to <4 x half>
  %4 = bitcast <4 x half> %3 to <4 x i16>
  %5 = bitcast <4 x i16> %4 to <4 x half>
  %6 = fpext <4 x half> %5 to <4 x float>
  %u = tail call <4 x float> @llvm.arm.neon.vcvthf2fp(<4 x i16> %a)
  %v = tail call <4 x i16> @llvm.arm.neon.vcvtfp2hf(<4 x float> %f)
  ret <4 x float> %2

; uselistorder directives
  uselistorder <4 x i16> %a, { 1, 0 }
  uselistorder <4 x float> %f, { 1, 0 }
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x float> @llvm.arm.neon.vcvthf2fp(<4 x i16>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i16> @llvm.arm.neon.vcvtfp2hf(<4 x float>) #0

define void @l(ptr %p) {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}

declare void @last()

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16(<16 x bfloat>, <16 x bfloat>, i16 immarg, <8 x float>, i1 immarg, i1 immarg) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.pdep.i32(i32, i32) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.clmul.i32(i32, i32) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

; uselistorder directives
uselistorder ptr @llvm.amdgcn.wmma.f32.16x16x32.bf16.v8f32.v16bf16, { 1, 0 }

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nounwind }
