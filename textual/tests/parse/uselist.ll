@g = global i32 0
@h = global [3 x ptr] [ptr @g, ptr @g, ptr @f]

define i32 @f(i32 %a, i1 %c) {
entry:
  %x = add i32 %a, %a
  %y = add i32 %x, %a
  br i1 %c, label %left, label %right
left:
  store i32 %x, ptr @g
  br label %right
right:
  %z = phi i32 [ %x, %entry ], [ %y, %left ]
  ret i32 %z
  uselistorder i32 %a, { 1, 2, 0 }
  uselistorder i32 %x, { 2, 0, 1 }
  uselistorder label %right, { 1, 0 }
}

uselistorder ptr @g, { 2, 0, 1 }
