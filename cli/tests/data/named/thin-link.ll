
^0 = module: (path: "thin-link.bc", hash: (1030591551, 1220187861, 580681047, 3745890411, 4039271063))
^1 = gv: (name: "aplusb", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2))) ; guid = 15717176516085531008
^2 = blockcount: 0
