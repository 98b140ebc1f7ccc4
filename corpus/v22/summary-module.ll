; A module together with a ThinLTO summary of its functions, variables and alias.
source_filename = "s.c"
target triple = "x86_64-unknown-linux-gnu"

@var = global i32 3
@ro = internal constant ptr @callee
@al = alias void (i32), ptr @caller

define void @caller(i32 %x) {
  call void @callee(i32 %x)
  call void @external()
  %1 = load i32, ptr @var
  ret void
}

define internal void @callee(i32 %x) noinline {
  ret void
}

declare void @external()

^0 = module: (path: "s.o", hash: (1, 2, 3, 4294967295, 5))
^1 = gv: (name: "caller", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 4, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), calls: ((callee: ^2, hotness: hot), (callee: ^3, tail: 1)), refs: (readonly ^4)))) 
^2 = gv: (name: "callee", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 1)))
^3 = gv: (name: "external")
^4 = gv: (name: "var", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0))))
^5 = gv: (name: "ro", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 1, live: 1, dsoLocal: 1, canAutoHide: 0, importType: declaration), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^2))))
^6 = gv: (name: "al", summaries: (alias: (module: ^0, flags: (linkage: external, visibility: protected, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 1, importType: definition), aliasee: ^1)))
^7 = flags: 8
^8 = blockcount: 12
