; RUN: %llvm-as-22 %s -o - | %llvm-bcanalyzer --dump --disable-histogram
; ORACLE: llvm-as-22 %s -o - | llvm-bcanalyzer-22 --dump --disable-histogram
; Values without a name share a GUID. An entry that states a GUID in place of a name does not name a value of the module.
@0 = private constant i32 1
@1 = private global ptr @0
@named = global i32 3
define ptr @f() {
  %v = load ptr, ptr @1
  ret ptr %v
}
^0 = module: (path: "g.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2, refs: (^2, ^3))))
^2 = gv: (guid: 14642690723951322142, summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1))))
^3 = gv: (guid: 2459228438135485554, summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 0))))
^4 = flags: 8
^5 = blockcount: 0
