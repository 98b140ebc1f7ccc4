; ModuleID = 'inst-vector-aggregate.bc'
source_filename = "inst-vector-aggregate.ll"

define <4 x i32> @vectors(<4 x i32> %a, <4 x i32> %b, i32 %x, i64 %i, <vscale x 2 x i64> %s, <2 x i32> %c) {
  %1 = extractelement <4 x i32> %a, i32 0
  %2 = extractelement <4 x i32> %a, i64 %i
  %3 = insertelement <4 x i32> %a, i32 %x, i8 3
  %4 = insertelement <4 x i32> poison, i32 7, i64 %i
  %5 = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %6 = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> zeroinitializer
  %7 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 poison, i32 1>
  %8 = shufflevector <4 x i32> %a, <4 x i32> poison, <8 x i32> poison
  %9 = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> <i32 1, i32 1, i32 1>
  %10 = shufflevector <vscale x 2 x i64> %s, <vscale x 2 x i64> poison, <vscale x 2 x i32> zeroinitializer
  %11 = shufflevector <vscale x 2 x i64> %s, <vscale x 2 x i64> poison, <vscale x 4 x i32> poison
  %12 = shufflevector <2 x i32> %c, <2 x i32> %c, <1 x i32> <i32 3>
  %13 = extractelement <vscale x 2 x i64> %s, i32 100
  ret <4 x i32> %5
}

define { i32, { i8, [3 x float] } } @aggregates({ i32, { i8, [3 x float] } } %a, [2 x ptr] %p, float %f) {
  %1 = extractvalue { i32, { i8, [3 x float] } } %a, 0
  %2 = extractvalue { i32, { i8, [3 x float] } } %a, 1, 1, 2
  %3 = extractvalue { i32, { i8, [3 x float] } } %a, 1
  %4 = insertvalue { i32, { i8, [3 x float] } } %a, i32 5, 0
  %5 = insertvalue { i32, { i8, [3 x float] } } %4, float %f, 1, 1, 0
  %6 = insertvalue [2 x ptr] poison, ptr null, 1
  %7 = extractvalue [2 x ptr] %p, 0
  %8 = insertvalue { i32, { i8, [3 x float] } } poison, { i8, [3 x float] } %3, 1
  ret { i32, { i8, [3 x float] } } %8
}

define i32 @freezes(i32 %a, ptr %p, <2 x float> %v, { i8, i8 } %s) {
  %1 = freeze i32 %a
  %2 = freeze ptr %p
  %3 = freeze <2 x float> %v
  %4 = freeze { i8, i8 } %s
  %5 = freeze i32 poison
  ret i32 %1
}

define float @phis(i1 %c, float %f, i32 %n) {
entry:
  br i1 %c, label %loop, label %other

other:                                            ; preds = %entry
  br label %loop

loop:                                             ; preds = %loop, %other, %entry
  %i = phi i32 [ 0, %entry ], [ 1, %other ], [ %next, %loop ]
  %x = phi float [ %f, %entry ], [ 1.000000e+00, %other ], [ %y, %loop ]
  %z = phi fast float [ 0.000000e+00, %entry ], [ poison, %other ], [ %x, %loop ]
  %w = phi nnan contract float [ 0.000000e+00, %entry ], [ %f, %other ], [ %z, %loop ]
  %ptr = phi ptr [ null, %entry ], [ @phis, %other ], [ inttoptr (i64 4 to ptr), %loop ]
  %next = add i32 %i, 1
  %y = fadd float %x, %z
  %d = icmp eq i32 %next, %n
  br i1 %d, label %exit, label %loop

exit:                                             ; preds = %loop
  %r = phi float [ %y, %loop ]
  ret float %r
}

define i32 @vararg(ptr %ap, ...) {
  %1 = va_arg ptr %ap, i32
  %2 = va_arg ptr %ap, { i64, double }
  %3 = va_arg ptr %ap, ptr
  ret i32 %1
}
