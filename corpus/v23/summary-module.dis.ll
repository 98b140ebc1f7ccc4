; ModuleID = 'summary-module.bc'
source_filename = "s.c"
target triple = "x86_64-unknown-linux-gnu"

@var = global i32 3
@ro = internal constant ptr @callee

@al = alias void (i32), ptr @caller

define void @caller(i32 %x) {
  call void @callee(i32 %x)
  call void @external()
  %1 = load i32, ptr @var, align 4
  ret void
}

; Function Attrs: noinline
define internal void @callee(i32 %x) #0 {
  ret void
}

declare void @external()

attributes #0 = { noinline }

^0 = module: (path: "summary-module.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "external") ; guid = 5224464028922159466
^2 = gv: (name: "callee", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 1))) ; guid = 6939543853020516928
^3 = gv: (name: "var", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 7919382516565939378
^4 = gv: (name: "al", summaries: (alias: (module: ^0, flags: (linkage: external, visibility: protected, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 1, importType: definition, noRenameOnPromotion: 0), aliasee: ^6))) ; guid = 9678619939319785623
^5 = gv: (name: "ro", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 1, live: 1, dsoLocal: 1, canAutoHide: 0, importType: declaration, noRenameOnPromotion: 0), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^2)))) ; guid = 14660860375102196438
^6 = gv: (name: "caller", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 4, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), calls: ((callee: ^2, hotness: hot), (callee: ^1, tail: 1)), refs: (readonly ^3)))) ; guid = 16677772384402303968
^7 = flags: 8
^8 = blockcount: 12
