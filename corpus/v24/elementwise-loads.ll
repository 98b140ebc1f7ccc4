; Atomic loads of the elements of vectors, each on its own.
define <4 x i32> @load(ptr %p) {
  %a = load atomic elementwise <4 x i32>, ptr %p acquire, align 16
  %b = load atomic volatile elementwise <4 x i32>, ptr %p syncscope("agent") monotonic, align 4
  %c = load atomic elementwise <2 x ptr>, ptr %p unordered, align 16
  %d = load atomic elementwise <2 x float>, ptr %p syncscope("singlethread") monotonic, align 4, !invariant.load !0
  %whole = load atomic <4 x i32>, ptr %p seq_cst, align 16
  %sum = add <4 x i32> %a, %b
  %all = add <4 x i32> %sum, %whole
  ret <4 x i32> %all
}

!0 = !{}
