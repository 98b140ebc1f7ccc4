; ModuleID = 'debug-records.bc'
source_filename = "debug-records.ll"

define i32 @f(i32 %x, ptr %p, float %y) {
entry:
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  br label %next

next:                                             ; preds = %next, %entry
  %later = phi i32 [ 1, %entry ], [ %b, %next ]
  %b = add i32 %later, 1
  %c = icmp eq i32 %b, 10
  br i1 %c, label %exit, label %next

exit:                                             ; preds = %next
  ret i32 %b
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
