; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
; Old calls are upgraded although their types are not those of the declarations.
define i32 @f(ptr %p, float %x) {
  %a = call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p, float %x)
  %b = call i32 @llvm.ctlz.i32.p0(i32 7)
  %c = call i32 @llvm.cttz.i32.p0(i32 7, i1 true)
  %d = call i32 @llvm.cttz.i32.p0(i32 7)
  ret i32 %d
}
declare i32 @llvm.nvvm.atomic.load.add.f32.p0(ptr, float)
declare i32 @llvm.ctlz.i32.p0(i32, i1 immarg)
declare i32 @llvm.cttz.i32.p0(i32, i1 immarg)
