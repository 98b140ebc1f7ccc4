; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f() {
  %a = alloca ptr
  store target("spirv.Image") zeroinitializer, ptr %a
  ret void
}
