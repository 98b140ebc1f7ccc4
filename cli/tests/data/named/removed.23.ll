; ModuleID = 'removed.16.bc'
source_filename = "s.c"

define void @f() {
  ret void
}

^0 = module: (path: "removed.16.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "llvm.dbg.value") ; guid = 7457163675545648777
^2 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 1, calls: ((callee: ^1))))) ; guid = 14740650423002898831
^3 = blockcount: 0
