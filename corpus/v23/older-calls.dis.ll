; ModuleID = 'older-calls.bc'
source_filename = "oc.ll"

define void @order(i64 %x, i32 %y, i16 %z, ptr %p) {
  %1 = call i32 @llvm.fshl.i32(i32 %y, i32 %y, i32 3)
  store i32 %1, ptr %p, align 4
  %2 = bitcast i16 %z to half
  %3 = fpext half %2 to float
  store float %3, ptr %p, align 4
  %4 = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 32)
  store i64 %4, ptr %p, align 4
  ret void
}

define void @folded(ptr %p) {
  store i16 5, ptr %p, align 2
  store double f0x3E94000000000000, ptr %p, align 8
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshl.i64(i64, i64, i64) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
