; ModuleID = 'const-symbols.bc'
source_filename = "const-symbols.ll"

@ba = global [2 x ptr] [ptr blockaddress(@labels, %one), ptr blockaddress(@labels, %1)]
@eq = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @ext to i64), i64 ptrtoint (ptr @eq to i64)) to i32)
@nc = global ptr no_cfi @ext
@pa0 = global ptr ptrauth (ptr @ext, i32 0)
@pa1 = global ptr ptrauth (ptr @ext, i32 1, i64 1234)
@pa2 = global ptr ptrauth (ptr @ext, i32 2, i64 65535, ptr @pa2)
@pa3 = global ptr ptrauth (ptr @data, i32 3, i64 0, ptr inttoptr (i64 3 to ptr))
@pa4 = global ptr ptrauth (ptr @data, i32 3, i64 1, ptr null, ptr @ext)
@data = global i32 0
@fn = global ptr @labels
@alias_of = global ptr @al

@al = alias i32, ptr @data

declare void @ext()

define ptr @labels(i1 %c) {
  br i1 %c, label %one, label %1

one:                                              ; preds = %0
  ret ptr blockaddress(@labels, %one)

1:                                                ; preds = %0
  ret ptr blockaddress(@later, %there)
}

define void @later() {
  br label %there

there:                                            ; preds = %0
  %p = phi ptr [ null, %0 ]
  indirectbr ptr blockaddress(@later, %again), [label %again]

again:                                            ; preds = %there
  ret void
}
