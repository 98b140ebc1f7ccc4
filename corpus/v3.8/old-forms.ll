; ModuleID = '<string>'
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm "old_asm:"
module asm "nop"

%pair = type { i32, %pair* }
%packed = type <{ i8, i32 }>

$larger = comdat largest

$group = comdat any

@plain = global i32 7
@const = internal constant [4 x i8] c"abc\00", align 1
@utf8 = private unnamed_addr constant [3 x i8] c"\C3\A9\00"
@bytes = global [3 x i8] c"a\00b"
@data = global [3 x i32] [i32 1, i32 -2, i32 3]
@floats = global <2 x double> <double 1.500000e+00, double -0.000000e+00>
@pair = global %pair { i32 1, %pair* @pair }
@packed = linkonce_odr global %packed <{ i8 1, i32 2 }>, comdat($group)
@weak = extern_weak global i8
@common = common global i64 0, align 8
@tls = thread_local(initialexec) global i32 0
@hidden = hidden global i8* getelementptr inbounds ([4 x i8], [4 x i8]* @const, i64 0, i64 1), section ".mine", align 16
@space = addrspace(1) global i32 undef
@odd = global i129 170141183460469231731687303715884105729
@half = global half 0xH3C00
@wide = global x86_fp80 0xK3FFF8000000000000000
@quad = global fp128 0xL00000000000000003FFF000000000000
@"quoted name" = global i8* bitcast (i32* @plain to i8*)
@number = global i64 ptrtoint (i32* @plain to i64)
@compare = global i1 false
@vector = global <4 x i32> zeroinitializer
@block = global i8* blockaddress(@branches, %second)
@llvm.used = appending global [1 x i8*] [i8* bitcast (i32* @plain to i8*)], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @start, i8* null }]

@common.alias = alias i32, i32* @plain
@function.alias = weak alias void (), void ()* @start

; Function Attrs: nounwind
declare i32 @printf(i8* nocapture readonly, ...) #0

; Function Attrs: argmemonly nounwind
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture readonly, i64, i32, i1) #1

declare i32 @__gxx_personality_v0(...)

declare void @may_throw(i32)

; Function Attrs: nounwind readonly
declare fastcc %pair* @fast(%pair* inreg, i8 zeroext, i16 signext) #2

; Function Attrs: nounwind readnone
declare i32 @llvm.ctpop.i32(i32) #3

define internal void @start() section ".init" comdat($larger) align 32 gc "shadow-stack" {
  ret void
}

; Function Attrs: alwaysinline noredzone nounwind uwtable
define weak_odr hidden i32 @arithmetic(i32 %a, i32 %b, float %x, float %y) unnamed_addr #4 {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub i32 %1, 1
  %3 = mul nsw i32 %2, %2
  %4 = udiv exact i32 %3, 3
  %5 = sdiv i32 %4, %b
  %6 = urem i32 %5, 7
  %7 = srem i32 %6, 5
  %8 = shl i32 %7, 1
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, 2
  %11 = and i32 %10, 255
  %12 = or i32 %11, 256
  %13 = xor i32 %12, -1
  %14 = fadd fast float %x, %y
  %15 = fsub nnan ninf float %14, %x
  %16 = fmul float %15, 2.000000e+00
  %17 = fdiv arcp float %16, %y
  %18 = frem nsz float %17, %x
  %19 = fcmp olt float %18, %y
  %20 = icmp ult i32 %13, 100
  %21 = and i1 %19, %20
  %22 = select i1 %21, i32 %13, i32 0
  %23 = trunc i32 %22 to i8
  %24 = zext i8 %23 to i32
  %25 = sext i8 %23 to i64
  %26 = fptoui float %18 to i32
  %27 = sitofp i32 %26 to double
  %28 = fptrunc double %27 to float
  %29 = fpext float %28 to double
  %30 = bitcast double %29 to i64
  %31 = inttoptr i64 %25 to i32*
  %32 = ptrtoint i32* %31 to i64
  %33 = call i32 @llvm.ctpop.i32(i32 %24)
  ret i32 %33
}

define void @memory(%pair* %p, i32* noalias nonnull align 4 dereferenceable(4) %q, i8 addrspace(1)* %r) {
entry:
  %slot = alloca i32, align 4
  %many = alloca %pair, i32 4, align 16
  %field = getelementptr inbounds %pair, %pair* %p, i64 0, i32 0
  %value = load i32, i32* %field, align 4, !tbaa !4, !range !6
  store i32 %value, i32* %slot, align 4, !nontemporal !7
  %again = load volatile i32, i32* %slot, align 4
  store volatile i32 %again, i32* %q, align 2
  %atomic = load atomic i32, i32* %q seq_cst, align 4
  store atomic i32 %atomic, i32* %q release, align 4
  fence acquire
  fence seq_cst
  %old = atomicrmw add i32* %q, i32 1 monotonic
  %max = atomicrmw volatile umax i32* %q, i32 %old acq_rel
  %exchanged = cmpxchg weak i32* %q, i32 %old, i32 %max acq_rel monotonic
  %done = extractvalue { i32, i1 } %exchanged, 1
  %agg = insertvalue { i32, i1 } %exchanged, i1 false, 1
  %cast = addrspacecast i8 addrspace(1)* %r to i8*
  %vec = insertelement <4 x i32> undef, i32 %value, i32 0
  %mixed = shufflevector <4 x i32> %vec, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 5, i32 undef, i32 7>
  %elt = extractelement <4 x i32> %mixed, i32 %old
  %next = call fastcc %pair* @fast(%pair* inreg %p, i8 zeroext 1, i16 signext -1)
  ret void
}

define i32 @branches(i32 %n, i8* %target) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
first:
  switch i32 %n, label %second [
    i32 0, label %third
    i32 -5, label %fourth
  ]

second:                                           ; preds = %second, %first
  indirectbr i8* %target, [label %second, label %third]

third:                                            ; preds = %second, %first
  %merged = phi i32 [ 1, %first ], [ 2, %second ]
  invoke void @may_throw(i32 %merged)
          to label %fourth unwind label %pad

fourth:                                           ; preds = %third, %first
  %text = getelementptr [4 x i8], [4 x i8]* @const, i32 0, i32 0
  %printed = tail call i32 (i8*, ...) @printf(i8* %text, i32 %n) #5
  br i1 true, label %done, label %never

pad:                                              ; preds = %third
  %caught = landingpad { i8*, i32 }
          cleanup
          catch i8* null
          filter [1 x i8*] [i8* bitcast (i32* @plain to i8*)]
  resume { i8*, i32 } %caught

done:                                             ; preds = %fourth
  %asm = call i32 asm sideeffect alignstack "mov $0, $1", "=r,r,~{memory}"(i32 %n)
  %intel = call i32 asm inteldialect "mov $0, 1", "=r"()
  ret i32 %asm

never:                                            ; preds = %fourth
  unreachable
}

define void @unnamed(%packed*, i32, i8*) {
  %4 = va_arg i8* %2, i32
  ret void
}

define void @by_value(%packed* sret %r, i8* byval %v) {
  ret void
}

define void @pads() personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  invoke void @may_throw(i32 1) [ "deopt"(i32 1, i8* null) ]
          to label %out unwind label %switch

switch:                                           ; preds = %0
  %s = catchswitch within none [label %catch] unwind label %cleanup

catch:                                            ; preds = %switch
  %c = catchpad within %s [i8* null, i32 64]
  catchret from %c to label %out

cleanup:                                          ; preds = %switch
  %u = cleanuppad within none []
  call void @may_throw(i32 2) [ "funclet"(token %u) ]
  cleanupret from %u unwind to caller

out:                                              ; preds = %catch, %0
  notail call void @start()
  ret void
}

define float @newer(float %x, i32* %p, i1 %c) {
  %i = call fast float @fastcall(float %x)
  br label %next

next:                                             ; preds = %0
  ret float %x
}

declare float @fastcall(float)

attributes #0 = { nounwind "disable-tail-calls"="false" }
attributes #1 = { argmemonly nounwind }
attributes #2 = { nounwind readonly }
attributes #3 = { nounwind readnone }
attributes #4 = { alwaysinline noredzone nounwind uwtable "flag" "target-cpu"="x86-64" }
attributes #5 = { cold nobuiltin }

!llvm.module.flags = !{!0, !1}
!named = !{!2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 2, !"text", !"value"}
!2 = distinct !{!2, i32* @plain, null}
!3 = !{!"root"}
!4 = !{!5, !5, i64 0}
!5 = !{!"scalar", !3}
!6 = !{i32 0, i32 10}
!7 = !{i32 1}
