; ModuleID = 'h.bc'
source_filename = "h.c"
target triple = "x86_64-unknown-linux-gnu"

define void @f() {
  ret void
}

^0 = module: (path: "h.bc", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1))) ; guid = 14740650423002898831
