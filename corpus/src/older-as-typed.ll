; What llvm-as of LLVM 13 and 14 adds to a text: use-list orders of plain data and of the null pointers that functions store, metadata kinds,
; attributes of intrinsics, alignments, module flags.
source_filename = "older-as-typed.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@number = global i32 3
@pair = global { i32, i32 } { i32 3, i32 4 }
@first = global [2 x i8*] [i8* bitcast ([1 x i8*]* @second to i8*), i8* null]
@second = global [1 x i8*] zeroinitializer
@third = global [2 x i8*] [i8* null, i8* bitcast ([1 x i8*]* @second to i8*)]
@places = global [2 x i8*] [i8* blockaddress(@jump, %right), i8* blockaddress(@jump, %left)]

define i32 @sum(i32 %x) personality i32 (...)* @personality {
  %a = add i32 %x, 3
  %b = add i32 %a, 4
  %c = mul i32 %b, 3
  %t = call i1 @llvm.type.test(i8* null, metadata i32 5)
  %d = sub i32 %c, 5
  ret i32 %d
}

define <4 x i32> @mixed(<4 x i32> %v) prefix i32 3 {
  %a = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> <i32 3, i32 undef, i32 1, i32 0>
  %b = add <4 x i32> %a, <i32 1, i32 3, i32 4, i32 5>
  ret <4 x i32> %b
}

define void @jump(i8* %to) prologue i8 1 {
  indirectbr i8* %to, [label %left, label %right], !first !0
left:
  store i32 3, i32* @number, !second !0
  br label %right
right:
  %old = cmpxchg i32* @number, i32 4, i32 3 acq_rel monotonic
  ret void
}

define float @intrinsics(i8* %to, float %x) personality i32 (...)* @personality {
  call void @llvm.memset.p0i8.i64(i8* %to, i8 0, i64 4, i1 false)
  call void @sink() [ "made.up"(i32 3) ]
  %t = call i1 @llvm.type.test(i8* %to, metadata i64 4)
  call void @llvm.assume(i1 true) [ "align"(i8* %to, i64 8) ]
  %y = call float @llvm.sqrt.f32(float %x)
  ret float %y
}

declare void @sink()
declare i1 @llvm.type.test(i8*, metadata)
declare i32 @personality(...)
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)
declare void @llvm.assume(i1)
declare float @llvm.sqrt.f32(float)

!llvm.module.flags = !{!1}
!0 = !{!0}
!1 = !{i32 7, !"PIC Level", i32 2}
