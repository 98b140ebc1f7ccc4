; Constants that name symbols: blockaddress, dso_local_equivalent, no_cfi, ptrauth, and functions as values.
@ba = global [2 x ptr] [ptr blockaddress(@labels, %one), ptr blockaddress(@labels, %2)]
@eq = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @ext to i64), i64 ptrtoint (ptr @eq to i64)) to i32)
@nc = global ptr no_cfi @ext
@pa0 = global ptr ptrauth (ptr @ext, i32 0)
@pa1 = global ptr ptrauth (ptr @ext, i32 1, i64 1234)
@pa2 = global ptr ptrauth (ptr @ext, i32 2, i64 65535, ptr @pa2)
@pa3 = global ptr ptrauth (ptr @data, i32 3, i64 0, ptr inttoptr (i64 3 to ptr))
@pa4 = global ptr ptrauth (ptr @data, i32 3, i64 1, ptr null, ptr @ext)
@data = global i32 0
@fn = global ptr @labels
@al = alias i32, ptr @data
@alias_of = global ptr @al

declare void @ext()

define ptr @labels(i1 %c) {
  br i1 %c, label %one, label %2

one:
  ret ptr blockaddress(@labels, %one)

2:
  ret ptr blockaddress(@later, %there)
}

define void @later() {
  br label %there

there:
  %p = phi ptr [ null, %0 ]
  indirectbr ptr blockaddress(@later, %again), [label %again]

again:
  ret void
}
