; ModuleID = 'function-bodies.bc'
source_filename = "function-bodies.ll"

define void @empty_return() {
  ret void
}

define i32 @numbers(i32 %0, i32 %x, i32 %1) {
  %3 = add i32 %0, %1
  call void @empty_return()
  %4 = add i32 %3, %x
  %named = add i32 %4, 1
  %5 = add i32 %named, %3
  ret i32 %5
}

define i32 @forward(i1 %c) {
  br i1 %c, label %second, label %third

first:                                            ; preds = %third
  %a = add i32 %b, 1
  br label %second

second:                                           ; preds = %first, %0
  %p = phi i32 [ 0, %0 ], [ %a, %first ]
  ret i32 %p

third:                                            ; preds = %0
  %b = add i32 1, 2
  br label %first
}

define i64 @wide_relative(i64 %a) {
  %1 = add i64 %a, 1
  %2 = add i64 %1, %a
  %3 = xor i64 %2, -1
  %4 = icmp eq i64 %3, 1152921504606846976
  %5 = select i1 %4, i64 %a, i64 -9223372036854775808
  ret i64 %5
}

define internal void @self() {
entry:
  call void @self()
  tail call void @after()
  ret void
}

define void @after() {
  call void @self()
  ret void
}

define void @"last one"() {
  %p = alloca i8, align 1
  %1 = alloca i8, align 1
  %"q r" = load i8, ptr %p, align 1
  store i8 %"q r", ptr %1, align 1
  unreachable
}
