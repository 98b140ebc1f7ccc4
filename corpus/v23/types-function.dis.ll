; ModuleID = 'types-function.bc'
source_filename = "types-function.ll"

declare i32 @printf(ptr, ...)

declare void @only_dots(...)

declare void @many(i1, i8, i16, i32, i64, i128, half, float, double, ptr, [2 x i8], { i8, i8 }, <2 x i8>)

define void @calls(ptr %fn) {
  %1 = call i32 (ptr, ...) @printf(ptr %fn)
  %2 = call i32 (ptr, ...) @printf(ptr %fn, i32 1, double 2.500000e+00, ptr null)
  call void (...) @only_dots()
  call void (...) @only_dots(i8 1, { i8, i8 } { i8 1, i8 2 })
  call void %fn()
  %3 = call i32 %fn(i32 1, ptr %fn)
  %4 = call { i32, ptr } %fn(i64 1)
  call void @only_dots(i32 3)
  %5 = call float @printf(i32 1)
  call void (i32, ...) %fn(i32 1, i32 2)
  ret void
}
