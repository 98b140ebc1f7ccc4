; ModuleID = 'global-unnamed.bc'
source_filename = "global-unnamed.ll"

@0 = global i32 1
@1 = private constant [2 x i8] c"x\00"
@named = global ptr @1
@2 = global ptr @6

@3 = alias i32, ptr @0

@4 = ifunc void (), ptr @5

define ptr @5() {
  ret ptr @6
}

define void @6() {
  call void @7()
  call void @4()
  ret void
}

declare void @7()
