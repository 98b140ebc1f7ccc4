; Typed pointers for the corpus: what LLVM 13 and 14 wrote of constants, types, names and metadata.
source_filename = "typed.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%list = type { i32, %list*, [4 x i8*] }
%hidden = type opaque
$group = comdat any

@head = global %list { i32 1, %list* @head, [4 x i8*] [i8* bitcast (%list* @head to i8*), i8* null, i8* getelementptr inbounds ([6 x i8], [6 x i8]* @text, i64 0, i64 1), i8* undef] }, align 8
@text = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@table = constant { [2 x i8*] } { [2 x i8*] [i8* bitcast (i8** getelementptr inbounds ({ [2 x i8*] }, { [2 x i8*] }* @table, i32 0, inrange i32 0, i32 1) to i8*), i8* null] }, comdat($group)
@difference = global i64 sub (i64 ptrtoint (%list* @head to i64), i64 ptrtoint ([6 x i8]* @text to i64))
@chosen = global i32* select (i1 icmp ugt (i32* @number, i32* null), i32* @number, i32* getelementptr (i32, i32* @number, i64 1))
@number = external addrspace(0) global i32
@far = addrspace(3) global i8 undef, section "far"
@block = global i8* blockaddress(@jump, %there)
@other = alias i32 (i32*), i32 (i32*)* @read
@lazy = ifunc void (), void ()* ()* @resolve
@llvm.used = appending global [1 x i8*] [i8* bitcast (i32 (i32*)* @read to i8*)], section "llvm.metadata"

define i32 @read(i32* nocapture readonly %p) #0 comdat($group) personality i32 (...)* @personality !prof !4 {
entry:
  %value = load i32, i32* %p, align 4, !range !1, !tbaa !2
  %far = load i8, i8 addrspace(3)* @far, align 1
  %wide = zext i8 %far to i32
  %sum = add nuw nsw i32 %value, %wide
  call void asm sideeffect "nop # $0", "r,~{memory}"(i32 %sum) #1
  ret i32 %sum
}

define void ()* @resolve() {
  ret void ()* @target
}

define internal void @target() prefix i32 7 prologue i8 -112 {
  ret void
}

define void @jump(i32* sret(i32) %out, i8* %to, <4 x float> %v, %hidden* %opaque, i32* byval(i32) %in) {
  %old = cmpxchg i32* %out, i32 1, i32 2 acq_rel monotonic
  %new = atomicrmw umax i32* %in, i32 5 syncscope("agent") seq_cst
  %fast = fneg fast <4 x float> %v
  %mixed = shufflevector <4 x float> %fast, <4 x float> %v, <4 x i32> <i32 0, i32 5, i32 undef, i32 7>
  %sum = fadd <4 x float> %mixed, <float 1.5, float 1.5, float 1.5, float 1.5>
  store volatile <4 x float> %sum, <4 x float>* undef, align 16
  indirectbr i8* %to, [label %there, label %elsewhere]
there:
  ret void
elsewhere:
  %field = getelementptr inbounds %list, %list* @head, i32 0, i32 2, i64 3
  store i8* bitcast (void ()* @target to i8*), i8** %field, align 8
  br label %there
}

define i32 @calls(i32 %n, ...) personality i32 (...)* @personality {
start:
  %space = alloca i8, i32 %n, align 32
  %result = invoke i32 (i32, ...) @calls(i32 1, i8* %space, double 2.0) [ "deopt"(i32 3, i8* null) ] to label %done unwind label %failed
done:
  %bool = icmp eq i32 %result, 77
  switch i32 %result, label %last [ i32 1, label %done2
                                    i32 -5, label %last ]
done2:
  %freed = freeze i32 %result
  ret i32 %freed
last:
  %phi = phi i32 [ 1, %done ], [ 1, %done ]
  %ptr = phi i32* [ @number, %done ], [ @number, %done ]
  %picked = select i1 %bool, i32 %phi, i32 100
  ret i32 %picked
failed:
  %pad = landingpad { i8*, i32 } cleanup catch i8* null filter [1 x i8*] [i8* @far2]
  %code = extractvalue { i8*, i32 } %pad, 1
  resume { i8*, i32 } %pad
}

@far2 = external global i8
declare i32 @personality(...)
attributes #0 = { nounwind readonly uwtable "frame-pointer"="all" }
attributes #1 = { nounwind }

!llvm.module.flags = !{!0}
!named = !{!5}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 0, i32 10}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !6}
!4 = !{!"function_entry_count", i64 12}
!5 = distinct !{!5, i32* @number, null}
!6 = !{!"root"}
