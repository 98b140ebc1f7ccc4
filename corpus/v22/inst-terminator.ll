; ret, br, switch, indirectbr, invoke, callbr, unreachable, and the comments that name predecessors.
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

a:
  br label %join

b:
  br i1 true, label %join, label %join

join:
  %p = phi i32 [ 0, %a ], [ 1, %b ], [ 1, %b ]
  switch i32 %x, label %default [
    i32 0, label %one
    i32 -1, label %two
    i32 2147483647, label %one
    i32 -2147483648, label %default
  ], !prof !1

one:
  switch i8 5, label %default [
  ]

two:
  switch i128 170141183460469231731687303715884105727, label %default [
    i128 -170141183460469231731687303715884105728, label %ind
    i128 18446744073709551616, label %ind
    i128 1, label %ind
  ]

ind:
  indirectbr ptr %addr, [label %one, label %two, label %join2, label %one]

join2:
  indirectbr ptr null, []

default:
  switch i1 %c, label %dead [
    i1 true, label %dead
    i1 false, label %out
  ]

out:
  ret i32 %p

dead:
  unreachable

nopreds:
  br label %nopreds2

nopreds2:
  br label %nopreds2
}

define i32 @unnamed_blocks(i1 %0) {
  br i1 %0, label %2, label %3

2:
  br label %4

3:
  br label %4

4:
  %5 = phi i32 [ 1, %2 ], [ 2, %3 ]
  br i1 %0, label %6, label %6

6:
  ret i32 %5

7:
  unreachable

8:
  br label %8
}

define i32 @invokes(ptr %fn) personality ptr @__gxx_personality_v0 {
  invoke void @may_throw(i32 1)
          to label %ok unwind label %bad

ok:
  %r = invoke fastcc noundef i32 %fn(ptr noundef null, i8 signext 3) nounwind
          to label %ok2 unwind label %bad, !prof !0

ok2:
  invoke void asm sideeffect unwind "call x", ""()
          to label %ok3 unwind label %bad

ok3:
  ret i32 %r

bad:
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}

define i32 @callbrs(i32 %x) {
entry:
  callbr void asm sideeffect "jmp ${1:l}", "r,!i"(i32 %x)
          to label %fall [label %other]

fall:
  %o = callbr i32 asm "jmp ${1:l}", "=r,!i,!i,~{memory}"()
          to label %next [label %other, label %third]

next:
  callbr void asm "", ""()
          to label %third []

other:
  ret i32 1

third:
  ret i32 2
}

define void @first_block_named_by_number() {
1:
  br label %2

2:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4, i32 5}
