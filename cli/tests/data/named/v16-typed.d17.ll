source_filename = "typed.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%list = type { i32, ptr, [4 x ptr] }

$group = comdat any

@head = global %list { i32 1, ptr @head, [4 x ptr] [ptr @head, ptr null, ptr getelementptr inbounds ([6 x i8], ptr @text, i64 0, i64 1), ptr undef] }, align 8
@text = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@table = constant { [2 x ptr] } { [2 x ptr] [ptr getelementptr inbounds ({ [2 x ptr] }, ptr @table, i32 0, inrange i32 0, i32 1), ptr null] }, comdat($group)
@difference = global i64 sub (i64 ptrtoint (ptr @head to i64), i64 ptrtoint (ptr @text to i64))
@chosen = global ptr @number
@number = external global i32
@far = addrspace(3) global i8 undef, section "far"
@block = global ptr blockaddress(@jump, %there)
@llvm.used = appending global [1 x ptr] [ptr @read], section "llvm.metadata"
@far2 = external global i8

@other = alias i32 (ptr), ptr @read

@lazy = ifunc void (), ptr @resolve

; Function Attrs: nounwind memory(read) uwtable
define i32 @read(ptr nocapture readonly %p) #0 comdat($group) personality ptr @personality !prof !2 {
entry:
  %value = load i32, ptr %p, align 4, !tbaa !3, !range !6
  %far = load i8, ptr addrspace(3) @far, align 1
  %wide = zext i8 %far to i32
  %sum = add nuw nsw i32 %value, %wide
  call void asm sideeffect "nop # $0", "r,~{memory}"(i32 %sum) #1
  ret i32 %sum
}

define ptr @resolve() {
  ret ptr @target
}

define internal void @target() prefix i32 7 prologue i8 -112 {
  ret void
}

define void @jump(ptr sret(i32) %out, ptr %to, <4 x float> %v, ptr %opaque, ptr byval(i32) %in) {
  %old = cmpxchg ptr %out, i32 1, i32 2 acq_rel monotonic, align 4
  %new = atomicrmw umax ptr %in, i32 5 syncscope("agent") seq_cst, align 4
  %fast = fneg fast <4 x float> %v
  %mixed = shufflevector <4 x float> %fast, <4 x float> %v, <4 x i32> <i32 0, i32 5, i32 poison, i32 7>
  %sum = fadd <4 x float> %mixed, <float 1.500000e+00, float 1.500000e+00, float 1.500000e+00, float 1.500000e+00>
  store volatile <4 x float> %sum, ptr undef, align 16
  indirectbr ptr %to, [label %there, label %elsewhere]

there:                                            ; preds = %elsewhere, %0
  ret void

elsewhere:                                        ; preds = %0
  %field = getelementptr inbounds %list, ptr @head, i32 0, i32 2, i64 3
  store ptr @target, ptr %field, align 8
  br label %there
}

define i32 @calls(i32 %n, ...) personality ptr @personality {
start:
  %space = alloca i8, i32 %n, align 32
  %result = invoke i32 (i32, ...) @calls(i32 1, ptr %space, double 2.000000e+00) [ "deopt"(i32 3, ptr null) ]
          to label %done unwind label %failed

done:                                             ; preds = %start
  %bool = icmp eq i32 %result, 77
  switch i32 %result, label %last [
    i32 1, label %done2
    i32 -5, label %last
  ]

done2:                                            ; preds = %done
  %freed = freeze i32 %result
  ret i32 %freed

last:                                             ; preds = %done, %done
  %phi = phi i32 [ 1, %done ], [ 1, %done ]
  %ptr = phi ptr [ @number, %done ], [ @number, %done ]
  %picked = select i1 %bool, i32 %phi, i32 100
  ret i32 %picked

failed:                                           ; preds = %start
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @far2]
  %code = extractvalue { ptr, i32 } %pad, 1
  resume { ptr, i32 } %pad
}

declare i32 @personality(...)

attributes #0 = { nounwind memory(read) uwtable "frame-pointer"="all" }
attributes #1 = { nounwind }

!llvm.module.flags = !{!0}
!named = !{!1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, ptr @number, null}
!2 = !{!"function_entry_count", i64 12}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5}
!5 = !{!"root"}
!6 = !{i32 0, i32 10}
