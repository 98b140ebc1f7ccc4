; ModuleID = 'const-aggregate.bc'
source_filename = "const-aggregate.ll"

@s0 = constant [6 x i8] c"hello\00"
@s1 = constant [5 x i8] c"a\22b\\\0A"
@s2 = constant [3 x i8] c"\00\FF\7F"
@s3 = constant [256 x i8] c"\00\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10\11\12\13\14\15\16\17\18\19\1A\1B\1C\1D\1E\1F !\22#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\7F\80\81\82\83\84\85\86\87\88\89\8A\8B\8C\8D\8E\8F\90\91\92\93\94\95\96\97\98\99\9A\9B\9C\9D\9E\9F\A0\A1\A2\A3\A4\A5\A6\A7\A8\A9\AA\AB\AC\AD\AE\AF\B0\B1\B2\B3\B4\B5\B6\B7\B8\B9\BA\BB\BC\BD\BE\BF\C0\C1\C2\C3\C4\C5\C6\C7\C8\C9\CA\CB\CC\CD\CE\CF\D0\D1\D2\D3\D4\D5\D6\D7\D8\D9\DA\DB\DC\DD\DE\DF\E0\E1\E2\E3\E4\E5\E6\E7\E8\E9\EA\EB\EC\ED\EE\EF\F0\F1\F2\F3\F4\F5\F6\F7\F8\F9\FA\FB\FC\FD\FE\FF"
@s4 = constant [3 x i8] c"abc"
@s5 = constant [1 x i8] c"\01"
@s6 = constant [26 x i8] c"char6.only_string_content_"
@s7 = constant [4 x i8] [i8 1, i8 undef, i8 3, i8 4]
@d16 = constant [3 x i16] [i16 1, i16 -2, i16 32767]
@d32 = constant [4 x i32] [i32 1, i32 -2, i32 3, i32 -2147483648]
@d64 = constant [2 x i64] [i64 -1, i64 9223372036854775807]
@df = constant [3 x float] [float 1.000000e+00, float -0.000000e+00, float +inf]
@dd = constant [2 x double] [double 1.500000e+00, double 3.250000e+10]
@dh = constant [2 x half] [half 1.000000e+00, half -0.000000e+00]
@db = constant [2 x bfloat] [bfloat 1.000000e+00, bfloat -0.000000e+00]
@vi8 = constant <4 x i8> <i8 1, i8 2, i8 3, i8 4>
@vi1 = constant <4 x i1> <i1 true, i1 false, i1 true, i1 true>
@vi32 = constant <3 x i32> <i32 1, i32 2, i32 3>
@vf = constant <2 x float> <float 1.000000e+00, float 2.000000e+00>
@splat0 = constant <4 x i32> splat (i32 7)
@splat1 = constant <2 x double> splat (double -1.000000e+00)
@splat2 = constant <4 x i8> splat (i8 -1)
@splat3 = constant <3 x ptr> <ptr @s0, ptr @s0, ptr @s0>
@splat4 = constant <2 x i1> splat (i1 true)
@splat5 = constant <4 x i128> splat (i128 -170141183460469231731687303715884105728)
@one = constant <1 x i32> splat (i32 5)
@wide = constant [2 x i128] [i128 1, i128 -1]
@ptrs = constant [2 x ptr] [ptr @s0, ptr null]
@mixed = constant { i8, [2 x i16], <2 x float>, { ptr } } { i8 1, [2 x i16] [i16 2, i16 3], <2 x float> <float 4.000000e+00, float 5.000000e+00>, { ptr } { ptr @mixed } }
@packed = constant <{ i8, i32, [2 x i8] }> <{ i8 1, i32 2, [2 x i8] c"\03\04" }>
@nested = constant [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]]
@i24 = constant [2 x i24] [i24 1, i24 -1]

define <vscale x 4 x i32> @scalable_splat() {
  ret <vscale x 4 x i32> splat (i32 3)
}

define <vscale x 2 x double> @scalable_zero() {
  ret <vscale x 2 x double> zeroinitializer
}
