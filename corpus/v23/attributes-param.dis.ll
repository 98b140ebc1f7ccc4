; ModuleID = 'attributes-param.bc'
source_filename = "attributes-param.ll"

%t = type { i32, ptr }

declare void @p0(i32 inreg)

declare void @p1(i32 noundef)

declare void @p2(i32 signext)

declare void @p3(i32 zeroext)

declare void @p4(i32 noext)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #0

declare void @p6(ptr nest)

declare void @p7(ptr noalias)

declare void @p8(ptr nofree)

declare void @p9(ptr nonnull)

declare void @p10(ptr readnone)

declare void @p11(ptr readonly)

declare void @p12(ptr writeonly)

declare void @p13(ptr dead_on_unwind)

declare swiftcc void @p14(ptr swiftself)

declare swiftcc void @p15(ptr swiftasync)

declare swiftcc void @p16(ptr swifterror)

declare void @p17(ptr allocptr)

declare void @p18(ptr noundef nonnull align 8 dereferenceable(16))

declare void @p19(ptr align 1)

declare void @p20(ptr align 2)

declare void @p21(ptr)

declare void @p22(ptr dereferenceable(1))

declare void @p23(ptr dereferenceable(18446744073709551615))

declare void @p24(ptr dereferenceable_or_null(64))

declare void @p25(ptr byval(i32))

declare void @p26(ptr byval({ i8, [3 x i16] }) align 4)

declare void @p27(ptr byref(%t))

declare void @p28(ptr sret(%t))

declare void @p29(ptr noalias writable sret([2 x i64]) align 8)

declare void @p30(ptr inalloca(%t))

declare void @p31(ptr preallocated(i64))

declare void @p32(ptr alignstack(16))

declare void @p33(ptr byval(i8) alignstack(8))

declare void @p34(ptr captures(none))

declare void @p35(ptr captures(address))

declare void @p36(ptr captures(address_is_null))

declare void @p37(ptr captures(provenance))

declare void @p38(ptr captures(read_provenance))

declare void @p39(ptr captures(address, read_provenance))

declare void @p40(ptr captures(address_is_null, provenance))

declare void @p41(ptr captures(ret: address, provenance))

declare void @p42(ptr captures(address, ret: provenance))

declare void @p43(ptr captures(ret: address_is_null))

declare void @p44(ptr captures(ret: address, provenance))

declare void @p45(ptr initializes((0, 4)))

declare void @p46(ptr initializes((0, 4), (8, 12), (16, 9223372036854775807)))

declare void @p47(ptr initializes((-8, -4), (0, 1)))

declare void @p48(ptr dead_on_return)

declare void @p49(ptr noalias writable dereferenceable(8))

declare void @p50(ptr "str")

declare void @p51(ptr "str"="val")

declare void @p52(ptr nonnull "a"="b" "c")

declare void @p53(i8 range(i8 0, 10))

declare void @p54(i32 range(i32 -5, 5))

declare void @p55(i64 range(i64 10, 0))

declare void @p56(i128 range(i128 -1, 170141183460469231731687303715884105727))

declare void @p57(<2 x i16> range(i16 1, 2))

declare void @p58(float nofpclass(nan))

declare void @p59(float nofpclass(snan))

declare void @p60(float nofpclass(qnan))

declare void @p61(float nofpclass(inf))

declare void @p62(float nofpclass(ninf))

declare void @p63(float nofpclass(pinf))

declare void @p64(float nofpclass(norm))

declare void @p65(float nofpclass(nnorm))

declare void @p66(float nofpclass(pnorm))

declare void @p67(float nofpclass(sub))

declare void @p68(float nofpclass(nsub))

declare void @p69(float nofpclass(psub))

declare void @p70(float nofpclass(zero))

declare void @p71(float nofpclass(nzero))

declare void @p72(float nofpclass(pzero))

declare void @p73(float nofpclass(all))

declare void @p74(float nofpclass(nan inf))

declare void @p75(float nofpclass(qnan ninf psub))

declare void @p76(float nofpclass(nan inf zero nsub))

declare void @p77(float nofpclass(zero sub))

declare void @p78(float nofpclass(pinf pzero nnorm))

declare void @p79(float nofpclass(inf norm))

declare zeroext i32 @r0()

declare signext i32 @r1()

declare inreg i32 @r2()

declare noundef i32 @r3()

declare noext i32 @r4()

declare noalias ptr @r5()

declare nonnull ptr @r6()

declare noundef nonnull align 16 dereferenceable(4) ptr @r7()

declare dereferenceable_or_null(4) ptr @r8()

declare range(i32 0, 2) i32 @r9()

declare nofpclass(nan inf) double @r10()

declare "ret"="str" ptr @r11()

declare align 32 "x" ptr @r12()

declare nofpclass(ninf) [2 x float] @r13()

declare ptr @mix(ptr noalias returned, i32 signext, ptr, ...)

declare swiftcc void @swerr(ptr swifterror)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

define void @def(ptr sret(%t) align 8 %c, ptr noundef readonly captures(none) %a, i8 noundef zeroext %b, float nofpclass(nan) %0) {
  %2 = call noundef nonnull ptr @mix(ptr noalias nonnull %a, i32 signext 1, ptr byval(%t) align 8 %c, i64 noundef 2, ptr readonly captures(none) %a)
  %3 = call range(i32 0, 10) i32 @r0()
  %4 = call nofpclass(nan inf) double @r10()
  %5 = call align 8 dereferenceable(8) ptr @r5() #1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 4 dereferenceable(3) %c, i64 3, i1 false)
  call void @p19(ptr byval(i32) %a)
  call void asm sideeffect "", "*m"(ptr elementtype(%t) %a)
  %6 = call "ret"="x" ptr @r11()
  ret void
}

define swiftcc void @sw(ptr swiftself %s, ptr swiftasync %x, ptr swifterror %e) {
  %v = alloca swifterror ptr, align 8
  store ptr null, ptr %v, align 8
  call swiftcc void @swerr(ptr swifterror %v)
  ret void
}

define void @tuple(ptr inalloca(%t) %p) {
  %a = alloca inalloca %t, align 8
  call void @tuple(ptr inalloca(%t) %a)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nounwind }
