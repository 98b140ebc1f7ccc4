; ModuleID = 'alias-ifunc.bc'
source_filename = "alias-ifunc.ll"

@var = global { i32, [4 x i8] } zeroinitializer   ; [#uses=16 type=ptr]
@tls = thread_local global i32 0                  ; [#uses=2 type=ptr]
@far = addrspace(1) global i32 0                  ; [#uses=2 type=ptr addrspace(1)]

@a0 = alias { i32, [4 x i8] }, ptr @var           ; [#uses=1 type=ptr]
@a1 = internal alias i32, ptr @var                ; [#uses=0 type=ptr]
@a2 = private alias i32, ptr @var                 ; [#uses=0 type=ptr]
@a3 = weak alias i32, ptr @var                    ; [#uses=0 type=ptr]
@a4 = weak_odr alias i32, ptr @var                ; [#uses=0 type=ptr]
@a5 = linkonce alias i32, ptr @var                ; [#uses=0 type=ptr]
@a6 = linkonce_odr alias i32, ptr @var            ; [#uses=0 type=ptr]
@a7 = hidden alias i32, ptr @var                  ; [#uses=0 type=ptr]
@a8 = protected alias i32, ptr @var               ; [#uses=0 type=ptr]
@a9 = dllexport alias i32, ptr @var               ; [#uses=0 type=ptr]
@a10 = dso_local alias i32, ptr @var              ; [#uses=0 type=ptr]
@a11 = thread_local alias i32, ptr @tls           ; [#uses=0 type=ptr]
@a12 = thread_local(initialexec) alias i32, ptr @tls ; [#uses=0 type=ptr]
@a13 = unnamed_addr alias i32, ptr @var           ; [#uses=0 type=ptr]
@a14 = local_unnamed_addr alias i32, ptr @var     ; [#uses=0 type=ptr]
@a15 = alias i8, getelementptr inbounds ({ i32, [4 x i8] }, ptr @var, i32 0, i32 1, i64 2) ; [#uses=0 type=ptr]
@a16 = alias i32, addrspacecast (ptr addrspace(1) @far to ptr) ; [#uses=0 type=ptr]
@a17 = alias i32, ptr addrspace(1) @far           ; [#uses=0 type=ptr addrspace(1)]
@a18 = alias void (i32, ...), ptr @fn             ; [#uses=0 type=ptr]
@a19 = alias i32, ptr @a0                         ; [#uses=0 type=ptr]
@a20 = alias i32, ptr @var, partition "part"      ; [#uses=0 type=ptr]
@a21 = alias i64, inttoptr (i64 add (i64 ptrtoint (ptr @var to i64), i64 4) to ptr) ; [#uses=0 type=ptr]
@i_alias = alias ptr (), ptr @resolver            ; [#uses=1 type=ptr]

@i0 = ifunc void (i32), ptr @resolver             ; [#uses=0 type=ptr]
@i1 = internal ifunc void (i32), ptr @resolver    ; [#uses=0 type=ptr]
@i2 = hidden ifunc i32 (...), ptr @resolver       ; [#uses=0 type=ptr]
@i3 = weak_odr protected ifunc void (), ptr @resolver ; [#uses=0 type=ptr]
@i4 = ifunc void (), ptr @resolver, partition "part" ; [#uses=0 type=ptr]
@i5 = ifunc void (), ptr @i_alias                 ; [#uses=0 type=ptr]

; [#uses=2]
define void @fn(i32 %x, ...) {
  ret void
}

; [#uses=6]
define ptr @resolver() {
  ret ptr @fn
}
