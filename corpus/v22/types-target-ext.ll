; Target extension types with type and integer parameters; x86_amx, token, metadata and label types.
%holder = type { target("spirv.Event"), i32 }

@g = global target("spirv.DeviceEvent") zeroinitializer

declare target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @image()
declare target("made.up.type") @plain()
declare target("made.up.ints", 0, 4294967295) @ints(target("made.up.types", i32, { float, ptr }, target("inner", i8, 3)))
declare target("aarch64.svcount") @svcount()
declare void @llvm.takes.buffer(target("dx.TypedBuffer", <4 x float>, 1, 0, 0))

declare x86_amx @llvm.x86.cast.vector.to.tile.v256i32(<256 x i32>)
declare <256 x i32> @llvm.x86.cast.tile.to.vector.v256i32(x86_amx)

define <256 x i32> @amx(<256 x i32> %a) {
  %t = call x86_amx @llvm.x86.cast.vector.to.tile.v256i32(<256 x i32> %a)
  %r = call <256 x i32> @llvm.x86.cast.tile.to.vector.v256i32(x86_amx %t)
  ret <256 x i32> %r
}

define void @uses(target("spirv.Event") %e) {
  %h = alloca %holder
  %s = alloca target("spirv.Event")
  store target("spirv.Event") %e, ptr %s
  %u = freeze target("spirv.Event") zeroinitializer
  ret void
}

declare token @llvm.coro.id(i32, ptr readnone, ptr readonly, ptr)
declare void @llvm.takes.metadata(metadata, metadata)

define void @toks() presplitcoroutine {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  ret void
}
