; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f() personality ptr null {
  %p = landingpad { ptr, i32 } filter [1 x i32] undef
  ret void
}
define void @g() personality ptr null {
  %p = landingpad { ptr, i32 } filter [1 x i32] poison
  ret void
}
define void @h() personality ptr null {
  %p = landingpad { ptr, i32 } filter [1 x i32] zeroinitializer
  ret void
}
@gg = global [1 x i32] zeroinitializer
