; ModuleID = 'summary-promotion.bc'
source_filename = "promotion.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@v = internal global i32 1, !guid !0

define internal void @f() !guid !1 {
  call void @g()
  ret void
}

declare void @g()

!0 = !{i64 77}
!1 = !{i64 78}

^0 = module: (path: "summary-promotion.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "v", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 1), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 77
^2 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 2, calls: ((callee: ^3, tail: 1)), refs: (^1)))) ; guid = 78
^3 = gv: (name: "g") ; guid = 13146401226427987378
^4 = blockcount: 0
