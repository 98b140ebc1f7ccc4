target triple = "x86_64-unknown-linux-gnu"

$f = comdat any

@table = constant [1 x ptr] [ptr blockaddress(@f, %next)]

; Function Attrs: noinline
define linkonce_odr hidden noundef i32 @f(i32 %n, ptr nonnull %callee, ...) unnamed_addr #0 section "sec" comdat align 16 gc "statepoint-example" prefix i64 ptrtoint (ptr @f to i64) prologue i32 7 personality ptr @personality !prof !1 !type !2 !own !3 {
entry:
  %slot = alloca ptr, align 8
  store ptr blockaddress(@f, %next), ptr %slot, align 8
  store i64 ptrtoint (ptr blockaddress(@f, %next) to i64), ptr %slot, align 8
  store [2 x ptr] [ptr blockaddress(@f, %done), ptr @f], ptr %slot, align 8
  indirectbr ptr blockaddress(@f, %loop), [label %loop, label %next, label %done]

loop:                                             ; preds = %next, %entry
  %i = phi i32 [ 0, %entry ], [ %sum, %next ]
  %value = load i32, ptr %slot, align 4, !alias.scope !4, !noalias !7, !llvm.access.group !9, !own !10
  %register = call i64 @llvm.read_register.i64(metadata !11)
  call void @llvm.experimental.noalias.scope.decl(metadata !4)
  %made = invoke fastcc i32 %callee(i32 signext %n) #3 [ "deopt"(ptr @f, i32 %i) ]
          to label %next unwind label %caught

next:                                             ; preds = %loop, %entry
  %0 = phi i32 [ %made, %loop ], [ 1, %entry ]
  %sum = add nuw i32 %0, %n
  %less = icmp slt i32 %sum, %n
  br i1 %less, label %loop, label %done, !llvm.loop !12

caught:                                           ; preds = %loop
  %pad = landingpad { ptr, i32 }
          catch ptr @table
  %1 = call i32 (i32, ptr, ...) @f(i32 %i, ptr %callee, i8 1)
  br label %done

done:                                             ; preds = %caught, %next, %entry
  ret i32 %n
}

declare i32 @personality(...)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
declare i64 @llvm.read_register.i64(metadata) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #2

attributes #0 = { noinline }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(read) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { cold }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{!"function_entry_count", i64 7}
!2 = !{i64 0, !"ty"}
!3 = distinct !{!"x"}
!4 = !{!5}
!5 = distinct !{!5, !6, !"scope"}
!6 = distinct !{!6, !"domain"}
!7 = !{!8}
!8 = distinct !{!8, !6}
!9 = distinct !{}
!10 = distinct !{!"y", !10, ptr @f}
!11 = !{!"rsp"}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.parallel_accesses", !9}
