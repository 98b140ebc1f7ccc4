define i32* @f(i32* %p) {
  ret i32* %p
}
