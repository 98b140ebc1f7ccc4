source_filename = "kernel.cu"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@tile.x = internal addrspace(3) global [64 x float] undef, align 4
@count = addrspace(1) global i32 0, section "counters", align 4

define ptx_kernel void @reduce(ptr %out, ptr byval([2 x i32]) align 4 "nvvm.grid_constant" %in, float %x) #0 align 16 {
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr [64 x float], ptr addrspace(3) @tile.x, i32 0, i32 %id
  %a = call float @llvm.fabs.f32(float %x)
  %b = call float @llvm.nvvm.fabs.f32(float %a)
  %c = call float @llvm.nvvm.ex2.approx.ftz.f32(float %b)
  store float %c, ptr addrspace(3) %slot, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, i32 64)
  %more = fcmp ogt float %c, 1.0
  %any = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %more)
  %many = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %any)
  %r = call float @llvm.rint.f32(float %c)
  %away = call float @llvm.round.f32(float %r)
  %s = call float @llvm.sin.f32(float %away)
  %t = call afn float @llvm.sin.f32(float %s)
  store float %t, ptr %out, align 4
  call void @llvm.prefetch.p0(ptr %out, i32 0, i32 3, i32 1)
  call void @llvm.nvvm.nanosleep(i32 %many)
  %mask = call i32 @llvm.nvvm.activemask()
  ret void
}

define void @memory(ptr %p, ptr %q) uwtable noredzone "target-cpu"="sm_75" {
  %a = load atomic i32, ptr %p syncscope("device") acquire, align 4
  %b = load atomic i32, ptr %p monotonic, align 4
  store atomic i32 %a, ptr %p syncscope("block") seq_cst, align 4
  fence syncscope("device") acq_rel
  %c = atomicrmw fadd ptr %q, float 2.0 monotonic, align 4
  %d = atomicrmw uinc_wrap ptr %p, i32 9 monotonic, align 4
  %e = atomicrmw add ptr %p, i32 %b monotonic, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.fabs.f32(float)
declare float @llvm.nvvm.fabs.f32(float)
declare float @llvm.nvvm.ex2.approx.ftz.f32(float)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
declare float @llvm.rint.f32(float)
declare float @llvm.round.f32(float)
declare float @llvm.sin.f32(float)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.nvvm.nanosleep(i32)
declare i32 @llvm.nvvm.activemask()

attributes #0 = { convergent nounwind "nvvm.maxntid"="128,2" "nvvm.minctasm"="4" }
