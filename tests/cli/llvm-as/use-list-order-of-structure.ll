; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 --preserve-ll-uselistorder - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 --preserve-ll-uselistorder - -o -
; The type and the value have braces, too.
@a = global { { ptr, i64 }, [1 x { i8 }] } { { ptr, i64 } { ptr @f, i64 2 }, [1 x { i8 }] [{ i8 } { i8 1 }] }
@b = global { { ptr, i64 }, [1 x { i8 }] } { { ptr, i64 } { ptr @f, i64 2 }, [1 x { i8 }] [{ i8 } { i8 1 }] }
define void @f() {
  ret void
}
uselistorder { { ptr, i64 }, [1 x { i8 }] } { { ptr, i64 } { ptr @f, i64 2 }, [1 x { i8 }] [{ i8 } { i8 1 }] }, { 1, 0 }
