; ModuleID = 'names.bc'
source_filename = "names.ll"

@0 = global i32 0
@1 = global ptr @0
@plain = global i32 0
@"with space" = global i32 0
@"quote\22inside" = global i32 0
@"back\\slash" = global i32 0
@"\01mangled_off" = global i32 0
@"non\C3\A9ascii" = global i32 0
@"\FF\FE" = global i32 0
@"1digit_first" = global i32 0
@"42" = global i32 0
@-dash = global i32 0
@dash-in-the-middle = global i32 0
@"$dollar.dot_under" = global i32 0
@2 = private constant [1 x i8] zeroinitializer
@"new\0Aline\09tab" = global i32 0
@"?odd@@YAXXZ" = global i32 0
@"a,b(c)" = global i32 0
@declare = global i32 0
@i32 = global i32 0

@"alias@" = alias i32, ptr @0

define i32 @"function name"(i32 %0, i32 %1, i32 %2, i32 %3) {
  %5 = add i32 %0, %3
  %6 = add i32 %5, %1
  %7 = add i32 %6, %2
  br label %8

8:                                                ; preds = %4
  %9 = add i32 %7, 1
  br label %10

10:                                               ; preds = %8
  br label %11

11:                                               ; preds = %10
  br label %12

12:                                               ; preds = %11
  br label %13

13:                                               ; preds = %12
  %14 = add i32 %9, 0
  %15 = add i32 %14, 0
  %16 = add i32 %15, 0
  %17 = add i32 %16, 0
  ret i32 %17
}

define void @3() {
  ret void
}

define private void @4(ptr %0, ptr %1) {
  call void @3()
  ret void
}
