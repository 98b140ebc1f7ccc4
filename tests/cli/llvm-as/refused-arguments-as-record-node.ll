; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(i32 %a) {
  #dbg_value(i32 %a, !DIArgList(i32 0), !DIExpression(), !DIArgList(i32 0))
  ret void
}
