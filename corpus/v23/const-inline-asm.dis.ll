; ModuleID = 'const-inline-asm.bc'
source_filename = "const-inline-asm.ll"

define i32 @asms(i32 %a, ptr %p) {
  call void asm "nop", ""()
  call void asm sideeffect "nop", ""()
  call void asm alignstack "nop", ""()
  call void asm inteldialect "nop", ""()
  call void asm unwind "nop", ""()
  call void asm sideeffect alignstack inteldialect unwind "nop", "~{memory}"()
  %1 = call i32 asm "bswap $0", "=r,0"(i32 %a)
  %2 = call i32 asm sideeffect "mov $1, $0\0A\09add \22$2\22, $0 \\", "=&r,r,i,~{dirflag},~{fpsr},~{flags}"(i32 %a, i32 7)
  %3 = call { i32, i32 } asm "cpuid", "={ax},={bx},0,~{cx}"(i32 %a)
  call void asm sideeffect "mov $0, $1", "=*m,r"(ptr elementtype(i32) %p, i32 %a)
  call void asm "${0:c} ${:uid}", "i"(ptr @asms)
  call void asm sideeffect "", "*m,~{memory}"(ptr elementtype({ i32, i8 }) %p)
  %4 = tail call i32 asm sideeffect inteldialect "mov $0, $1", "=r,r"(i32 %1) #0
  ret i32 %4
}

attributes #0 = { nounwind memory(none) }
