; RUN: %llvm-as-22 %s -o - | %llvm-dis-22 - -o -
; ORACLE: llvm-as-22 %s -o - | llvm-dis-22 - -o -
; RUN: %llvm-as-23 %s -o - | %llvm-dis-23 - -o -
; ORACLE: llvm-as-23 %s -o - | llvm-dis-23 - -o -
; Calls of stores of ARM whose names lack the pointer are made anew, without attributes and metadata; loads keep theirs.
declare void @llvm.arm.neon.vst1.v8i8(ptr, <8 x i8>, i32)
declare void @llvm.arm.neon.vst2.v16i8(ptr, <16 x i8>, <16 x i8>, i32)
declare { <16 x i8>, <16 x i8> } @llvm.arm.neon.vld2.v16i8(ptr, i32)
declare void @llvm.arm.neon.vst2lane.v8i8(ptr, <8 x i8>, <8 x i8>, i32, i32)
define void @f(ptr %p, <16 x i8> %a, <8 x i8> %b) {
  tail call void @llvm.arm.neon.vst1.v8i8(ptr nonnull %p, <8 x i8> %b, i32 1) #0, !n !0
  tail call void @llvm.arm.neon.vst2.v16i8(ptr nonnull %p, <16 x i8> %a, <16 x i8> %a, i32 1) #0, !n !0
  %x = tail call { <16 x i8>, <16 x i8> } @llvm.arm.neon.vld2.v16i8(ptr nonnull %p, i32 1) #0, !n !0
  tail call void @llvm.arm.neon.vst2lane.v8i8(ptr nonnull %p, <8 x i8> %b, <8 x i8> %b, i32 0, i32 1) #0, !n !0
  ret void
}
attributes #0 = { nounwind }
!0 = !{}
