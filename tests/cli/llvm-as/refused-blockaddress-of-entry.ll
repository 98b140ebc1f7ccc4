; FAIL: %llvm-as %s -o -
; LLVM's verifier says this, which bctk does while it reads.
@x = global ptr blockaddress(@f, %entry)
define void @f() {
entry:
  ret void
}
