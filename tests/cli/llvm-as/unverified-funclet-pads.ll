; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @__CxxFrameHandler3(...)
declare void @g()

define void @catch_without_personality() {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @cleanup_without_personality() {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}

define void @switch_without_personality() {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  ret void
}

define void @catch_not_first(i32 %n) personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %x = add i32 %n, 1
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @cleanup_not_first(i32 %n) personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %x = add i32 %n, 1
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}

define void @switch_not_first(i32 %n) personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %x = add i32 %n, 1
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @arguments(i32 %n) personality ptr @__CxxFrameHandler3 {
  %a = alloca i32
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s [ptr %a, i32 1, i32 %n, ptr @g]
  catchret from %p to label %end
}

define void @argument_made(i32 %n) personality ptr @__CxxFrameHandler3 {
  %a = getelementptr i8, ptr null, i32 %n
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s [ptr %a]
  catchret from %p to label %end
}

define void @cleanup_within_another() personality ptr @__CxxFrameHandler3 {
  %t = call token @llvm.call.preallocated.setup(i32 0)
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within %t []
  cleanupret from %p unwind to caller
}

define void @switch_within_another() personality ptr @__CxxFrameHandler3 {
  %t = call token @llvm.call.preallocated.setup(i32 0)
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within %t [label %handler] unwind to caller
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @catch_within_another() personality ptr @__CxxFrameHandler3 {
  %t = call token @llvm.call.preallocated.setup(i32 0)
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = catchpad within %t []
  catchret from %p to label %end
}

define void @catch_within_a_cleanup() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  br label %next
next:
  %q = catchpad within %p []
  catchret from %q to label %end
}

define void @switch_unwinds_to_no_pad() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind label %end
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
}

define void @switch_unwinds_to_a_landing_pad() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind label %pad
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

define void @handler_of_another_kind() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler, label %other] unwind to caller
handler:
  %p = catchpad within %s []
  catchret from %p to label %end
other:
  ret void
}

define void @returns_from_others() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  catchret from %p to label %end
}

define void @returns_from_a_catch() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %dispatch
end:
  ret void
dispatch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %s []
  cleanupret from %p unwind to caller
}

define void @returns_to_no_pad() personality ptr @__CxxFrameHandler3 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind label %end
}

declare token @llvm.call.preallocated.setup(i32)
