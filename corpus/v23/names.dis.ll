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
@.str = private constant [1 x i8] zeroinitializer
@"new\0Aline\09tab" = global i32 0
@"?odd@@YAXXZ" = global i32 0
@"a,b(c)" = global i32 0
@declare = global i32 0
@i32 = global i32 0

@"alias@" = alias i32, ptr @0

define i32 @"function name"(i32 %0, i32 %named, i32 %"odd name", i32 %1) {
  %3 = add i32 %0, %1
  %"x y" = add i32 %3, %named
  %"7seven" = add i32 %"x y", %"odd name"
  br label %"block name"

"block name":                                     ; preds = %2
  %4 = add i32 %"7seven", 1
  br label %5

5:                                                ; preds = %"block name"
  br label %"9lives"

"9lives":                                         ; preds = %5
  br label %"plain.label-1$x"

"plain.label-1$x":                                ; preds = %"9lives"
  br label %"\C3\BC"

"\C3\BC":                                         ; preds = %"plain.label-1$x"
  %.dot = add i32 %4, 0
  %_under = add i32 %.dot, 0
  %i32 = add i32 %_under, 0
  %-minus = add i32 %i32, 0
  ret i32 %-minus
}

define void @2() {
  ret void
}

define private void @3(ptr %0, ptr %1) {
  call void @2()
  ret void
}
