; RUN: %llvm-as-22 %s -o -
; ORACLE: llvm-as-22 %s -o -
; The declaration gets its range from the table of intrinsics. It equals that of the call, and both share a group.
define i32 @f() {
  %n = call noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  ret i32 %n
}
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
