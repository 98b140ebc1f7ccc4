; GUIDs of global values: attached ones, those of declarations, aliases and names that begin with `llvm.`, none of other definitions.
source_filename = "guids.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@attached = internal global i32 7, !guid !0
@without = global i32 8
@declared = external global i32
@weak = extern_weak global i32
@available = available_externally global i32 3
@"\01escaped" = external global i32
@declared.attached = external global i32, !guid !1
@llvm.used = appending global [1 x ptr] [ptr @attached], section "llvm.metadata"
@common = common global [3000000000 x i16] zeroinitializer, align 16

@alias = alias i32, ptr @attached
@local.alias = internal alias i32, ptr @without
@escaped.alias = weak alias i32, getelementptr (i8, ptr @without, i64 2)

@ifunc = ifunc void (), ptr @resolver

define ptr @resolver() !guid !2 {
  ret ptr null
}

declare void @function()

declare !guid !1 void @function.attached()

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @zero() !guid !3 {
  call void @llvm.memcpy.p0.p0.i64(ptr @attached, ptr @weak, i64 0, i1 false)
  ret void
}

!0 = !{i64 3}
!1 = !{i64 -5}
!2 = !{i64 4611686018427387904}
!3 = !{i64 0}
