; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @llvm.call.preallocated.teardown(token)
declare void @takes(ptr preallocated(i32))
declare void @takes_two(ptr preallocated(i32), ptr preallocated(i32))
declare void @takes_plain(ptr)
declare void @takes_token(...)

define void @count_unknown(i32 %n) {
  %t = call token @llvm.call.preallocated.setup(i32 %n)
  ret void
}

define void @used_by_a_pad() personality ptr @personality {
entry:
  %t = call token @llvm.call.preallocated.setup(i32 1)
  invoke void @takes_plain(ptr null) to label %next unwind label %pad
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
next:
  ret void
}

define void @index_unknown(i32 %n) {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 %n) preallocated(i32)
  ret void
}

define void @index_too_large() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 1) preallocated(i32)
  ret void
}

define void @index_negative() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 -1) preallocated(i32)
  ret void
}

define void @two_calls() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @takes(ptr preallocated(i32) %a) ["preallocated"(token %t)]
  call void @takes(ptr preallocated(i32) %a) ["preallocated"(token %t)]
  ret void
}

define void @passes_none() {
  %t = call token @llvm.call.preallocated.setup(i32 0)
  call void @takes_plain(ptr null) ["preallocated"(token %t)]
  ret void
}

define void @passes_fewer() {
  %t = call token @llvm.call.preallocated.setup(i32 2)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @takes(ptr preallocated(i32) %a) ["preallocated"(token %t)]
  ret void
}

define void @other_bundle() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @takes(ptr preallocated(i32) %a) ["some"(token %t)]
  ret void
}

define void @other_token() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %u = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @takes(ptr preallocated(i32) %a) ["some"(token %t), "preallocated"(token %u)]
  ret void
}

define void @two_bundles() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  call void @takes(ptr preallocated(i32) %a) ["preallocated"(token %t), "preallocated"(token %t)]
  ret void
}

define void @without_setup() {
  %a = call ptr @llvm.call.preallocated.arg(token none, i32 0) preallocated(i32)
  call void @llvm.call.preallocated.teardown(token none)
  ret void
}

define void @without_type() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr @llvm.call.preallocated.arg(token %t, i32 0)
  call void @takes(ptr preallocated(i32) %a) ["preallocated"(token %t)]
  ret void
}


define void @frozen() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = freeze token %t
  ret void
}

declare void @personality()
