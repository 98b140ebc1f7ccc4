; ModuleID = 'uselist.bc'
source_filename = "uselist.ll"

@g = global i32 0
@h = global [3 x ptr] [ptr @g, ptr @g, ptr @f]

@i = alias i32, ptr @g

define i32 @f(i32 %x, ptr %p) {
entry:
  %a = add i32 %x, %x
  %b = mul i32 %a, %x
  %c = sub i32 %a, %b
  store i32 %a, ptr @g, align 4
  store i32 7, ptr %p, align 4
  store i32 7, ptr @g, align 4
  br i1 true, label %l, label %m

l:                                                ; preds = %entry, %m
  %d = phi i32 [ %c, %entry ], [ %e, %m ]
  br i1 false, label %m, label %n

m:                                                ; preds = %l, %entry
  %e = add i32 %a, 7
  %ee = mul i32 %e, %e
  br i1 true, label %l, label %n

n:                                                ; preds = %m, %l
  %0 = add i32 %a, 1
  %1 = add i32 %0, %0
  ret i32 %0

; uselistorder directives
  uselistorder i32 %x, { 2, 0, 1 }
  uselistorder i32 %a, { 4, 1, 0, 3, 2 }
  uselistorder label %l, { 1, 0 }
  uselistorder i32 %e, { 1, 2, 0 }
  uselistorder i32 %0, { 2, 0, 1 }
}

define void @k(i1 %c) {
  br i1 %c, label %1, label %2

1:                                                ; preds = %0
  br label %3

2:                                                ; preds = %0
  br label %3

3:                                                ; preds = %1, %2
  ret void

; uselistorder directives
  uselistorder label %3, { 1, 0 }
}

; uselistorder directives
uselistorder ptr @g, { 3, 0, 4, 2, 1 }
