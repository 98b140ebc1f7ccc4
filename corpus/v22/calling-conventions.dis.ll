; ModuleID = 'calling-conventions.bc'
source_filename = "calling-conventions.ll"

declare void @f0()

declare fastcc void @f1()

declare coldcc void @f2()

declare ghccc void @f3()

declare cc11 void @f4()

declare anyregcc void @f5()

declare preserve_mostcc void @f6()

declare preserve_allcc void @f7()

declare swiftcc void @f8()

declare cxx_fast_tlscc void @f9()

declare tailcc void @f10()

declare cfguard_checkcc void @f11()

declare swifttailcc void @f12()

declare preserve_nonecc void @f13()

declare x86_stdcallcc void @f14()

declare x86_fastcallcc void @f15()

declare arm_apcscc void @f16()

declare arm_aapcscc void @f17()

declare arm_aapcs_vfpcc void @f18()

declare msp430_intrcc void @f19()

declare x86_thiscallcc void @f20()

declare ptx_kernel void @f21()

declare ptx_device void @f22()

declare spir_func void @f23()

declare spir_kernel void @f24()

declare intel_ocl_bicc void @f25()

declare x86_64_sysvcc void @f26()

declare win64cc void @f27()

declare x86_vectorcallcc void @f28()

declare hhvmcc void @f29()

declare hhvm_ccc void @f30()

declare x86_intrcc void @f31(ptr byval(i32))

declare avr_intrcc  void @f32()

declare avr_signalcc  void @f33()

declare cc86 void @f34()

declare amdgpu_vs void @f35()

declare amdgpu_gs void @f36()

declare amdgpu_ps void @f37()

declare amdgpu_cs void @f38()

declare amdgpu_kernel void @f39()

declare x86_regcallcc void @f40()

declare amdgpu_hs void @f41()

declare cc94 void @f42()

declare amdgpu_ls void @f43()

declare amdgpu_es void @f44()

declare aarch64_vector_pcs void @f45()

declare aarch64_sve_vector_pcs void @f46()

declare cc99 void @f47()

declare amdgpu_gfx void @f48()

declare cc101 void @f49()

declare aarch64_sme_preservemost_from_x0 void @f50()

declare aarch64_sme_preservemost_from_x1 void @f51()

declare aarch64_sme_preservemost_from_x2 void @f52()

declare amdgpu_cs_chain void @f53()

declare amdgpu_cs_chain_preserve void @f54()

declare m68k_rtdcc void @f55()

declare graalcc void @f56()

declare cc108 void @f57()

declare cc109 void @f58()

declare riscv_vector_cc void @f59()

declare riscv_vls_cc(32) void @f60()

declare riscv_vls_cc(64) void @f61()

declare riscv_vls_cc(128) void @f62()

declare riscv_vls_cc(256) void @f63()

declare riscv_vls_cc(512) void @f64()

declare riscv_vls_cc(1024) void @f65()

declare riscv_vls_cc(2048) void @f66()

declare riscv_vls_cc(4096) void @f67()

declare riscv_vls_cc(8192) void @f68()

declare riscv_vls_cc(16384) void @f69()

declare riscv_vls_cc(32768) void @f70()

declare riscv_vls_cc(65536) void @f71()

declare amdgpu_gfx_whole_wave void @f72(i1)

declare cheriot_compartmentcallcc void @f73()

declare cheriot_compartmentcalleecc void @f74()

declare cheriot_librarycallcc void @f75()

declare cc1 void @f76()

declare cc12 void @f77()

declare cc63 void @f78()

declare x86_stdcallcc void @f79()

declare cc74 void @f80()

declare spir_func void @f81()

declare cc130 void @f82()

declare cc200 void @f83()

declare cc500 void @f84()

declare cc1000 void @f85()

declare cc1023 void @f86()

define void @calls() {
  call void @f0()
  call fastcc void @f1()
  call coldcc void @f2()
  call ghccc void @f3()
  call cc11 void @f4()
  call anyregcc void @f5()
  call preserve_mostcc void @f6()
  call preserve_allcc void @f7()
  call swiftcc void @f8()
  call cxx_fast_tlscc void @f9()
  call tailcc void @f10()
  call cfguard_checkcc void @f11()
  call swifttailcc void @f12()
  call preserve_nonecc void @f13()
  call x86_stdcallcc void @f14()
  call x86_fastcallcc void @f15()
  call arm_apcscc void @f16()
  call arm_aapcscc void @f17()
  call arm_aapcs_vfpcc void @f18()
  call msp430_intrcc void @f19()
  call x86_thiscallcc void @f20()
  call ptx_kernel void @f21()
  call ptx_device void @f22()
  call spir_func void @f23()
  call intel_ocl_bicc void @f25()
  call x86_64_sysvcc void @f26()
  call win64cc void @f27()
  call x86_vectorcallcc void @f28()
  call hhvmcc void @f29()
  call hhvm_ccc void @f30()
  call x86_intrcc void @f31(ptr byval(i32) null)
  call avr_intrcc  void @f32()
  call avr_signalcc  void @f33()
  call cc86 void @f34()
  call x86_regcallcc void @f40()
  call cc94 void @f42()
  call aarch64_vector_pcs void @f45()
  call aarch64_sve_vector_pcs void @f46()
  call cc99 void @f47()
  call amdgpu_gfx void @f48()
  call cc101 void @f49()
  call aarch64_sme_preservemost_from_x0 void @f50()
  call aarch64_sme_preservemost_from_x1 void @f51()
  call aarch64_sme_preservemost_from_x2 void @f52()
  call m68k_rtdcc void @f55()
  call graalcc void @f56()
  call cc108 void @f57()
  call cc109 void @f58()
  call riscv_vector_cc void @f59()
  call riscv_vls_cc(32) void @f60()
  call riscv_vls_cc(64) void @f61()
  call riscv_vls_cc(128) void @f62()
  call riscv_vls_cc(256) void @f63()
  call riscv_vls_cc(512) void @f64()
  call riscv_vls_cc(1024) void @f65()
  call riscv_vls_cc(2048) void @f66()
  call riscv_vls_cc(4096) void @f67()
  call riscv_vls_cc(8192) void @f68()
  call riscv_vls_cc(16384) void @f69()
  call riscv_vls_cc(32768) void @f70()
  call riscv_vls_cc(65536) void @f71()
  call cheriot_compartmentcallcc void @f73()
  call cheriot_compartmentcalleecc void @f74()
  call cheriot_librarycallcc void @f75()
  call cc1 void @f76()
  call cc12 void @f77()
  call cc63 void @f78()
  call x86_stdcallcc void @f79()
  call cc74 void @f80()
  call spir_func void @f81()
  call cc130 void @f82()
  call cc200 void @f83()
  call cc500 void @f84()
  call cc1000 void @f85()
  call cc1023 void @f86()
  %1 = tail call fastcc i32 @g(i32 1)
  ret void
}

define internal fastcc i32 @g(i32 %x) {
  ret i32 %x
}

define coldcc void @h() personality ptr null {
  invoke coldcc void @h()
          to label %a unwind label %a2

a:                                                ; preds = %0
  ret void

a2:                                               ; preds = %0
  %l = landingpad { ptr, i32 }
          cleanup
  ret void
}
