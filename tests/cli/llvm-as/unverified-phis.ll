; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define i32 @too-many(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %a ], [ 3, %a ]
  ret i32 %p
}
define i32 @too-few(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ]
  ret i32 %p
}
define i32 @different(i1 %c) {
entry:
  br i1 %c, label %b, label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %entry ]
  ret i32 %p
}
define i32 @wrong(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %b ]
  ret i32 %p
}
define i32 @no-predecessors() {
  ret i32 0
b:
  %p = phi i32 [ 1, %b ]
  ret i32 %p
}
define i32 @second(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %a ]
  %q = phi i32 [ 1, %entry ], [ 2, %b ]
  %r = phi i32 [ 1, %entry ]
  ret i32 %p
}
