; Attributes: denormal_fpenv, dead_on_return with bytes, memory of all targets, flatten, noipa, nooutline.
define void @f0() denormal_fpenv(ieee) { ret void }
define void @f1() denormal_fpenv(preservesign) { ret void }
define void @f2() denormal_fpenv(positivezero|dynamic) { ret void }
define void @f3() denormal_fpenv(positivezero|dynamic, float: ieee) { ret void }
define void @f4() denormal_fpenv(positivezero, float: dynamic) { ret void }
define void @f5() denormal_fpenv(float: positivezero|preservesign) { ret void }
define void @f6() denormal_fpenv(ieee, float: ieee) { ret void }
define void @f7() denormal_fpenv(dynamic, float: dynamic) { ret void }
define void @f8() denormal_fpenv(dynamic|dynamic, float: ieee|dynamic) { ret void }
define void @f9() denormal_fpenv(ieee|preservesign, float: ieee|preservesign) { ret void }
define void @dead(ptr dead_on_return noundef align 8 %0, ptr dead_on_return(8) noundef align 8 %1) flatten noipa nooutline {
  call void @dead(ptr align 8 dead_on_return %0, ptr dead_on_return(4) %1) [ "align"(ptr %0, i64 8), "nonnull"(ptr %1), "own"() ]
  ret void
}
declare void @m0() memory(target_mem: read)
declare void @m1() memory(read, target_mem: none)
declare void @m2() memory(target_mem: read, target_mem0: none)
declare void @m3() memory(readwrite, argmem: read, target_mem0: none, target_mem1: none)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
