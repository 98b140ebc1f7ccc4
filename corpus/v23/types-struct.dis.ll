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

@a = external global %opaque
@b = global %empty zeroinitializer
@c = global %packed_empty zeroinitializer
@d = global %packed <{ i8 1, i32 2, %pair { i32 3, i64 4 } }>
@e = global %node { ptr @e, %opaqueuser { ptr null, i8 5 }, [2 x %pair] [%pair zeroinitializer, %pair { i32 -1, i64 -2 }] }
@f = global %0 { i8 1, %1 <{ i16 2, { i1, <{ i8 }> } { i1 false, <{ i8 }> <{ i8 7 }> } }> }
@g = global %"quoted name" { i32 9 }
@h = global %"a\22b\\c" zeroinitializer
@i = global %dotted.name-1 { i16 3 }
@j = global %"1starts.with.digit" undef
@k = global { i32, { i8, <{ i8, i64 }> } } { i32 1, { i8, <{ i8, i64 }> } { i8 2, <{ i8, i64 }> <{ i8 3, i64 4 }> } }
@l = global {} zeroinitializer

define { i32, %pair } @f1({ i32, %pair } %x) {
  ret { i32, %pair } %x
}

define void @use(ptr byval(%unused.struct) %p) {
  %1 = getelementptr %pair, ptr %p, i32 0, i32 1
  ret void
}
