source_filename = "s.c"
declare void @llvm.dbg.value(metadata, metadata, metadata)
define void @f() {
  ret void
}
^0 = module: (path: "s.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "llvm.dbg.value")
^2 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0), insts: 1, calls: ((callee: ^1)))))
