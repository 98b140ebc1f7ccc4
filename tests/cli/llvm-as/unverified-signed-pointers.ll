; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define i64 @signs(i64 %a, i64 %d) {
  %1 = call i64 @llvm.ptrauth.auth.with.pc.and.resign(i64 %a, i32 2, i64 %d, i64 %a, i32 0, i64 %d)
  ret i64 %1
}
declare i64 @llvm.ptrauth.auth.with.pc.and.resign(i64, i32, i64, i64, i32, i64)
