; Orders that a text states for values whose uses are upgraded: by calls that get another callee, by calls that are made anew, and by calls
; that use something else then.
source_filename = "use-lists-stated-upgrade.ll"
target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %n, ptr %to) {
  %a = alloca [4 x i8], align 4
  %b = bitcast ptr %a to ptr
  call void @llvm.lifetime.start.p0i8(i64 4, ptr %b)
  store i32 %n, ptr %b, align 4
  call void @llvm.memset.p0i8.i64(ptr %a, i8 0, i64 2, i1 false)
  call void @llvm.memset.p0i8.i64(ptr %to, i8 1, i64 2, i1 false)
  call void @llvm.memset.p0i8.i64(ptr %b, i8 2, i64 2, i1 false)
  %v = load i32, ptr %b, align 4
  %w = load i32, ptr %a, align 4
  call void @llvm.lifetime.end.p0i8(i64 4, ptr %b)
  %x = add i32 %v, %w
  ret i32 %x

; uselistorder directives
  uselistorder ptr %a, { 1, 2, 0 }
  uselistorder ptr %b, { 2, 1, 0, 4, 3 }
}

declare void @llvm.lifetime.start.p0i8(i64, ptr)
declare void @llvm.lifetime.end.p0i8(i64, ptr)
declare void @llvm.memset.p0i8.i64(ptr, i8, i64, i1)

; uselistorder directives
uselistorder ptr @llvm.memset.p0i8.i64, { 1, 2, 0 }
