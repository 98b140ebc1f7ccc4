; Atomic exchanges of vectors of all kinds, as a whole.
define <2 x i32> @exchange(ptr %p, <2 x i32> %i, <2 x ptr> %q, <4 x half> %h) {
  %a = atomicrmw xchg ptr %p, <2 x i32> %i monotonic, align 8
  %b = atomicrmw volatile xchg ptr %p, <2 x ptr> %q syncscope("agent") seq_cst, align 16
  %c = atomicrmw xchg ptr %p, <4 x half> %h acq_rel, align 8
  %d = atomicrmw elementwise xchg ptr %p, <2 x i32> %i monotonic, align 8
  ret <2 x i32> %a
}
