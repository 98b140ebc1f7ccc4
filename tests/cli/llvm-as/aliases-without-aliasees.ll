; RUN: %llvm-as-23 %s -o -
; ORACLE: llvm-as-23 %s -o -
^0 = module: (path: "a.o", hash: (1, 2, 3, 4, 5))
^1 = gv: (guid: 1, summaries: (alias: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1), aliasee: null)))
