; Every fault of a text is shown where it is.
; FAIL: %bcconv --check %s
define i32 @f(i32 %a) {
  ret i64 %a
}

define void @g() {
  ret void %x
}
