; ModuleID = 'types-struct.bc'
source_filename = "types-struct.ll"

%0 = type { i8, %1 }
%1 = type <{ i16, { i1, <{ i8 }> } }>
%opaque = type opaque
%empty = type {}
%packed_empty = type <{}>
%packed = type <{ i8, i32, %pair }>
%pair = type { i32, i64 }
%node = type { ptr, %opaqueuser, [2 x %pair] }
%opaqueuser = type { ptr, i8 }
%"quoted name" = type { i32 }
%"a\22b\\c" = type { i8 }
%dotted.name-1 = type { i16 }
%"1starts.with.digit" = type { i24 }
%unused.struct = type { i8, i8, i8 }

@a = external global %opaque                      ; [#uses=0 type=ptr]
@b = global %empty zeroinitializer                ; [#uses=0 type=ptr]
@c = global %packed_empty zeroinitializer         ; [#uses=0 type=ptr]
@d = global %packed <{ i8 1, i32 2, %pair { i32 3, i64 4 } }> ; [#uses=0 type=ptr]
@e = global %node { ptr @e, %opaqueuser { ptr null, i8 5 }, [2 x %pair] [%pair zeroinitializer, %pair { i32 -1, i64 -2 }] } ; [#uses=1 type=ptr]
@f = global %0 { i8 1, %1 <{ i16 2, { i1, <{ i8 }> } { i1 false, <{ i8 }> <{ i8 7 }> } }> } ; [#uses=0 type=ptr]
@g = global %"quoted name" { i32 9 }              ; [#uses=0 type=ptr]
@h = global %"a\22b\\c" zeroinitializer           ; [#uses=0 type=ptr]
@i = global %dotted.name-1 { i16 3 }              ; [#uses=0 type=ptr]
@j = global %"1starts.with.digit" undef           ; [#uses=0 type=ptr]
@k = global { i32, { i8, <{ i8, i64 }> } } { i32 1, { i8, <{ i8, i64 }> } { i8 2, <{ i8, i64 }> <{ i8 3, i64 4 }> } } ; [#uses=0 type=ptr]
@l = global {} zeroinitializer                    ; [#uses=0 type=ptr]

; [#uses=0]
define { i32, %pair } @f1({ i32, %pair } %x) {
  ret { i32, %pair } %x
}

; [#uses=0]
define void @use(ptr byval(%unused.struct) %p) {
  %1 = getelementptr %pair, ptr %p, i32 0, i32 1  ; [#uses=0 type=ptr]
  ret void
}
