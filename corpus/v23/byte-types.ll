; Byte types and their constants, in all widths and shapes.
@wide = global b128 340282366920938463463374607431768211455
@more = global b100 -2
@odd = global b9 1
@bit = global b1 1
@numbers = global [4 x b8] [b8 1, b8 2, b8 -3, b8 255]
@text = global [3 x b8] c"abc"
@ended = global [2 x b8] [b8 97, b8 0]
@words = global [2 x b16] [b16 7, b16 7]
@splat = global <4 x b32> splat (b32 7)
@vector = global <4 x b32> <b32 1, b32 2, b32 3, b32 4>
@odd.splat = global <2 x b9> splat (b9 5)
@odd.vector = global <2 x b9> <b9 5, b9 6>
@wide.splat = global <2 x b100> splat (b100 1267650600228229401496703205375)
@zero.splat = global <2 x b8> splat (b8 0)
@zero = global <2 x b8> zeroinitializer
@poison = global b8 poison
@fields = global { b8, b8 } { b8 1, b8 undef }
@hexadecimal = global b8 u0xff
@cast = global b64 bitcast (double 1.0 to b64)
@back = global double bitcast (b64 5 to double)
@pointer = global ptr bitcast (b64 5 to ptr)
@address = global b64 bitcast (ptr @pointer to b64)
@from.splat = global b64 bitcast (<2 x b32> splat (b32 1) to b64)
@to.vector = global <8 x b8> bitcast (i64 5 to <8 x b8>)

declare <2 x b16> @llvm.vector.reverse.v2b16(<2 x b16>)

define b8 @values(<2 x b16> %v, ptr %p, b8 %b) {
  %a = alloca b64
  %a.wide = alloca b128
  %a.odd = alloca b7
  %r = call <2 x b16> @llvm.vector.reverse.v2b16(<2 x b16> %v)
  %l = load b8, ptr %p
  store b8 11, ptr %p
  %atomic = load atomic b32, ptr %p seq_cst, align 4
  store atomic b32 %atomic, ptr %p seq_cst, align 4
  %x = bitcast b64 0 to ptr
  %y = bitcast ptr %p to b64
  %z = bitcast <2 x b32> zeroinitializer to b64
  %i = bitcast b8 %l to i8
  %f = freeze b8 %b
  %g = select i1 true, b8 %b, b8 1
  %asm = call b8 asm "x", "=r,r"(b8 %b)
  %s = shufflevector <2 x b16> %v, <2 x b16> poison, <2 x i32> zeroinitializer
  %e = extractelement <2 x b16> %v, i32 0
  %n = insertelement <2 x b16> %v, b16 3, i32 0
  br label %next

next:
  %phi = phi b8 [ -1, %0 ]
  ret b8 %phi
}
