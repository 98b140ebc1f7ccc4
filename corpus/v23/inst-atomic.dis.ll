; ModuleID = 'inst-atomic.bc'
source_filename = "inst-atomic.ll"

define void @loads_stores(ptr %p) {
  %1 = load atomic i32, ptr %p unordered, align 4
  %2 = load atomic i32, ptr %p monotonic, align 4
  %3 = load atomic i32, ptr %p acquire, align 4
  %4 = load atomic i32, ptr %p seq_cst, align 4
  store atomic i32 1, ptr %p unordered, align 4
  store atomic i32 1, ptr %p monotonic, align 4
  store atomic i32 1, ptr %p release, align 4
  store atomic i32 1, ptr %p seq_cst, align 4
  %5 = load atomic volatile i64, ptr %p syncscope("singlethread") acquire, align 8
  %6 = load atomic i8, ptr %p syncscope("agent") monotonic, align 1
  %7 = load atomic ptr, ptr %p seq_cst, align 8
  %8 = load atomic float, ptr %p acquire, align 4
  %9 = load atomic <2 x i32>, ptr %p unordered, align 8
  store atomic volatile float 1.000000e+00, ptr %p syncscope("workgroup") release, align 4
  store atomic ptr null, ptr %p syncscope("singlethread") unordered, align 16
  fence acquire
  fence syncscope("singlethread") acquire
  fence release
  fence syncscope("singlethread") release
  fence acq_rel
  fence syncscope("singlethread") acq_rel
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  fence syncscope("odd \22scope\\ name") seq_cst
  ret void
}

define void @cmpxchgs(ptr %p, i32 %a, i32 %b, ptr %q) {
  %1 = cmpxchg ptr %p, i32 %a, i32 %b monotonic monotonic, align 4
  %2 = cmpxchg ptr %p, i32 %a, i32 %b monotonic acquire, align 4
  %3 = cmpxchg ptr %p, i32 %a, i32 %b monotonic seq_cst, align 4
  %4 = cmpxchg ptr %p, i32 %a, i32 %b acquire monotonic, align 4
  %5 = cmpxchg ptr %p, i32 %a, i32 %b acquire acquire, align 4
  %6 = cmpxchg ptr %p, i32 %a, i32 %b acquire seq_cst, align 4
  %7 = cmpxchg ptr %p, i32 %a, i32 %b release monotonic, align 4
  %8 = cmpxchg ptr %p, i32 %a, i32 %b release acquire, align 4
  %9 = cmpxchg ptr %p, i32 %a, i32 %b release seq_cst, align 4
  %10 = cmpxchg ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4
  %11 = cmpxchg ptr %p, i32 %a, i32 %b acq_rel acquire, align 4
  %12 = cmpxchg ptr %p, i32 %a, i32 %b acq_rel seq_cst, align 4
  %13 = cmpxchg ptr %p, i32 %a, i32 %b seq_cst monotonic, align 4
  %14 = cmpxchg ptr %p, i32 %a, i32 %b seq_cst acquire, align 4
  %15 = cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst, align 4
  %16 = cmpxchg weak ptr %p, i32 %a, i32 %b acq_rel acquire, align 4
  %17 = cmpxchg volatile ptr %p, i32 %a, i32 %b acq_rel acquire, align 4
  %18 = cmpxchg weak volatile ptr %p, i32 %a, i32 %b syncscope("singlethread") seq_cst monotonic, align 4
  %19 = cmpxchg ptr %p, ptr %q, ptr null seq_cst seq_cst, align 16
  %20 = cmpxchg ptr %p, i8 0, i8 1 syncscope("agent") monotonic monotonic, align 1
  %v = extractvalue { i32, i1 } %1, 0
  ret void
}

define void @rmws(ptr %p, i32 %a, float %f, ptr %q, <2 x half> %h) {
  %1 = atomicrmw xchg ptr %p, i32 %a seq_cst, align 4
  %2 = atomicrmw add ptr %p, i32 %a seq_cst, align 4
  %3 = atomicrmw sub ptr %p, i32 %a seq_cst, align 4
  %4 = atomicrmw and ptr %p, i32 %a seq_cst, align 4
  %5 = atomicrmw nand ptr %p, i32 %a seq_cst, align 4
  %6 = atomicrmw or ptr %p, i32 %a seq_cst, align 4
  %7 = atomicrmw xor ptr %p, i32 %a seq_cst, align 4
  %8 = atomicrmw max ptr %p, i32 %a seq_cst, align 4
  %9 = atomicrmw min ptr %p, i32 %a seq_cst, align 4
  %10 = atomicrmw umax ptr %p, i32 %a seq_cst, align 4
  %11 = atomicrmw umin ptr %p, i32 %a seq_cst, align 4
  %12 = atomicrmw uinc_wrap ptr %p, i32 %a seq_cst, align 4
  %13 = atomicrmw udec_wrap ptr %p, i32 %a seq_cst, align 4
  %14 = atomicrmw usub_cond ptr %p, i32 %a seq_cst, align 4
  %15 = atomicrmw usub_sat ptr %p, i32 %a seq_cst, align 4
  %16 = atomicrmw xchg ptr %p, float %f monotonic, align 4
  %17 = atomicrmw fadd ptr %p, float %f monotonic, align 4
  %18 = atomicrmw fsub ptr %p, float %f monotonic, align 4
  %19 = atomicrmw fmax ptr %p, float %f monotonic, align 4
  %20 = atomicrmw fmin ptr %p, float %f monotonic, align 4
  %21 = atomicrmw fmaximum ptr %p, float %f monotonic, align 4
  %22 = atomicrmw fminimum ptr %p, float %f monotonic, align 4
  %23 = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %24 = atomicrmw add ptr %p, i32 1 acquire, align 4
  %25 = atomicrmw add ptr %p, i32 1 release, align 4
  %26 = atomicrmw add ptr %p, i32 1 acq_rel, align 4
  %27 = atomicrmw add ptr %p, i32 1 seq_cst, align 4
  %28 = atomicrmw volatile xchg ptr %p, ptr %q syncscope("singlethread") acq_rel, align 8
  %29 = atomicrmw volatile or ptr %p, i64 -1 syncscope("agent-one-as") release, align 16
  %30 = atomicrmw fadd ptr %p, <2 x half> %h seq_cst, align 4
  %31 = atomicrmw add ptr %p, i32 1 seq_cst, align 4, !noalias.addrspace !0, !amdgpu.no.fine.grained.memory !1
  ret void
}

!0 = !{i32 5, i32 6}
!1 = !{}
