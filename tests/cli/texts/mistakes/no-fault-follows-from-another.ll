; A fault leads to no other: what it leaves undefined is known.
; FAIL: %bcconv --check %s
@table = global [2 x i32] [i32 1, i64 2]
%pair = type { i32, int }
@p = global ptr @missing

define i32 @compute(i32 %a) nounwnd {
  ret i32 %a
}

define i32 @f(ptr %p) {
  %a = load i32, ptr @table
  %b = getelementptr %pair, ptr %p, i32 0, i32 1
  %c = load %pair, ptr %p
  %d = call i32 @compute(i32 %a)
  %e = load %unknown, ptr %p
  %f = getelementptr %unknown, ptr %p, i32 0, i32 1
  store %unknown %e, ptr %f
  %g = icmp equ i32 %a, %d
  br i1 %g, label %x, label %y

x:
  %h = phi i32 [ %z, %f ], [ 0, %y ]
  br lable %y

y:
  ret i32 %h
}
