; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
@g1 = external global target("unknown")
@g2 = external global [2 x target("spirv.Literal", 3)]
@g3 = external global { i32, target("llvm.test.vectorelement") }
@g4 = external global target("amdgpu.stridemark")
@g5 = global [0 x target("unknown")] poison
@g6 = external global target("riscv.vector.tuple", <vscale x 8 x i8>, 2)
@g7 = external global target("spirv.Type", 1, 24, 8)

declare void @takes(target("dx.x"))
declare target("amdgpu.stridemark") @returns()

define void @calls(ptr %p, i1 %c) {
  %r = call target("dx.x") %p()
  br i1 %c, label %a, label %b

a:
  %x = load target("dx.x"), ptr %p
  br label %b

b:
  %y = phi target("dx.x") [ %x, %a ], [ poison, %0 ]
  call void %p(target("dx.x") %y)
  ret void
}

define void @local(ptr byval(target("dx.Padding", 4)) %p) {
  %a = alloca { i32, [2 x target("spirv.Padding", 4)] }
  ret void
}
