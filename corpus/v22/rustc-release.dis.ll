; ModuleID = 'rustc-release.bc'
source_filename = "shapes.43b48fc11de24fea-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%"alloc::boxed::Box<dyn Area>" = type { %"core::ptr::unique::Unique<dyn Area>", %"alloc::alloc::Global" }
%"core::ptr::unique::Unique<dyn Area>" = type { %"core::ptr::non_null::NonNull<dyn Area>", %"core::marker::PhantomData<dyn Area>" }
%"core::ptr::non_null::NonNull<dyn Area>" = type { { ptr, ptr } }
%"core::marker::PhantomData<dyn Area>" = type {}
%"alloc::alloc::Global" = type {}

; Function Attrs: nonlazybind uwtable
define noundef double @_ZN6shapes5total17h31abaee3aa80be9bE(ptr noalias noundef nonnull readonly align 8 captures(none) %items.0, i64 noundef range(i64 0, 576460752303423488) %items.1, i64 noundef range(i64 0, 2) %0, double %1) unnamed_addr #0 personality ptr @rust_eh_personality {
start:
  %2 = icmp eq i64 %items.1, 0
  br i1 %2, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E.exit", label %bb5.i

bb5.i:                                            ; preds = %start
  %3 = trunc nuw i64 %0 to i1
  %_5.sroa.0.0.i.i.i = select i1 %3, double %1, double 1.000000e+00
  br label %bb8.i

bb8.i:                                            ; preds = %bb8.i, %bb5.i
  %i.sroa.0.0.i = phi i64 [ 0, %bb5.i ], [ %_27.i, %bb8.i ]
  %acc.sroa.0.0.i = phi double [ -0.000000e+00, %bb5.i ], [ %_0.i2.i.i, %bb8.i ]
  %_45.i = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %items.0, i64 %i.sroa.0.0.i
  %_45.val.i = load ptr, ptr %_45.i, align 8, !noalias !3, !nonnull !6, !noundef !6
  %4 = getelementptr i8, ptr %_45.i, i64 8
  %_45.val3.i = load ptr, ptr %4, align 8, !noalias !3, !nonnull !6, !align !7, !noundef !6
  %5 = getelementptr inbounds nuw i8, ptr %_45.val3.i, i64 24
  %6 = load ptr, ptr %5, align 8, !invariant.load !6, !noalias !3, !nonnull !6
  %_3.i.i.i = tail call noundef double %6(ptr noundef nonnull align 1 %_45.val.i) #2, !noalias !3
  %_0.i.i.i = fmul double %_5.sroa.0.0.i.i.i, %_3.i.i.i
  %_0.i2.i.i = fadd double %acc.sroa.0.0.i, %_0.i.i.i
  %_27.i = add nuw nsw i64 %i.sroa.0.0.i, 1
  %_28.i = icmp eq i64 %_27.i, %items.1
  br i1 %_28.i, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E.exit", label %bb8.i

"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E.exit": ; preds = %bb8.i, %start
  %_0.sroa.0.0.i = phi double [ -0.000000e+00, %start ], [ %_0.i2.i.i, %bb8.i ]
  ret double %_0.sroa.0.0.i
}

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #1

attributes #0 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { inlinehint }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!3 = !{!4}
!4 = distinct !{!4, !5, !"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E: argument 0"}
!5 = distinct !{!5, !"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E"}
!6 = !{}
!7 = !{i64 8}

^0 = module: (path: "rustc-release.bc", hash: (1558428609, 2478259556, 2247835374, 1574098436, 3164313865))
^1 = gv: (name: "_ZN6shapes5total17h31abaee3aa80be9bE", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 21, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), refs: (^2)))) ; guid = 5975898910968895178
^2 = gv: (name: "rust_eh_personality") ; guid = 14807195490537628141
^3 = blockcount: 0
