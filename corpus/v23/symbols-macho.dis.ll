; ModuleID = 'symbols-macho.bc'
source_filename = "symbols-macho.ll"
target datalayout = "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-apple-macosx14.0.0"

%T = type { i8, i64, ptr }

$f3 = comdat largest

$fi = comdat nodeduplicate

$"we ird" = comdat samesize

@x = common global [5 x i32] zeroinitializer, align 16
@y = common global %T zeroinitializer
@y2 = common global i128 0
@s = global i32 0, section "foo"
@p = private constant i32 1
@0 = private constant i32 1
@1 = internal constant i32 1
@2 = global i32 5
@"\01verb" = global i32 0
@"\01_p" = private global i32 0
@"?mangled@@3HA" = global i32 0
@"we ird" = dllexport global i32 0, comdat
@imp = external dllimport global i32
@expv = dllexport global i32 0
@expc = dllexport constant i32 0
@llvm.used = appending global [2 x ptr] [ptr @s, ptr @x], section "llvm.metadata"
@llvm.compiler.used = appending global [2 x ptr] [ptr @p, ptr addrspacecast (ptr addrspace(1) @as1 to ptr)], section "llvm.metadata"
@as1 = addrspace(1) global i32 0
@__stack_chk_guard = global i32 0
@__ssp_canary_word = global i32 0
@tl = thread_local global i32 0
@ew = extern_weak global i32
@h = hidden global i32 0
@pr = protected global i32 0
@wk = weak global i32 0
@wo = weak_odr hidden global i32 0
@ln = linkonce global i32 0
@lo = linkonce_odr unnamed_addr global i32 0
@loc = linkonce_odr local_unnamed_addr constant i32 0
@lol = linkonce_odr local_unnamed_addr global i32 0
@lx = linkonce_odr constant i32 0

@a = alias i32, ptr @s
@a2 = weak alias i32, ptr @s
@a3 = weak alias i32, ptr @s
@a4 = alias i32, getelementptr (i8, ptr @s, i64 4)
@a5 = dllexport alias void (), ptr @f
@a6 = hidden alias void (), ptr @a5
@a7 = alias void (), ptr @if
@a8 = alias i32, inttoptr (i64 add (i64 ptrtoint (ptr @x to i64), i64 4) to ptr)
@afast = alias void (i32), ptr @fast

@if = ifunc void (), ptr @res
@if2 = ifunc void (), ptr @res2

define linkonce_odr void @f() unnamed_addr section "bar" {
  ret void
}

define linkonce_odr void @f2() local_unnamed_addr section "b2" {
  ret void
}

define linkonce_odr void @f3() local_unnamed_addr comdat {
  ret void
}

define void @fc() comdat($f3) {
  ret void
}

define internal void @fi() comdat {
  ret void
}

define void @fd() comdat($fi) {
  ret void
}

define internal ptr @res() section "ress" {
  ret ptr null
}

define internal ptr @res2() comdat($f3) {
  ret ptr null
}

define x86_fastcallcc void @fast(i32 %a) {
  ret void
}

define x86_fastcallcc void @fast2(ptr sret(i32) %d, i32 %a, i64 %b, i8 %c) {
  ret void
}

define x86_stdcallcc void @std() {
  ret void
}

define x86_stdcallcc void @std2(ptr byval([3 x i32]) %a, ptr inalloca(%T) %p) {
  ret void
}

define x86_stdcallcc void @stdv(i32 %a, ...) {
  ret void
}

define x86_stdcallcc void @stdv0(...) {
  ret void
}

define x86_stdcallcc void @stdvs(ptr sret(i32) %a, ...) {
  ret void
}

define x86_stdcallcc void @"\01stdm"(i32 %a) {
  ret void
}

define x86_stdcallcc void @"?stdm"(i32 %a) {
  ret void
}

define x86_vectorcallcc void @vec(<4 x float> %a, i128 %b, x86_fp80 %c) {
  ret void
}

define private x86_vectorcallcc void @vecp(<3 x float> %a) {
  ret void
}

define x86_thiscallcc void @this(i32 %a) {
  ret void
}

define dllexport void @exp() {
  ret void
}

define dllexport void @exp.dot() {
  ret void
}

define dllexport void @"#exp"() {
  ret void
}

define dllexport void @"?exp@@$$hYAXXZ"() {
  ret void
}

define dllexport x86_stdcallcc void @expstd(i32 %0) {
  ret void
}

define dllexport void @"\01exp1"() {
  ret void
}

define dllexport void @3() {
  ret void
}

define hidden void @hid() {
  ret void
}

define hidden void @hid.x() {
  ret void
}

define hidden void @4() {
  ret void
}

declare hidden void @hidd()

declare dllimport void @impf()

declare dllimport x86_stdcallcc void @impstd(i32)

define void @memcpy() {
  ret void
}

declare void @memset()

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #0

define available_externally dllexport void @ae() {
  ret void
}

define available_externally hidden void @aeh() {
  ret void
}

attributes #0 = { cold noreturn nounwind memory(inaccessiblemem: write) }

!llvm.dependent-libraries = !{!0, !1}
!llvm.linker.options = !{!2, !3}
!llvm.module.flags = !{!4}

!0 = !{!"libx"}
!1 = !{!"liby"}
!2 = !{!"/DEFAULTLIB:a", !"/X"}
!3 = !{!"-l"}
!4 = !{i32 1, !"Code Model", i32 1}
