; ModuleID = 'summary-memprof.bc'
source_filename = "memprof.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @_Znwm(i64)

define ptr @shared() !guid !0 {
  %p = call ptr @_Znwm(i64 24) #0, !memprof !1, !callsite !9
  ret ptr %p
}

define internal ptr @middle() !guid !10 {
  %p = call ptr @shared(), !callsite !11
  ret ptr %p
}

define void @apart() !guid !12 {
  %p = call ptr @_Znwm(i64 48) #0, !memprof !13, !callsite !18
  ret void
}

define i32 @main() !guid !19 {
  %a = call ptr @middle(), !callsite !20
  %b = call ptr @middle(), !callsite !21
  call void @apart(), !callsite !22
  ret i32 0
}

attributes #0 = { builtin }

!0 = !{i64 7139269065447014814}
!1 = !{!2, !6}
!2 = !{!3, !"notcold", !4, !5}
!3 = !{i64 101, i64 -102, i64 103, i64 104}
!4 = !{i64 901, i64 400}
!5 = !{i64 -902, i64 600}
!6 = !{!7, !"cold", !8}
!7 = !{i64 101, i64 -102, i64 103, i64 105}
!8 = !{i64 903, i64 700}
!9 = !{i64 101}
!10 = !{i64 1547698408199833159}
!11 = !{i64 -102}
!12 = !{i64 7666144369950974396}
!13 = !{!14, !16}
!14 = !{!15, !"notcold", !4}
!15 = !{i64 201, i64 202}
!16 = !{!17, !"cold", !8}
!17 = !{i64 201, i64 203, i64 103, i64 105}
!18 = !{i64 201}
!19 = !{i64 -2624081020897602054}
!20 = !{i64 103, i64 104}
!21 = !{i64 103, i64 105}
!22 = !{i64 202}

^0 = module: (path: "summary-memprof.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "middle", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 2, calls: ((callee: ^2)), callsites: ((callee: ^2, clones: (0), stackIds: (18446744073709551514)))))) ; guid = 1547698408199833159
^2 = gv: (name: "shared", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 2, calls: ((callee: ^5)), allocs: ((versions: (none), memProf: ((type: notcold, stackIds: (18446744073709551514, 103, 104)), (type: cold, stackIds: (18446744073709551514, 103, 105)))))))) ; guid = 7139269065447014814
^3 = gv: (name: "apart", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 2, calls: ((callee: ^5)), allocs: ((versions: (none), memProf: ((type: notcold, stackIds: (202)), (type: cold, stackIds: (203, 103, 105)))))))) ; guid = 7666144369950974396
^4 = gv: (name: "main", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 4, calls: ((callee: ^1), (callee: ^3)), callsites: ((callee: ^1, clones: (0), stackIds: (103, 104)), (callee: ^1, clones: (0), stackIds: (103, 105)), (callee: ^3, clones: (0), stackIds: (202)))))) ; guid = 15822663052811949562
^5 = gv: (name: "_Znwm") ; guid = 16793709562209971782
^6 = blockcount: 0
