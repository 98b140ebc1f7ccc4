; RUN: %llvm-as-14 %s -o - | %llvm-dis-14 - -o -
; ORACLE: llvm-as-14 %s -o - | llvm-dis-14 - -o -
; RUN: %llvm-as-15 %s -o - | %llvm-dis-15 - -o -
; ORACLE: llvm-as-15 %s -o - | llvm-dis-15 - -o -
; Calls of the form until LLVM 6 lose their attributes when LLVM 14 makes them anew.
declare void @llvm.memset.p0i8.i32(i8* nocapture writeonly, i8, i32, i32, i1)
declare void @llvm.memcpy.p0i8.p0i8.i32(i8* nocapture writeonly, i8* nocapture readonly, i32, i32, i1)
define void @f(i8* %p, i8* %q) {
  call void @llvm.memset.p0i8.i32(i8* nonnull %p, i8 12, i32 32, i32 4, i1 false) #0
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* nonnull %p, i8* dereferenceable(4) %q, i32 4, i32 1, i1 true) #0
  ret void
}
attributes #0 = { nounwind }
