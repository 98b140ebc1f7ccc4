; FAIL: %llvm-as-19 %s -o a.bc
; ORACLE: llvm-as-19 %s -o a.bc
declare void @za() "aarch64_new_za" "aarch64_in_za"
declare void @zt0() "aarch64_new_zt0" "aarch64_in_zt0"
declare void @agnostic() "aarch64_new_za" "aarch64_za_state_agnostic"
declare void @signed() "sign-return-address-key"="a_key" "sign-return-address"="some"
declare void @key() "sign-return-address-key"="c_key"
declare void @protected() "branch-target-enforcement"=""
declare void @stack() "guarded-control-stack"="maybe"
declare void @pauth() "branch-protection-pauth-lr"="maybe"
declare amdgpu_cs_chain void @chain()
declare amdgpu_cs_chain_preserve void @chain_preserve()
declare amdgpu_kernel void @kernel()
declare i32 @taken(i32)
define void @calls(ptr %p, <16 x float> %v) {
  call amdgpu_cs_chain void @chain()
  call amdgpu_cs_chain_preserve void @chain_preserve()
  call amdgpu_kernel void @kernel()
  ret void
}
define void @branches() {
  callbr void @za() to label %a [label %b]
a:
  ret void
b:
  ret void
}
define i32 @tails(i32 %x) {
  %r = musttail call i32 @taken(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define i32 @cast_of_another(i32 %x) {
  %r = musttail call i32 @taken(i32 %x)
  %s = bitcast i32 %x to i32
  ret i32 %s
}
define i32 @cast(i32 %x) {
  %r = musttail call i32 @taken(i32 %x)
  %s = bitcast i32 %r to i32
  ret i32 %s
}
define i32 @cast_unused(i32 %x) {
  %r = musttail call i32 @taken(i32 %x)
  %s = bitcast i32 %r to i32
  ret i32 %r
}
define float @cast_and_more(float %x) {
  %r = musttail call i32 @taken(i32 0)
  %s = bitcast i32 %r to float
  ret float %s
}
define i32 @two_casts(i32 %x) {
  %r = musttail call i32 @taken(i32 %x)
  %s = bitcast i32 %r to i32
  %t = bitcast i32 %s to i32
  ret i32 %t
}
