; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @own_value(i32 %a) {
  %x = add i32 %x, 1
  ret void
}
define void @late_phi(i32 %n) {
  br label %next
next:
  %x = add i32 %n, 1
  %p = phi i32 [ 0, %0 ]
  ret void
}
define void @phi_of_tokens() {
  br label %next
next:
  %1 = phi token [ none, %0 ]
  ret void
}
define void @two_values(i1 %c) {
  br i1 %c, label %left, label %right
left:
  br label %next
right:
  br label %next
next:
  %x = phi i32 [ 70, %left ], [ 71, %left ]
  ret void
}
define void @no_predecessor(i1 %c) {
entry:
  br i1 %c, label %right, label %left
left:
  br label %next
right:
  br label %next
next:
  %x = phi i32 [ 0, %entry ], [ 1, %entry ]
  ret void
}
define void @one_predecessor(i1 %c) {
  br i1 %c, label %right, label %left
left:
  br label %next
right:
  br label %next
next:
  %x = phi i32 [ 0, %left ], [ 1, %left ]
  ret void
}
define void @metadata(metadata %m) { ret void }
define void @tile(x86_amx %t) { ret void }
declare void @declared_metadata(metadata)
declare token @token()
declare void @declared() personality ptr @tile
define void @too_few(i1 %c) {
  br i1 %c, label %left, label %next
left:
  br label %next
next:
  %x = phi i32 [ 0, %left ]
  ret void
}
