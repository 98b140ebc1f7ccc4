; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target triple = "x86_64-unknown-linux-gnu"
declare dso_local void @foo(<2147483648 x float>)
declare dso_local <2147483648 x float> @bar()
declare void @baz([1 x <2147483648 x i128>], i32)
define dso_local void @bar2(ptr %p) {
  call void @foo(<2147483648 x float> poison)
  call <2147483648 x float> @bar()
  call void @baz([1 x <2147483648 x i128>] poison, i32 0)
  call void %p({<2147483648 x i128>} poison)
  ret void
}
define void @more(ptr %p) {
  %1 = call <2147483648 x i128> %p(i32 0, [2 x <2147483648 x i128>] poison, <2147483648 x i128> poison) speculatable
  ret void
}
