; ModuleID = 'summary-vtable.bc'
source_filename = "v.cc"
target triple = "x86_64-unknown-linux-gnu"

@vt = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @m] }, !type !0

define void @m(ptr %this) {
  ret void
}

!0 = !{i64 16, !"_ZTS1A"}

^0 = module: (path: "summary-vtable.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "m", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 1))) ; guid = 2799708793537531759
^2 = gv: (name: "vt", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), varFlags: (readonly: 1, writeonly: 1, constant: 1, vcall_visibility: 0), vTableFuncs: ((virtFunc: ^1, offset: 16)), refs: (^1)))) ; guid = 10027328872143257552
^3 = typeidCompatibleVTable: (name: "_ZTS1A", summary: ((offset: 16, ^2))) ; guid = 7004155349499253778
^4 = flags: 8
^5 = blockcount: 1
