target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

%pair = type { i64, ptr }

@.str = private unnamed_addr constant [9 x i8] c"n = %ld\0A\00", align 1

; Function Attrs: nounwind
define i64 @sum(ptr %0, i64 %1) #0 {
entry:
  %slot = alloca %pair, align 8
  %2 = getelementptr inbounds nuw %pair, ptr %slot, i32 0, i32 1
  store ptr %0, ptr %2, align 8
  %3 = icmp eq i64 %1, 0
  br i1 %3, label %end, label %body

body:                                             ; preds = %body, %entry
  %4 = phi i64 [ 0, %entry ], [ %9, %body ]
  %5 = phi i64 [ 0, %entry ], [ %8, %body ]
  %6 = getelementptr inbounds i64, ptr %0, i64 %4
  %7 = load i64, ptr %6, align 8
  %8 = add i64 %5, %7
  %9 = add i64 %4, 1
  %10 = icmp uge i64 %9, %1
  br i1 %10, label %end, label %body

end:                                              ; preds = %body, %entry
  %11 = phi i64 [ 0, %entry ], [ %8, %body ]
  %12 = call i32 (ptr, ...) @printf(ptr @.str, i64 %11)
  %13 = trunc i64 %11 to i32
  %14 = atomicrmw add ptr %0, i64 %11 seq_cst, align 8
  %15 = sext i32 %13 to i64
  ret i64 %15
}

declare i32 @printf(ptr, ...)

attributes #0 = { nounwind "frame-pointer"="all" }
