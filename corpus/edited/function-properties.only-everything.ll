; ModuleID = 'function-properties.bc'
source_filename = "function-properties.ll"
target triple = "x86_64-unknown-linux-gnu"

@data = external global i32

; Function Attrs: nounwind
define weak_odr hidden noundef i32 @everything(i32 noundef %x, ...) local_unnamed_addr #0 section ".text.x" partition "p" align 32 gc "erlang" prefix { i32, ptr } { i32 1, ptr @data } prologue [2 x i8] c"\90\90" personality ptr @__gxx_personality_v0 !type !0 !meta !1 {
  ret i32 %x
}

declare i32 @__gxx_personality_v0(...)

attributes #0 = { nounwind "a"="b" }

!0 = !{i64 0, !"t"}
!1 = !{}
