; ModuleID = 'flags.bc'
source_filename = "<string>"
target triple = "aarch64-unknown-linux-gnu"

define void @f() {
  ret void
}

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
!2 = !{i32 1, !"Objective-C Image Info Version", i32 0}
!3 = !{i32 1, !"Objective-C Image Info Section", !"__DATA,__objc_imageinfo,regular,no_dead_strip"}
!4 = !{i32 1, !"Objective-C Garbage Collection", i8 64}
!5 = !{i32 1, !"amdhsa_code_object_version", i32 400}
!6 = !{i32 8, !"branch-target-enforcement", i32 1}
!7 = !{i32 8, !"sign-return-address", i32 1}
!8 = !{i32 1, !"x", i32 1}
!9 = !{i32 4, !"Objective-C Class Properties", i32 0}
!10 = !{i32 1, !"Swift ABI Version", i32 7}
!11 = !{i32 1, !"Swift Major Version", i8 5}
!12 = !{i32 1, !"Swift Minor Version", i8 2}
