; FAIL: %llvm-as-22 %s -o a.bc
; ORACLE: llvm-as-22 %s -o a.bc
define void @assumptions(ptr %p, i32 %n, i64 %m, float %f) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "align"(i32 %n, i32 8) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, float %f) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 8, float %f) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 8, i32 8, i32 8) ]
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "dereferenceable"(i32 %n, i32 1) ]
  call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %p, float %f) ]
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p, i32 1, i32 2) ]
  call void @llvm.assume(i1 true) [ "alignstack"(ptr %p, i32 %n) ]
  call void @llvm.assume(i1 true) [ "alignstack"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "dereferenceable_or_null"(ptr %p, i64 %m) ]
  call void @llvm.assume(i1 true) [ "dereferenceable_or_null"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "nonnull"() ]
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p, i32 1) ]
  call void @llvm.assume(i1 true) [ "noundef"() ]
  call void @llvm.assume(i1 true) [ "cold"(i32 1) ]
  call void @llvm.assume(i1 true) [ "unknown"(i32 1) ]
  call void @llvm.assume(i1 true) [ "separate_storage"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "separate_storage"(ptr %p, i32 %n) ]
  call void @llvm.assume(i1 true) [ "ignore"(ptr %p, i32 %n, i32 %n) ]
  call void @llvm.assume(i1 true) [ "no-jump-tables"() ]
  call void @llvm.assume(i1 true) [ "no-jump-tables"(i32 1, i32 2, i32 3) ]
  ret void
}

declare void @llvm.assume(i1)
