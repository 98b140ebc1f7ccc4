; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @no_callbr(i32 %a) {
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %a)
  ret void
}

define void @two_predecessors(i32 %a, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  %x = callbr i32 asm "", "=r,!i"() to label %normal [label %pad]
right:
  br label %pad
pad:
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
normal:
  ret void
}

define void @predecessor_of_another_kind() {
entry:
  %x = callbr i32 asm "", "=r,!i"() to label %normal [label %pad]
pad:
  ret void
normal:
  br label %next
next:
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
}

define void @other_destination() {
entry:
  %x = callbr i32 asm "", "=r,!i"() to label %normal [label %pad]
pad:
  ret void
normal:
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
}

define void @not_first(i32 %a) {
entry:
  %x = callbr i32 asm "", "=r,!i"() to label %normal [label %pad]
pad:
  %y = add i32 %a, 1
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
normal:
  ret void
}

define void @callbr_of_another() {
entry:
  %x = callbr i32 asm "", "=r,!i"() to label %normal [label %pad]
normal:
  %z = callbr i32 asm "", "=r,!i"() to label %end [label %more]
more:
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
pad:
  ret void
end:
  ret void
}

define void @normal_and_indirect() {
entry:
  %x = callbr i32 asm "", "=r,!i"() to label %pad [label %pad]
pad:
  %1 = call i32 @llvm.callbr.landingpad.i32(i32 %x)
  ret void
}

declare i32 @llvm.callbr.landingpad.i32(i32)
