; ModuleID = 'v6.bc'
source_filename = "a.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%S = type { i32, [4 x i8] }

$c = comdat noduplicates

@c = global i32 1, comdat
@s = constant [4 x i8] c"\5Ca\0A\00"

declare webkit_jscc void @w()

declare win64cc i64 @x(i64 zeroext)

; Function Attrs: nounwind readnone speculatable
declare void @llvm.dbg.value(metadata, metadata, metadata) #0

; Function Attrs: noinline nounwind optnone speculatable
define void @f(i32, i32) #1 !dbg !11 {
  %p = alloca i32
  store i32 %0, i32* %p
  call void @llvm.dbg.value(metadata i32 %1, metadata !15, metadata !DIExpression(DW_OP_deref)), !dbg !16
  %a = atomicrmw add i32* %p, i32 1 syncscope("singlethread") monotonic
  br label %3

; <label>:3:                                      ; preds = %2
  ret void
}

define void @g(%S* noalias nocapture sret align 4, %S* byval nonnull readonly align 4 dereferenceable(8) %b) {
  %q = getelementptr inbounds %S, %S* %b, i64 0, i32 0
  ret void
}

attributes #0 = { nounwind readnone speculatable }
attributes #1 = { noinline nounwind optnone speculatable }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9, !10}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{!3, !7}
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, flags: DIFlagVector, elements: !5)
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !{!6}
!6 = !DISubrange(count: 4)
!7 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !3, file: !1, baseType: !4, size: 32, extraData: !8)
!8 = !DIObjCProperty(name: "p", file: !1, line: 3, setter: "s", getter: "g", attributes: 7, type: !4)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !{i32 2, !"Dwarf Version", i32 4}
!11 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !12, isLocal: false, isDefinition: true, isOptimized: false, unit: !0, variables: !14)
!12 = !DISubroutineType(types: !13)
!13 = !{null, !4, !4}
!14 = !{!15}
!15 = !DILocalVariable(name: "v", arg: 2, scope: !11, file: !1, line: 1, type: !4)
!16 = !DILocation(line: 1, column: 2, scope: !11)
