; ModuleID = 'use-lists-stated-upgrade.bc'
source_filename = "use-lists-stated-upgrade.ll"
target triple = "x86_64-unknown-linux-gnu"

define i32 @f(i32 %n, ptr %to) {
  %a = alloca [4 x i8], align 4
  %b = bitcast ptr %a to ptr
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 %n, ptr %b, align 4
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 2, i1 false)
  call void @llvm.memset.p0.i64(ptr %to, i8 1, i64 2, i1 false)
  call void @llvm.memset.p0.i64(ptr %b, i8 2, i64 2, i1 false)
  %v = load i32, ptr %b, align 4
  %w = load i32, ptr %a, align 4
  call void @llvm.lifetime.end.p0(ptr %a)
  %x = add i32 %v, %w
  ret i32 %x
}

declare void @llvm.lifetime.start.i64(i64)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #0

declare void @llvm.lifetime.end.i64(i64)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
