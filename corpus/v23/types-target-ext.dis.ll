; ModuleID = 'types-target-ext.bc'
source_filename = "types-target-ext.ll"

%holder = type { target("spirv.Event"), i32 }

@g = global target("spirv.DeviceEvent") zeroinitializer

declare target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @image()

declare target("made.up.type") @plain()

declare target("made.up.ints", 0, 4294967295) @ints(target("made.up.types", i32, { float, ptr }, target("inner", i8, 3)))

declare target("aarch64.svcount") @svcount()

; Unknown intrinsic
declare void @llvm.takes.buffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0))

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare x86_amx @llvm.x86.cast.vector.to.tile.v256i32(<256 x i32>) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <256 x i32> @llvm.x86.cast.tile.to.vector.v256i32(x86_amx) #0

define <256 x i32> @amx(<256 x i32> %a) {
  %t = call x86_amx @llvm.x86.cast.vector.to.tile.v256i32(<256 x i32> %a)
  %r = call <256 x i32> @llvm.x86.cast.tile.to.vector.v256i32(x86_amx %t)
  ret <256 x i32> %r
}

define void @uses(target("spirv.Event") %e) {
  %h = alloca %holder, align 8
  %s = alloca target("spirv.Event"), align 8
  store target("spirv.Event") %e, ptr %s, align 8
  %u = freeze target("spirv.Event") zeroinitializer
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #1

; Unknown intrinsic
declare void @llvm.takes.metadata(metadata, metadata)

; Function Attrs: presplitcoroutine
define void @toks() #2 {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { presplitcoroutine }
