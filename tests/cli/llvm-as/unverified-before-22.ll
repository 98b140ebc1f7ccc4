; RUN: %llvm-as-14 --disable-verify %s -o -
; ORACLE: llvm-as-14 --disable-verify %s -o -
; RUN: %llvm-as-16 --disable-verify %s -o - | %llvm-dis-16 - -o -
; ORACLE: llvm-as-16 --disable-verify %s -o - | llvm-dis-16 - -o -
; RUN: %llvm-as-19 --disable-verify %s -o - | %llvm-dis-19 - -o -
; ORACLE: llvm-as-19 --disable-verify %s -o - | llvm-dis-19 - -o -
; Without the verifier, older releases still state alignments and upgrade intrinsics. They do not look at debug information.
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare i32 @llvm.ctpop.i32(i32)
define i32 @f(i32* %p, i8* %q) {
  %a = alloca i32
  %v = load i32, i32* %p
  store i32 %v, i32* %a
  %x = cmpxchg i32* %p, i32 1, i32 2 seq_cst seq_cst
  %y = atomicrmw add i32* %p, i32 1 seq_cst
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %q, i8* %q, i32 4, i32 1, i1 false)
  %c = call i32 @llvm.ctpop.i32(i32 %v), !dbg !4
  ret i32 %c
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a", directory: "b")
!2 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!3 = !DISubroutineType(types: !{null})
!4 = !DILocation(line: 1, scope: !2)
