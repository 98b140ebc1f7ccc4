; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
; Attributes of calls are numbered when something with a number is printed of their function.
declare void @g(i32)
declare void @range() vscale_range(0)
declare void @ranges() nounwind
define void @nothing_is_printed() {
  call void @g(i32 0) allockind("alloc,zeroed,uninitialized")
  ret void
}
define void @nothing_with_a_number_is_printed(ptr %p) {
  call void @g(i32 0) noinline
  store atomic i8 0, ptr %p release, align 1
  store atomic i24 0, ptr %p release, align 4
  ret void
}
define void @second(ptr %p) {
  call void @g(i32 1) cold
  call void @g(i32 zeroext signext 1) nounwind
  call void @g(i32 zeroext signext 1) convergent
  call void @g(i32 zeroext signext 1) vscale_range(0)
  ret void
}
define void @first_of_those_before(i32 %x, i32) {
  %a = load atomic i24, ptr null acquire, align 4
  %b = add i32 %x, %0
  call void @g(i32 zeroext signext %b) convergent
  call void @g(i32 zeroext signext %0) noinline
  call void @g(i32 zeroext signext %0) willreturn
  ret void
}
define void @quoted(ptr %"%0") {
  call void @g(i32 0) nosync
  store atomic i24 0, ptr %"%0" release, align 4
  ret void
}
define void @last() {
  call void @g(i32 zeroext signext 2) nofree
  call void @g(i32 zeroext signext 2) nosync
  ret void
}
