; FAIL: %llvm-as-23 -allow-incomplete-ir %s -o a.bc
; ORACLE: llvm-as-23 -allow-incomplete-ir %s -o a.bc
define void @f(ptr %p) {
    #dbg_value(ptr %p, !1, !DIExpression(), !2)
  ret void
}
