; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @calls(ptr %p, i1 %c) {
  %1 = call token @takes()
  %2 = call x86_amx @takes()
  ret void
}
define void @takes() {
  ret void
}
