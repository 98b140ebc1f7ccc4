target datalayout = "e-p:64:64-i64:64-S128"
define void @on() noinline optnone {
  store i32 1, ptr null
  ret void
}
@al4 = global [4 x i8] zeroinitializer, align 1
@ef = external global i32, align 4
@ei = externally_initialized global i32 0
@lo = linkonce_odr global i32 0
@cm = common global i32 0
@pr = private global i32 0
declare void @a1(ptr byval(i32))
declare void @a2(ptr)
declare void @a3(i32 signext)
declare void @a4(i32)
declare void @a5(ptr sret(i32))
declare void @a6(ptr nest)
declare void @a7(ptr swiftself)
declare void @a8(ptr inalloca(i32))
declare void @a9(ptr preallocated(i32))
declare void @a10(ptr byref(i32))
declare void @a11(ptr swiftasync)
declare void @a12(ptr swifterror)
declare void @a13(ptr byval(i32) align 8)
declare void @a14(ptr byval(i32) align 16, ...)
declare zeroext i8 @a15(i8 zeroext)
declare inreg i32 @a16(i32 inreg)
declare void @a17(ptr align 16)
declare void @a18(ptr alignstack(16))
declare void @na(ptr noalias inreg, ptr)
declare void @va(...)
define void @t(ptr %p, i32 %x) {
  call void @a1(ptr %p)
  call void @a1(ptr byval(i64) %p)
  call void @a2(ptr byval(i32) %p)
  call void @a3(i32 %x)
  call void @a4(i32 zeroext %x)
  call void @a5(ptr %p)
  call void @a2(ptr sret(i32) %p)
  call void @a6(ptr %p)
  call void @a7(ptr %p)
  call void @a8(ptr %p)
  call void @a10(ptr %p)
  call void @a11(ptr %p)
  call void @a13(ptr byval(i32) %p)
  call void @a13(ptr byval(i32) align 16 %p)
  call void @a14(ptr byval(i32) %p, i32 inreg 1)
  %a = call i8 @a15(i8 1)
  %b = call i32 @a16(i32 1)
  call void @a17(ptr %p)
  call void @a18(ptr %p)
  call void @na(ptr %p, ptr %p)
  call void @va(ptr byval(i32) %p)
  ret void
}
define void @offs(i64 %x) {
  %g = getelementptr i8, ptr @al4, i64 1
  store i8 0, ptr %g, align 2
  store i64 0, ptr @ef, align 16
  store i64 0, ptr @ei, align 16
  store i64 0, ptr @lo, align 16
  store i64 0, ptr @cm, align 16
  store i64 0, ptr @pr, align 16
  %i1 = getelementptr i8, ptr @pr, i64 0
  %i2 = getelementptr i8, ptr %i1, i64 0
  %i3 = getelementptr i8, ptr %i2, i64 0
  %i4 = getelementptr i8, ptr %i3, i64 0
  %i5 = getelementptr i8, ptr %i4, i64 0
  %i6 = getelementptr i8, ptr %i5, i64 0
  %i7 = getelementptr i8, ptr %i6, i64 0
  %i8 = getelementptr i8, ptr %i7, i64 0
  store i64 0, ptr %i8, align 1
  %n1 = getelementptr i8, ptr null, i64 %x
  %n2 = getelementptr i8, ptr %n1, i64 %x
  %n3 = getelementptr i8, ptr %n2, i64 %x
  %n4 = getelementptr i8, ptr %n3, i64 %x
  %n5 = getelementptr i8, ptr %n4, i64 %x
  %n6 = getelementptr i8, ptr %n5, i64 %x
  store i8 0, ptr %n5
  store i8 0, ptr %n6
  %n7 = getelementptr i8, ptr %n6, i64 %x
  %n8 = getelementptr i8, ptr %n7, i64 %x
  store i8 0, ptr %n7
  store i8 0, ptr %n8
  store {} zeroinitializer, ptr null
  store volatile [0 x i32] zeroinitializer, ptr null
  %xi = ptrtoint ptr null to i64
  %xp = inttoptr i64 %xi to ptr
  store i8 0, ptr %xp
  %c = inttoptr i32 0 to ptr
  store i8 0, ptr %c
  %c1 = inttoptr i32 1 to ptr
  store i8 0, ptr %c1
  store i8 0, ptr inttoptr (i32 1 to ptr)
  store i8 0, ptr inttoptr (i64 4096 to ptr)
  store i8 0, ptr addrspacecast (ptr addrspace(1) null to ptr)
  store i8 0, ptr getelementptr (i8, ptr inttoptr (i64 1 to ptr), i64 3)
  store i8 0, ptr getelementptr (i8, ptr null, i64 3)
  ret void
}
define void @dead() {
  ret void
x:
  %p = getelementptr i8, ptr %p, i64 1
  store i8 0, ptr %p
  br label %x
}
define void @cp() personality ptr null {
  invoke void @cp() to label %a unwind label %b
a:
  unreachable
b:
  %c = cleanuppad within none []
  unreachable
}
define void @lp() personality ptr null {
  invoke void @cp() to label %a unwind label %b
a:
  %z = alloca i32, i64 0
  ret void
b:
  %c = landingpad { ptr, i32 } cleanup
  unreachable
}
define i64 @ri() {
  %a = alloca i32
  %b = ptrtoint ptr %a to i64
  ret i64 %b
}
define i32 @ri32() {
  %a = alloca i32
  %b = ptrtoint ptr %a to i32
  ret i32 %b
}
