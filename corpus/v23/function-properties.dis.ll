; ModuleID = 'function-properties.bc'
source_filename = "function-properties.ll"
target triple = "x86_64-unknown-linux-gnu"

@data = global i32 0

declare void @d0()

declare extern_weak void @d1()

declare hidden void @d2()

declare protected void @d3()

declare dllimport void @d4()

declare dso_local void @d5()

declare void @d6() unnamed_addr

declare void @d7() local_unnamed_addr

declare void @d8() section "s" partition "p" align 64 gc "shadow-stack"

declare !meta !0 void @d9()

declare !type !1 !meta !0 i32 @d10(i32)

declare void @d11() prefix i32 1

define private void @p() {
  ret void
}

define internal void @i() {
  ret void
}

define available_externally void @ae() {
  ret void
}

define linkonce void @lo() {
  ret void
}

define linkonce_odr hidden void @loo() {
  ret void
}

define weak void @w() {
  ret void
}

define weak_odr protected void @wo() {
  ret void
}

define dllexport void @de() {
  ret void
}

define dso_local void @ds() {
  ret void
}

define dso_local dllexport fastcc void @dsde() unnamed_addr {
  ret void
}

define void @sec() section ".init" {
  ret void
}

define void @part() partition "p2" {
  ret void
}

define void @al() align 4096 {
  ret void
}

define void @gc() gc "statepoint-example" {
  ret void
}

define void @gc2() gc "quo"ted" {
  ret void
}

define void @pre() prefix i32 123 {
  ret void
}

define void @pro() prologue i8 -112 {
  ret void
}

define void @pers() personality ptr @__gxx_personality_v0 {
  ret void
}

; Function Attrs: nounwind
define linkonce_odr hidden noundef i32 @everything(i32 noundef %x, ...) local_unnamed_addr #0 section ".text.x" partition "p" align 32 gc "erlang" prefix { i32, ptr } { i32 1, ptr @data } prologue [2 x i8] c"\90\90" personality ptr @__gxx_personality_v0 !type !1 !meta !0 {
  ret i32 %x
}

declare i32 @__gxx_personality_v0(...)

attributes #0 = { nounwind "a"="b" }

!0 = !{}
!1 = !{i64 0, !"t"}
