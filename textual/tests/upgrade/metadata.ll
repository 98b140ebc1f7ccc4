; Metadata, sections and calls of an Objective-C runtime as older compilers wrote them.
@s = global i32 0, section "__DATA, __objc_catlist, regular, no_dead_strip"
define void @f(ptr %p) !dbg !3 {
  %x = load i32, ptr %p, !tbaa !0
  %y = load i32, ptr %p, !tbaa !1, !dbg !4
  br label %l
l:
  br i1 true, label %l, label %m, !llvm.loop !5
m:
  ret void, !dbg !4
}
!0 = !{!"int", !2}
!1 = !{!"char", !2, i64 1}
!2 = !{!"root"}
!3 = distinct !DISubprogram(name: "x", unit: !16, file: !17)
!16 = distinct !DICompileUnit(language: DW_LANG_C, file: !17, emissionKind: FullDebug)
!17 = !DIFile(filename: "x.c", directory: "")
!4 = !DILocation(line: 1, scope: !3)
!5 = distinct !{!5, !6, !7}
!6 = !{!"llvm.vectorizer.width", i32 4}
!7 = !{!"llvm.vectorizer.unroll", i32 4}
!llvm.module.flags = !{!15, !8, !9, !10, !11}
!8 = !{i32 1, !"PIC Level", i32 2}
!9 = !{i32 1, !"Objective-C Garbage Collection", i32 83953408}
!10 = !{i32 1, !"Objective-C Image Info Version", i32 0}
!11 = !{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular, no_dead_strip"}
!llvm.dbg.cu = !{!16}
!nvvm.annotations = !{!12, !13}
!12 = !{ptr @f, !"kernel", i32 1}
!13 = !{ptr @f, !"maxntidx", i32 1, !"maxntidy", i32 2, !"minctasm", i32 3}
!clang.arc.retainAutoreleasedReturnValueMarker = !{!14}
!14 = !{!"mov\09fp, fp\09\09# marker"}
declare void @objc_release(ptr)
define void @q(ptr %p) { 
  tail call void @objc_release(ptr %p) nounwind
  ret void
}
!15 = !{i32 1, !"Debug Info Version", i32 3}
