; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o -
; Numbers in hexadecimal digits are allowed wherever numbers are; of those with a sign, the highest bit that is set is the sign.
@a = global i32 u0x10, align u0x4
@b = addrspace(u0x1) global [u0x2 x i8] [i8 s0x3, i8 u0xFF], align u0x0010
@c = global i128 u0x123456789abcdef0123456789abcdef
@d = global i128 s0x3
@e = global ptr getelementptr inrange(s0x4, u0x8) (i8, ptr @a, i64 u0x4)
declare cc u0x20 void @f(ptr align u0x8 dereferenceable(u0x10), float nofpclass(u0x3), i32 range(i32 u0x1, 4)) alignstack(u0x10)
define i32 @g(ptr %p) vscale_range(u0x1, u0x2) {
  %v = load i32, ptr %p, align u0x4
  switch i32 %v, label %l [ i32 u0x2, label %l ]
l:
  %x = extractvalue { i32, i32 } { i32 s0x1, i32 u0x7 }, u0x1
  ret i32 %x
}
!n = !{!0, !1, !2, !3, !4}
!0 = !DIEnumerator(value: s0x03, name: "x")
!1 = !DIEnumerator(value: u0x0, name: "y")
!2 = !DISubrange(count: s0x3, lowerBound: u0x7)
!3 = !DIBasicType(tag: DW_TAG_base_type, name: "n", size: u0x20)
!4 = !DIExpression(DW_OP_plus_uconst, u0x12345678)
