; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; The upgrade removes a declaration that the summary names. The summary of another value stays.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@pf1 = dso_local local_unnamed_addr global i8* null, align 8
define i32 @f(i32 %x) !dbg !7 {
  call void @llvm.dbg.value(metadata i32 %x, metadata !11, metadata !DIExpression()), !dbg !13
  ret i32 %x
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!7 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !8, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DISubroutineType(types: !9)
!9 = !{null}
!11 = !DILocalVariable(name: "x", arg: 1, scope: !7, file: !1, line: 1, type: !12)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DILocation(line: 0, scope: !7)
^0 = module: (path: "a.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "llvm.dbg.value") ; guid = 7457163675545648777
^2 = gv: (name: "pf1", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 8331592220685398072
^5 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0), insts: 1, funcFlags: (readNone: 1, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0)))) ; guid = 14740650423002898831
^3 = flags: 8
^4 = blockcount: 10
