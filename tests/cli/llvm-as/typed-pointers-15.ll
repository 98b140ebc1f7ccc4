; RUN: %llvm-as-15 %s -o a.bc
; ORACLE: llvm-as-15 %s -o a.bc
; RUN: %llvm-dis-15 a.bc -o -
; ORACLE: llvm-dis-15 a.bc -o -
; LLVM 15 keeps typed pointers as they are, although it has opaque ones.
%node = type { %node*, i8* }
@list = global %node* null
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i1)
define i8* @f(%node** %p, i8* byval(i8) %q) {
  %n = load %node*, %node** %p
  %s = getelementptr %node, %node* %n, i32 0, i32 1
  %v = load i8*, i8** %s
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %v, i8* %q, i32 4, i1 false)
  ret i8* %v
}
