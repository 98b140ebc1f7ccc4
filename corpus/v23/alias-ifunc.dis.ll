; ModuleID = 'alias-ifunc.bc'
source_filename = "alias-ifunc.ll"

@var = global { i32, [4 x i8] } zeroinitializer
@tls = thread_local global i32 0
@far = addrspace(1) global i32 0

@a0 = alias { i32, [4 x i8] }, ptr @var
@a1 = internal alias i32, ptr @var
@a2 = private alias i32, ptr @var
@a3 = weak alias i32, ptr @var
@a4 = weak_odr alias i32, ptr @var
@a5 = linkonce alias i32, ptr @var
@a6 = linkonce_odr alias i32, ptr @var
@a7 = hidden alias i32, ptr @var
@a8 = protected alias i32, ptr @var
@a9 = dllexport alias i32, ptr @var
@a10 = dso_local alias i32, ptr @var
@a11 = thread_local alias i32, ptr @tls
@a12 = thread_local(initialexec) alias i32, ptr @tls
@a13 = unnamed_addr alias i32, ptr @var
@a14 = local_unnamed_addr alias i32, ptr @var
@a15 = alias i8, getelementptr inbounds ({ i32, [4 x i8] }, ptr @var, i32 0, i32 1, i64 2)
@a16 = alias i32, addrspacecast (ptr addrspace(1) @far to ptr)
@a17 = alias i32, ptr addrspace(1) @far
@a18 = alias void (i32, ...), ptr @fn
@a19 = alias i32, ptr @a0
@a20 = alias i32, ptr @var, partition "part"
@a21 = alias i64, inttoptr (i64 add (i64 ptrtoint (ptr @var to i64), i64 4) to ptr)
@i_alias = alias ptr (), ptr @resolver

@i0 = ifunc void (i32), ptr @resolver
@i1 = internal ifunc void (i32), ptr @resolver
@i2 = hidden ifunc i32 (...), ptr @resolver
@i3 = weak_odr protected ifunc void (), ptr @resolver
@i4 = ifunc void (), ptr @resolver, partition "part"
@i5 = ifunc void (), ptr @i_alias

define void @fn(i32 %x, ...) {
  ret void
}

define ptr @resolver() {
  ret ptr @fn
}
