target datalayout = "e-p:64:64-i64:64-S128"

declare void @f1(ptr inreg, i32)
declare void @f2(ptr inreg sret(i32), i32 signext)
declare signext i8 @f3()
declare void @f4(i8 zeroext, i32 inreg signext)
declare void @f5(ptr inreg noalias, i32 signext)
declare i8 @f6()
declare void @f7(ptr inreg sret(i64))
@g32 = global i32 0
@cc = constant [2 x ptr] [ptr null, ptr @g32]
declare ptr @ret(ptr returned)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.trap()
declare void @pure() memory(none) nounwind willreturn
declare void @ro() memory(read) nounwind willreturn
declare void @llvm.donothing()
declare ptr @malloc(i64)
define void @m(ptr %p, i1 %b) {
  call void @f1(ptr %p, i64 1)
  call void @f2(ptr %p, i32 1)
  %a = call i8 @f3()
  call void @f4(i8 1, i32 1)
  call void @f4(i8 zeroext 1, i32 inreg zeroext 1)
  call void @f5(ptr %p, i32 1)
  %x = call signext i8 @f6()
  call void @f7(ptr @g32)
  call void @f7(ptr inreg sret(i64) @g32)
  %r = call ptr @ret(ptr null)
  store i8 0, ptr %r
  %l = call ptr @llvm.launder.invariant.group.p0(ptr null)
  store i8 0, ptr %l
  %q = load ptr, ptr @cc
  store i8 0, ptr %q
  %q1 = getelementptr i8, ptr @cc, i64 8
  %q2 = load ptr, ptr %q1
  store i64 0, ptr %q2
  %fr = freeze ptr null
  store i8 0, ptr %fr
  %s = select i1 %b, ptr null, ptr undef
  store i8 0, ptr %s
  %s1 = select i1 true, ptr null, ptr %p
  store i8 0, ptr %s1
  store i8 0, ptr %p, align 1
  ret void
}
define void @u1() {
  call void @llvm.trap()
  unreachable
}
define void @u2() {
  call void @pure()
  unreachable
}
define void @u3() {
  call void @ro()
  unreachable
}
define void @u4() {
  call void @llvm.donothing()
  unreachable
}
define void @u5() {
  fence seq_cst
  unreachable
}
define void @u6(ptr %p) {
  %a = load atomic i32, ptr %p unordered, align 4
  unreachable
}
define void @u7(ptr %p) {
  %a = load atomic i32, ptr %p monotonic, align 4
  unreachable
}
define void @u8(ptr %p) {
  %a = va_arg ptr %p, i32
  unreachable
}
define void @u9(ptr %p) {
  %a = alloca i32
  unreachable
}

define void @n4(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  store i8 0, ptr %g3, align 1
  ret void
}
define void @b4(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  store i8 0, ptr %g3, align 1
  ret void
}
define void @n8(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  store i8 0, ptr %g7, align 1
  ret void
}
define void @b8(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  store i8 0, ptr %g7, align 1
  ret void
}
define void @n9(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  %g8 = getelementptr i8, ptr %g7, i64 %x
  store i8 0, ptr %g8, align 1
  ret void
}
define void @b9(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  %g8 = getelementptr i8, ptr %g7, i64 1
  store i8 0, ptr %g8, align 1
  ret void
}
define void @n10(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  %g8 = getelementptr i8, ptr %g7, i64 %x
  %g9 = getelementptr i8, ptr %g8, i64 %x
  store i8 0, ptr %g9, align 1
  ret void
}
define void @b10(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  %g8 = getelementptr i8, ptr %g7, i64 1
  %g9 = getelementptr i8, ptr %g8, i64 1
  store i8 0, ptr %g9, align 1
  ret void
}
define void @n11(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  %g8 = getelementptr i8, ptr %g7, i64 %x
  %g9 = getelementptr i8, ptr %g8, i64 %x
  %g10 = getelementptr i8, ptr %g9, i64 %x
  store i8 0, ptr %g10, align 1
  ret void
}
define void @b11(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  %g8 = getelementptr i8, ptr %g7, i64 1
  %g9 = getelementptr i8, ptr %g8, i64 1
  %g10 = getelementptr i8, ptr %g9, i64 1
  store i8 0, ptr %g10, align 1
  ret void
}
define void @n12(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  %g8 = getelementptr i8, ptr %g7, i64 %x
  %g9 = getelementptr i8, ptr %g8, i64 %x
  %g10 = getelementptr i8, ptr %g9, i64 %x
  %g11 = getelementptr i8, ptr %g10, i64 %x
  store i8 0, ptr %g11, align 1
  ret void
}
define void @b12(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  %g8 = getelementptr i8, ptr %g7, i64 1
  %g9 = getelementptr i8, ptr %g8, i64 1
  %g10 = getelementptr i8, ptr %g9, i64 1
  %g11 = getelementptr i8, ptr %g10, i64 1
  store i8 0, ptr %g11, align 1
  ret void
}
define void @n20(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  %g8 = getelementptr i8, ptr %g7, i64 %x
  %g9 = getelementptr i8, ptr %g8, i64 %x
  %g10 = getelementptr i8, ptr %g9, i64 %x
  %g11 = getelementptr i8, ptr %g10, i64 %x
  %g12 = getelementptr i8, ptr %g11, i64 %x
  %g13 = getelementptr i8, ptr %g12, i64 %x
  %g14 = getelementptr i8, ptr %g13, i64 %x
  %g15 = getelementptr i8, ptr %g14, i64 %x
  %g16 = getelementptr i8, ptr %g15, i64 %x
  %g17 = getelementptr i8, ptr %g16, i64 %x
  %g18 = getelementptr i8, ptr %g17, i64 %x
  %g19 = getelementptr i8, ptr %g18, i64 %x
  store i8 0, ptr %g19, align 1
  ret void
}
define void @b20(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  %g8 = getelementptr i8, ptr %g7, i64 1
  %g9 = getelementptr i8, ptr %g8, i64 1
  %g10 = getelementptr i8, ptr %g9, i64 1
  %g11 = getelementptr i8, ptr %g10, i64 1
  %g12 = getelementptr i8, ptr %g11, i64 1
  %g13 = getelementptr i8, ptr %g12, i64 1
  %g14 = getelementptr i8, ptr %g13, i64 1
  %g15 = getelementptr i8, ptr %g14, i64 1
  %g16 = getelementptr i8, ptr %g15, i64 1
  %g17 = getelementptr i8, ptr %g16, i64 1
  %g18 = getelementptr i8, ptr %g17, i64 1
  %g19 = getelementptr i8, ptr %g18, i64 1
  store i8 0, ptr %g19, align 1
  ret void
}
define void @n60(i64 %x) {
  %g0 = getelementptr i8, ptr null, i64 %x
  %g1 = getelementptr i8, ptr %g0, i64 %x
  %g2 = getelementptr i8, ptr %g1, i64 %x
  %g3 = getelementptr i8, ptr %g2, i64 %x
  %g4 = getelementptr i8, ptr %g3, i64 %x
  %g5 = getelementptr i8, ptr %g4, i64 %x
  %g6 = getelementptr i8, ptr %g5, i64 %x
  %g7 = getelementptr i8, ptr %g6, i64 %x
  %g8 = getelementptr i8, ptr %g7, i64 %x
  %g9 = getelementptr i8, ptr %g8, i64 %x
  %g10 = getelementptr i8, ptr %g9, i64 %x
  %g11 = getelementptr i8, ptr %g10, i64 %x
  %g12 = getelementptr i8, ptr %g11, i64 %x
  %g13 = getelementptr i8, ptr %g12, i64 %x
  %g14 = getelementptr i8, ptr %g13, i64 %x
  %g15 = getelementptr i8, ptr %g14, i64 %x
  %g16 = getelementptr i8, ptr %g15, i64 %x
  %g17 = getelementptr i8, ptr %g16, i64 %x
  %g18 = getelementptr i8, ptr %g17, i64 %x
  %g19 = getelementptr i8, ptr %g18, i64 %x
  %g20 = getelementptr i8, ptr %g19, i64 %x
  %g21 = getelementptr i8, ptr %g20, i64 %x
  %g22 = getelementptr i8, ptr %g21, i64 %x
  %g23 = getelementptr i8, ptr %g22, i64 %x
  %g24 = getelementptr i8, ptr %g23, i64 %x
  %g25 = getelementptr i8, ptr %g24, i64 %x
  %g26 = getelementptr i8, ptr %g25, i64 %x
  %g27 = getelementptr i8, ptr %g26, i64 %x
  %g28 = getelementptr i8, ptr %g27, i64 %x
  %g29 = getelementptr i8, ptr %g28, i64 %x
  %g30 = getelementptr i8, ptr %g29, i64 %x
  %g31 = getelementptr i8, ptr %g30, i64 %x
  %g32 = getelementptr i8, ptr %g31, i64 %x
  %g33 = getelementptr i8, ptr %g32, i64 %x
  %g34 = getelementptr i8, ptr %g33, i64 %x
  %g35 = getelementptr i8, ptr %g34, i64 %x
  %g36 = getelementptr i8, ptr %g35, i64 %x
  %g37 = getelementptr i8, ptr %g36, i64 %x
  %g38 = getelementptr i8, ptr %g37, i64 %x
  %g39 = getelementptr i8, ptr %g38, i64 %x
  %g40 = getelementptr i8, ptr %g39, i64 %x
  %g41 = getelementptr i8, ptr %g40, i64 %x
  %g42 = getelementptr i8, ptr %g41, i64 %x
  %g43 = getelementptr i8, ptr %g42, i64 %x
  %g44 = getelementptr i8, ptr %g43, i64 %x
  %g45 = getelementptr i8, ptr %g44, i64 %x
  %g46 = getelementptr i8, ptr %g45, i64 %x
  %g47 = getelementptr i8, ptr %g46, i64 %x
  %g48 = getelementptr i8, ptr %g47, i64 %x
  %g49 = getelementptr i8, ptr %g48, i64 %x
  %g50 = getelementptr i8, ptr %g49, i64 %x
  %g51 = getelementptr i8, ptr %g50, i64 %x
  %g52 = getelementptr i8, ptr %g51, i64 %x
  %g53 = getelementptr i8, ptr %g52, i64 %x
  %g54 = getelementptr i8, ptr %g53, i64 %x
  %g55 = getelementptr i8, ptr %g54, i64 %x
  %g56 = getelementptr i8, ptr %g55, i64 %x
  %g57 = getelementptr i8, ptr %g56, i64 %x
  %g58 = getelementptr i8, ptr %g57, i64 %x
  %g59 = getelementptr i8, ptr %g58, i64 %x
  store i8 0, ptr %g59, align 1
  ret void
}
define void @b60(i64 %x) {
  %g0 = getelementptr i8, ptr @g32, i64 1
  %g1 = getelementptr i8, ptr %g0, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 1
  %g3 = getelementptr i8, ptr %g2, i64 1
  %g4 = getelementptr i8, ptr %g3, i64 1
  %g5 = getelementptr i8, ptr %g4, i64 1
  %g6 = getelementptr i8, ptr %g5, i64 1
  %g7 = getelementptr i8, ptr %g6, i64 1
  %g8 = getelementptr i8, ptr %g7, i64 1
  %g9 = getelementptr i8, ptr %g8, i64 1
  %g10 = getelementptr i8, ptr %g9, i64 1
  %g11 = getelementptr i8, ptr %g10, i64 1
  %g12 = getelementptr i8, ptr %g11, i64 1
  %g13 = getelementptr i8, ptr %g12, i64 1
  %g14 = getelementptr i8, ptr %g13, i64 1
  %g15 = getelementptr i8, ptr %g14, i64 1
  %g16 = getelementptr i8, ptr %g15, i64 1
  %g17 = getelementptr i8, ptr %g16, i64 1
  %g18 = getelementptr i8, ptr %g17, i64 1
  %g19 = getelementptr i8, ptr %g18, i64 1
  %g20 = getelementptr i8, ptr %g19, i64 1
  %g21 = getelementptr i8, ptr %g20, i64 1
  %g22 = getelementptr i8, ptr %g21, i64 1
  %g23 = getelementptr i8, ptr %g22, i64 1
  %g24 = getelementptr i8, ptr %g23, i64 1
  %g25 = getelementptr i8, ptr %g24, i64 1
  %g26 = getelementptr i8, ptr %g25, i64 1
  %g27 = getelementptr i8, ptr %g26, i64 1
  %g28 = getelementptr i8, ptr %g27, i64 1
  %g29 = getelementptr i8, ptr %g28, i64 1
  %g30 = getelementptr i8, ptr %g29, i64 1
  %g31 = getelementptr i8, ptr %g30, i64 1
  %g32 = getelementptr i8, ptr %g31, i64 1
  %g33 = getelementptr i8, ptr %g32, i64 1
  %g34 = getelementptr i8, ptr %g33, i64 1
  %g35 = getelementptr i8, ptr %g34, i64 1
  %g36 = getelementptr i8, ptr %g35, i64 1
  %g37 = getelementptr i8, ptr %g36, i64 1
  %g38 = getelementptr i8, ptr %g37, i64 1
  %g39 = getelementptr i8, ptr %g38, i64 1
  %g40 = getelementptr i8, ptr %g39, i64 1
  %g41 = getelementptr i8, ptr %g40, i64 1
  %g42 = getelementptr i8, ptr %g41, i64 1
  %g43 = getelementptr i8, ptr %g42, i64 1
  %g44 = getelementptr i8, ptr %g43, i64 1
  %g45 = getelementptr i8, ptr %g44, i64 1
  %g46 = getelementptr i8, ptr %g45, i64 1
  %g47 = getelementptr i8, ptr %g46, i64 1
  %g48 = getelementptr i8, ptr %g47, i64 1
  %g49 = getelementptr i8, ptr %g48, i64 1
  %g50 = getelementptr i8, ptr %g49, i64 1
  %g51 = getelementptr i8, ptr %g50, i64 1
  %g52 = getelementptr i8, ptr %g51, i64 1
  %g53 = getelementptr i8, ptr %g52, i64 1
  %g54 = getelementptr i8, ptr %g53, i64 1
  %g55 = getelementptr i8, ptr %g54, i64 1
  %g56 = getelementptr i8, ptr %g55, i64 1
  %g57 = getelementptr i8, ptr %g56, i64 1
  %g58 = getelementptr i8, ptr %g57, i64 1
  %g59 = getelementptr i8, ptr %g58, i64 1
  store i8 0, ptr %g59, align 1
  ret void
}
