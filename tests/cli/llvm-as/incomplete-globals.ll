; RUN: %llvm-as-23 -allow-incomplete-ir %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 -allow-incomplete-ir %s -o - | llvm-dis-23 - -o -
; What is only called, and always alike, becomes a function.
%T = type { i32, ptr }
@x = global ptr @undef_in_init
define void @f(ptr %p) personality ptr @pers {
  %r = invoke i32 (ptr, ...) @printf(ptr %p) to label %a unwind label %b, !dbg !50
a:
  call void @g(%T zeroinitializer)
  %c = call ptr @h(ptr @h)
  store ptr getelementptr (i8, ptr @k, i64 4), ptr %p, !tbaa !9
  call void @llvm.dbg.value(metadata ptr @mdonly, metadata !7, metadata !DIExpression())
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l, !dbg !50
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
define void @first() {
  call void @called_first()
  ret void
}
define void @second() {
  call void @called_first()
  ret void
}
