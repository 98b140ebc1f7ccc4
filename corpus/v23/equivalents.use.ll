; ModuleID = 'equivalents.bc'
source_filename = "equivalents.ll"

define ptr @early(ptr %p, i1 %c) {
  store ptr dso_local_equivalent @callee, ptr %p, align 8
  %a = select i1 %c, ptr dso_local_equivalent @callee, ptr dso_local_equivalent @other
  %v = insertelement <3 x ptr> <ptr dso_local_equivalent @callee, ptr dso_local_equivalent @callee, ptr null>, ptr %a, i32 2
  store <3 x ptr> %v, ptr %p, align 32
  ret ptr %a
}

declare void @callee(ptr)

define ptr @late(ptr %p, i1 %c) {
  %a = select i1 %c, ptr dso_local_equivalent @callee, ptr dso_local_equivalent @callee
  store ptr dso_local_equivalent @callee, ptr %p, align 8
  store ptr dso_local_equivalent @other, ptr %p, align 8
  store ptr @callee, ptr %p, align 8
  ret ptr %a
}

declare void @other(ptr)

; uselistorder directives
uselistorder ptr dso_local_equivalent @callee, { 4, 5, 6, 2, 3, 1, 0 }
uselistorder ptr dso_local_equivalent @other, { 1, 0 }
