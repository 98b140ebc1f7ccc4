; ModuleID = 'use-lists-upgrade.bc'
source_filename = "use-lists-upgrade.ll"

define <4 x i32> @anew(ptr %p, <4 x i1> %m, <4 x i32> %v) {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  store i32 1, ptr %a, align 4
  %x = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> %v)
  %y = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> %x)
  %z = add <4 x i32> %x, %y
  %w = mul <4 x i32> %x, %z
  %q = load <4 x i32>, ptr %p, align 16
  call void @llvm.lifetime.end.p0(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret <4 x i32> %w
}

define ptr @renamed(ptr %p) {
  %a = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %b = call ptr @llvm.launder.invariant.group.p0(ptr %a)
  %c = call ptr @llvm.launder.invariant.group.p0(ptr %b)
  %d = call ptr @llvm.strip.invariant.group.p0(ptr %c)
  %e = call ptr @llvm.strip.invariant.group.p0(ptr %d)
  %f = call ptr @llvm.strip.invariant.group.p0(ptr %e)
  ret ptr %f
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite)
declare ptr @llvm.launder.invariant.group.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.strip.invariant.group.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr captures(none), <4 x i1>, <4 x i32>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(inaccessiblemem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
