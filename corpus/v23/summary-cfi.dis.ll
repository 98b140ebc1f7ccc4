; ModuleID = 'summary-cfi.bc'
source_filename = "summary-cfi.bc"

^0 = module: (path: "d.o", hash: (132553925, 1965276316, 3631763660, 459063769, 3144819057))
^1 = module: (path: "e.o", hash: (3796821339, 3622642850, 1296440697, 2007041742, 137140673))
^2 = gv: (guid: 2336197997757819663, summaries: (function: (module: ^1, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 2, funcFlags: (readNone: 1, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0))))
^3 = gv: (guid: 2477519448395718506, summaries: (function: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 9, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), typeIdInfo: (typeTests: (^7)))))
^4 = gv: (guid: 4387938029201036406, summaries: (variable: (module: ^1, flags: (linkage: internal, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), varFlags: (readonly: 0, writeonly: 0, constant: 0), refs: (^2))))
^5 = gv: (guid: 15822663052811949562, summaries: (function: (module: ^1, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 19, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), calls: ((callee: ^3)), typeIdInfo: (typeTests: (^7)), refs: (^4))))
^6 = gv: (guid: 17493745734943119316, summaries: (function: (module: ^1, flags: (linkage: external, visibility: hidden, notEligibleToImport: 0, live: 1, dsoLocal: 1, canAutoHide: 0, importType: definition, noRenameOnPromotion: 0), insts: 2, funcFlags: (readNone: 1, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0))))
^7 = typeid: (name: "_ZTSFiiE", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7))) ; guid = 5174074510188755522
^8 = flags: 1129
^9 = blockcount: 0
