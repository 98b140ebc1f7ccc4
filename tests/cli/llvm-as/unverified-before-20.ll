; FAIL: %llvm-as-19 %s -o a.bc
; ORACLE: llvm-as-19 %s -o a.bc
declare void @a() "aarch64_new_za" "aarch64_in_za"
declare void @b() "aarch64_new_zt0" "aarch64_in_zt0"
define void @c(<16 x i32> %x) "target-features"="+avx512f,-evex512" {
  ret void
}
declare amdgpu_cs_chain void @d()
define amdgpu_cs void @e() {
  call amdgpu_cs_chain void @d()
  unreachable
}
declare ptr @g()
define ptr @f(ptr %p) {
  %a = musttail call ptr @h(ptr %p)
  %b = bitcast ptr %p to ptr
  ret ptr %b
}
declare ptr @h(ptr)
define ptr @i(ptr %p) {
  %a = musttail call ptr @h(ptr %p)
  %b = load i8, ptr %p
  ret ptr %a
}
define void @j() {
  callbr void @k() to label %a []
a:
  ret void
}
declare void @k()
define ptr @ma() {
  ret ptr null
}
