; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f() {
  call void @g(ptr blockaddress(@h, %a))
  ret void, !dbg !4
}
@x = external global %T
