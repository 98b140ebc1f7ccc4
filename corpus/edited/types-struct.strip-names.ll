; ModuleID = 'types-struct.bc'
source_filename = "types-struct.ll"

%0 = type opaque
%1 = type {}
%2 = type <{}>
%3 = type <{ i8, i32, %4 }>
%4 = type { i32, i64 }
%5 = type { ptr, %6, [2 x %4] }
%6 = type { ptr, i8 }
%7 = type { i8, %8 }
%8 = type <{ i16, { i1, <{ i8 }> } }>
%9 = type { i32 }
%10 = type { i8 }
%11 = type { i16 }
%12 = type { i24 }
%13 = type { i8, i8, i8 }

@a = external global %0
@b = global %1 zeroinitializer
@c = global %2 zeroinitializer
@d = global %3 <{ i8 1, i32 2, %4 { i32 3, i64 4 } }>
@e = global %5 { ptr @e, %6 { ptr null, i8 5 }, [2 x %4] [%4 zeroinitializer, %4 { i32 -1, i64 -2 }] }
@f = global %7 { i8 1, %8 <{ i16 2, { i1, <{ i8 }> } { i1 false, <{ i8 }> <{ i8 7 }> } }> }
@g = global %9 { i32 9 }
@h = global %10 zeroinitializer
@i = global %11 { i16 3 }
@j = global %12 undef
@k = global { i32, { i8, <{ i8, i64 }> } } { i32 1, { i8, <{ i8, i64 }> } { i8 2, <{ i8, i64 }> <{ i8 3, i64 4 }> } }
@l = global {} zeroinitializer

define { i32, %4 } @f1({ i32, %4 } %0) {
  ret { i32, %4 } %0
}

define void @use(ptr byval(%13) %0) {
  %2 = getelementptr %4, ptr %0, i32 0, i32 1
  ret void
}
