; Every instruction, in spellings that LLVM takes and prints otherwise.
target datalayout = "e-p:64:64-i64:64-p3:32:32-A5"
%pair = type { i32, [4 x i8] }
@g = global i32 0, align 4
@table = global [2 x ptr] [ptr blockaddress(@control, %a), ptr blockaddress(@control, %"b c")]
declare i32 @callee(i32, ...)
declare float @half(float) nounwind
declare void @sink(ptr)
declare token @llvm.call.preallocated.setup(i32)

define i32 @arithmetic(i32 %x, i32, float %f, <2 x i32> %v, ptr %p) {
  %2 = add nsw nuw i32 %x, 1
  %"3" = sub nuw i32 %2, -7
  %m = mul nsw i32 %"3", u0x1F
  %d = udiv exact i32 %m, s0x0F
  %e = sdiv i32 %d, %0
  %r = srem i32 %e, 3
  %u = urem i32 %r, 3
  %s = shl nsw nuw i32 %u, 2
  %l = lshr exact i32 %s, 2
  %a = ashr i32 %l, 1
  %n = and i32 %a, 255
  %o = or disjoint i32 %n, 256
  %q = xor i32 %o, -1
  %fa = fadd nnan ninf nsz arcp contract afn reassoc float %f, 1.5
  %fb = fsub fast float %fa, 0x3FF0000000000000
  %fc = fmul float %fb, -0.0
  %fd = fdiv nsz float %fc, 1.0e10
  %fe = frem float %fd, 2.5
  %ff = fneg contract float %fe
  %c1 = icmp samesign ult i32 %q, 4
  %c2 = icmp eq ptr %p, null
  %c3 = fcmp nnan oeq float %ff, 0.0
  %c4 = fcmp true float %ff, %f
  %c5 = icmp ne <2 x i32> %v, zeroinitializer
  %z1 = zext nneg i1 %c1 to i64
  %z2 = sext <2 x i1> %c5 to <2 x i64>
  %z3 = trunc nsw nuw i64 %z1 to i8
  %z4 = fptrunc fast double 1.0 to float
  %z5 = fpext float %z4 to double
  %z6 = uitofp nneg i32 %q to float
  %z7 = sitofp i32 %q to double
  %z8 = fptoui float %z6 to i32
  %z9 = fptosi double %z7 to i64
  %za = ptrtoint ptr %p to i64
  %zb = inttoptr i64 %za to ptr
  %zc = bitcast <2 x i32> %v to i64
  %zd = addrspacecast ptr %zb to ptr addrspace(3)
  %ze = ptrtoaddr ptr %p to i64
  %sl = select i1 %c2, i32 %z8, i32 5
  %sf = select fast i1 %c2, float %z6, float %z4
  %fz = freeze i32 %sl
  ret i32 %fz
}

define void @memory(ptr %p, ptr addrspace(3) %q, i64 %n) {
entry:
  %a = alloca i32
  %b = alloca i8, i64 %n, align 16
  %c = alloca %pair, addrspace(5)
  %d = alloca inalloca i32, align 4
  %e = alloca [0 x i8]
  %f = alloca [u0x4 x i8]
  %l1 = load i32, ptr %p
  %l2 = load volatile i64, ptr %p, align 1, !tbaa !0
  %l3 = load atomic i32, ptr %p seq_cst, align 4
  %l4 = load atomic volatile i8, ptr %p syncscope("agent") acquire, align 1
  %l5 = load %pair, ptr %p
  %l6 = load <3 x i32>, ptr %p
  %l7 = load x86_fp80, ptr %p
  %l8 = load ptr addrspace(3), ptr %p
  store i32 1, ptr %p
  store volatile i8 2, ptr addrspace(3) %q
  store atomic i32 3, ptr %p release, align 4
  fence acquire
  fence syncscope("singlethread") seq_cst
  %x = cmpxchg weak volatile ptr %p, i32 0, i32 1 acq_rel monotonic
  %y = cmpxchg ptr %p, ptr null, ptr %p syncscope("wave") seq_cst seq_cst, align 8
  %r1 = atomicrmw add ptr %p, i32 1 monotonic
  %r2 = atomicrmw volatile xchg ptr %p, float 1.0 syncscope("one") acquire, align 4
  %r3 = atomicrmw usub_sat ptr %p, i64 1 seq_cst
  %r4 = atomicrmw fmaximum ptr %p, <2 x half> zeroinitializer seq_cst, align 4
  %g1 = getelementptr %pair, ptr %p, i64 0, i32 1, i64 %n
  %g2 = getelementptr nuw inbounds i8, ptr %p, i64 1
  %g3 = getelementptr nusw i8, ptr %p, <2 x i64> <i64 1, i64 2>
  %g4 = getelementptr i8, ptr %p
  %v = va_arg ptr %p, i32
  ret void
}

define void @vectors(<4 x i32> %v, { i32, [2 x float] } %s) {
  %a = extractelement <4 x i32> %v, i8 0
  %b = insertelement <4 x i32> %v, i32 %a, i32 1
  %c = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 7>
  %d = shufflevector <4 x i32> %v, <4 x i32> %b, <4 x i32> undef
  %e = extractvalue { i32, [2 x float] } %s, 1, 0
  %f = insertvalue { i32, [2 x float] } %s, float 0.0, 1, 1, !note !0
  ret void
}

define i32 @control(i32 %x, ptr %p) personality ptr @callee {
  br label %a
a:
  %phi = phi i32 [ 0, %0 ], [ %next, %"b c" ], !note !0
  %fphi = phi fast float [ 1.0, %0 ], [ 2.0, %"b c" ]
  br i1 true, label %"b c", label %out
"b c":
  %next = add i32 %phi, 1
  switch i32 %x, label %a [
    i32 1, label %out
    i32 2, label %1 i32 -3, label %out
  ]
1:
  indirectbr ptr %p, [label %a, label %"b c"]
out:
  %i = invoke fastcc i32 (i32, ...) @callee(i32 inreg 1, ptr %p) #0 to label %2 unwind label %pad
2:
  callbr void asm sideeffect "jmp ${0:l}", "!i"() to label %3 [label %4]
3:
  unreachable
4:
  ret i32 %i
pad:
  %lp = landingpad { ptr, i32 }
    cleanup
    catch ptr null
    filter [1 x ptr] [ptr @g]
  resume { ptr, i32 } %lp
}

define void @funclets() personality ptr @callee {
  invoke void @sink(ptr null) to label %done unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @sink(ptr undef) [ "funclet"(token %cp) ]
  invoke void @sink(ptr null) to label %back unwind label %clean
back:
  catchret from %cp to label %done
clean:
  %cl = cleanuppad within %cp []
  cleanupret from %cl unwind to caller
done:
  ret void
}

define void @calls(i32 %n, ptr %f, ...) {
  %1 = call i32 (i32, ...) @callee(i32 %n, float 1.0)
  %2 = tail call fast nofpclass(nan) float @half(float nofpclass(inf) 2.0) #0
  notail call cc 11 void %f(ptr align 8 @g, metadata !"text")
  call void asm alignstack inteldialect unwind "nop \22", "~{memory}"()
  call void asm "nop", "=*rmrm,0m0m,~{flags}"(ptr elementtype(i32) %f, i32 %n)
  %3 = call i32 @llvm.umax.i32(i32 %n, i32 3)
  call addrspace(0) void @sink(ptr nonnull @g) [ "deopt"(i32 1, ptr %f), "x"() ], !note !0, !srcloc !{i32 1}
  %4 = call ptr null(ptr null)
  call void inttoptr (i64 5 to ptr)()
  musttail call void (i32, ptr, ...) @calls(i32 %n, ptr %f, ...)
  ret void
}

define i32 @forward(i1 %c) {
entry:
  br i1 %c, label %later, label %first
later:
  %use = add i32 %def, %7
  call void @sink(ptr %q)
  ret i32 %use
first:
  %def = add i32 1, 2
  %7 = add i32 3, 4
  %q = getelementptr i8, ptr @g, i64 9
  br label %later
}

attributes #0 = { nounwind }
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
