; ModuleID = 'inst-terminator.bc'
source_filename = "inst-terminator.ll"

declare void @may_throw(i32)

declare i32 @__gxx_personality_v0(...)

define void @ret_void() {
  ret void
}

define { i32, ptr } @ret_struct() {
  ret { i32, ptr } { i32 1, ptr null }
}

define i32 @branches(i1 %c, i32 %x, ptr %addr) {
entry:
  br i1 %c, label %a, label %b, !prof !0

a:                                                ; preds = %entry
  br label %join

b:                                                ; preds = %entry
  br i1 true, label %join, label %join

join:                                             ; preds = %b, %b, %a
  %p = phi i32 [ 0, %a ], [ 1, %b ], [ 1, %b ]
  switch i32 %x, label %default [
    i32 0, label %one
    i32 -1, label %two
    i32 2147483647, label %one
    i32 -2147483648, label %default
  ], !prof !1

one:                                              ; preds = %ind, %ind, %join, %join
  switch i8 5, label %default [
  ]

two:                                              ; preds = %ind, %join
  switch i128 170141183460469231731687303715884105727, label %default [
    i128 -170141183460469231731687303715884105728, label %ind
    i128 18446744073709551616, label %ind
    i128 1, label %ind
  ]

ind:                                              ; preds = %two, %two, %two
  indirectbr ptr %addr, [label %one, label %two, label %join2, label %one]

join2:                                            ; preds = %ind
  indirectbr ptr null, []

default:                                          ; preds = %two, %one, %join, %join
  switch i1 %c, label %dead [
    i1 true, label %dead
    i1 false, label %out
  ]

out:                                              ; preds = %default
  ret i32 %p

dead:                                             ; preds = %default, %default
  unreachable

nopreds:                                          ; No predecessors!
  br label %nopreds2

nopreds2:                                         ; preds = %nopreds2, %nopreds
  br label %nopreds2
}

define i32 @unnamed_blocks(i1 %0) {
  br i1 %0, label %2, label %3

2:                                                ; preds = %1
  br label %4

3:                                                ; preds = %1
  br label %4

4:                                                ; preds = %3, %2
  %5 = phi i32 [ 1, %2 ], [ 2, %3 ]
  br i1 %0, label %6, label %6

6:                                                ; preds = %4, %4
  ret i32 %5

7:                                                ; No predecessors!
  unreachable

8:                                                ; preds = %8
  br label %8
}

define i32 @invokes(ptr %fn) personality ptr @__gxx_personality_v0 {
  invoke void @may_throw(i32 1)
          to label %ok unwind label %bad

ok:                                               ; preds = %0
  %r = invoke fastcc noundef i32 %fn(ptr noundef null, i8 signext 3) #0
          to label %ok2 unwind label %bad, !prof !0

ok2:                                              ; preds = %ok
  invoke void asm sideeffect unwind "call x", ""()
          to label %ok3 unwind label %bad

ok3:                                              ; preds = %ok2
  ret i32 %r

bad:                                              ; preds = %ok2, %ok, %0
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}

define i32 @callbrs(i32 %x) {
entry:
  callbr void asm sideeffect "jmp ${1:l}", "r,!i"(i32 %x)
          to label %fall [label %other]

fall:                                             ; preds = %entry
  %o = callbr i32 asm "jmp ${1:l}", "=r,!i,!i,~{memory}"()
          to label %next [label %other, label %third]

next:                                             ; preds = %fall
  callbr void asm "", ""()
          to label %third []

other:                                            ; preds = %fall, %entry
  ret i32 1

third:                                            ; preds = %next, %fall
  ret i32 2
}

define void @first_block_named_by_number() {
  br label %1

1:                                                ; preds = %0
  ret void
}

attributes #0 = { nounwind }

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4, i32 5}
