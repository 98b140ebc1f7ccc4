; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @__CxxFrameHandler3(...)
declare void @g()
declare token @llvm.call.preallocated.setup(i32)

define void @catch_jumped_to(i1 %c) personality ptr @__CxxFrameHandler3 {
  br i1 %c, label %call, label %handler
call:
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @unwinds_to_its_catch() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind label %handler
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @jumped_to(i1 %c) personality ptr @__CxxFrameHandler3 {
  br i1 %c, label %call, label %pad
call:
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}

define void @both_edges() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %pad unwind label %pad
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}

define void @returns_into_itself() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ] to label %end unwind label %inner
inner:
  %q = cleanuppad within %p []
  br label %leave
leave:
  cleanupret from %p unwind label %inner
}

define void @entered_from_another() personality ptr @__CxxFrameHandler3 {
  %t = call token @llvm.call.preallocated.setup(i32 0)
  invoke void @g() [ "funclet"(token %t) ] to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}

define void @within_no_pad() personality ptr @__CxxFrameHandler3 {
  %t = call token @llvm.call.preallocated.setup(i32 0)
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within %t []
  invoke void @g() [ "funclet"(token %p) ] to label %end unwind label %other
other:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
}

define void @handles_its_own() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ] to label %end unwind label %pad
}

define void @enters_two() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %outer
end:
  invoke void @g() to label %done unwind label %inner
done:
  ret void
outer:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ] to label %done unwind label %inner
inner:
  %q = cleanuppad within %p []
  cleanupret from %q unwind to caller
}

define void @circle_of_pads() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %other
end:
  ret void
one:
  %p = cleanuppad within %q []
  invoke void @g() [ "funclet"(token %p) ] to label %end unwind label %other
two:
  %q = cleanuppad within %p []
  unreachable
other:
  %r = cleanuppad within none []
  cleanupret from %r unwind to caller
}

define void @within_itself() personality ptr @__CxxFrameHandler3 {
  ret void
pad:
  %p = cleanuppad within %p []
  cleanupret from %p unwind to caller
}

define void @used_otherwise() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  %f = freeze token %p
  cleanupret from %p unwind to caller
}

define void @leaves_to_two() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ] to label %next unwind label %other
next:
  cleanupret from %p unwind to caller
other:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
}

define void @leaves_otherwise_than_its_switch() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s []
  invoke void @g() [ "funclet"(token %p) ] to label %next unwind label %other
next:
  catchret from %p to label %end
other:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
}

define void @leaves_to_each_other() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %one
end:
  ret void
one:
  %p = cleanuppad within none []
  cleanupret from %p unwind label %two
two:
  %q = cleanuppad within none []
  cleanupret from %q unwind label %one
}

define void @leaves_in_a_circle() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %one
end:
  ret void
one:
  %p = cleanuppad within none []
  invoke void @g() [ "funclet"(token %p) ] to label %more unwind label %two
more:
  unreachable
two:
  %s = catchswitch within none [label %handler] unwind label %three
handler:
  %c = catchpad within %s []
  catchret from %c to label %end
three:
  %q = cleanuppad within none []
  cleanupret from %q unwind label %one
}

define void @cleanup_within_a_catch() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind label %other
handler:
  %p = catchpad within %s []
  invoke void @g() [ "funclet"(token %p) ] to label %next unwind label %inner
next:
  catchret from %p to label %end
inner:
  %i = cleanuppad within %p []
  cleanupret from %i unwind to caller
other:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
}
