; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare i32 @__gxx_personality_v0(...)
declare void @g()

define void @without_clause() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %l = landingpad { ptr, i32 }
  ret void
}

define void @of_two_types() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %next unwind label %pad
next:
  invoke void @g() to label %end unwind label %other
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
other:
  %m = landingpad { ptr, i64 } cleanup
  ret void
}

define void @without_personality() {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

define void @not_first(i32 %n) personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %x = add i32 %n, 1
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

define void @of_other_clauses(i32 %n) personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %next unwind label %pad
next:
  invoke void @g() to label %end unwind label %other
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch i32 0
  ret void
other:
  %m = landingpad { ptr, i32 } filter [1 x ptr] poison
  ret void
}

define void @resumes_another(i32 %n) personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume i32 %n
}

define void @resumes_first({ ptr, i64 } %v, i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %call, label %leave
leave:
  resume { ptr, i64 } %v
call:
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

define void @jumped_to(i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %call, label %pad
call:
  invoke void @g() to label %end unwind label %pad
end:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

define void @both_edges() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %pad unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

define void @in_the_entry_block() personality ptr @__gxx_personality_v0 {
  %l = landingpad { ptr, i32 } cleanup
  ret void
}
