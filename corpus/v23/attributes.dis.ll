; ModuleID = 'attributes.bc'
source_filename = "attributes.ll"

; Function Attrs: denormal_fpenv(ieee)
define void @f0() #0 {
  ret void
}

; Function Attrs: denormal_fpenv(preservesign)
define void @f1() #1 {
  ret void
}

; Function Attrs: denormal_fpenv(positivezero|dynamic)
define void @f2() #2 {
  ret void
}

; Function Attrs: denormal_fpenv(positivezero|dynamic, float: ieee)
define void @f3() #3 {
  ret void
}

; Function Attrs: denormal_fpenv(positivezero, float: dynamic)
define void @f4() #4 {
  ret void
}

; Function Attrs: denormal_fpenv(float: positivezero|preservesign)
define void @f5() #5 {
  ret void
}

; Function Attrs: denormal_fpenv(ieee)
define void @f6() #0 {
  ret void
}

; Function Attrs: denormal_fpenv(dynamic)
define void @f7() #6 {
  ret void
}

; Function Attrs: denormal_fpenv(dynamic, float: ieee|dynamic)
define void @f8() #7 {
  ret void
}

; Function Attrs: denormal_fpenv(ieee|preservesign)
define void @f9() #8 {
  ret void
}

; Function Attrs: flatten noipa nooutline
define void @dead(ptr noundef align 8 dead_on_return %0, ptr noundef align 8 dead_on_return(8) %1) #9 {
  call void @dead(ptr align 8 dead_on_return %0, ptr dead_on_return(4) %1) [ "align"(ptr %0, i64 8), "nonnull"(ptr %1), "own"() ]
  ret void
}

; Function Attrs: memory(target_mem: read)
declare void @m0() #10

; Function Attrs: memory(read, target_mem: none)
declare void @m1() #11

; Function Attrs: memory(target_mem1: read)
declare void @m2() #12

; Function Attrs: memory(readwrite, argmem: read, target_mem: none)
declare void @m3() #13

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64) #14

attributes #0 = { denormal_fpenv(ieee) }
attributes #1 = { denormal_fpenv(preservesign) }
attributes #2 = { denormal_fpenv(positivezero|dynamic) }
attributes #3 = { denormal_fpenv(positivezero|dynamic, float: ieee) }
attributes #4 = { denormal_fpenv(positivezero, float: dynamic) }
attributes #5 = { denormal_fpenv(float: positivezero|preservesign) }
attributes #6 = { denormal_fpenv(dynamic) }
attributes #7 = { denormal_fpenv(dynamic, float: ieee|dynamic) }
attributes #8 = { denormal_fpenv(ieee|preservesign) }
attributes #9 = { flatten noipa nooutline }
attributes #10 = { memory(target_mem: read) }
attributes #11 = { memory(read, target_mem: none) }
attributes #12 = { memory(target_mem1: read) }
attributes #13 = { memory(readwrite, argmem: read, target_mem: none) }
attributes #14 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
