; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@x = global ptr blockaddress(@zz, %b)
define void @f() {
  ret void
}
