; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
target triple = "amdgcn-amd-amdhsa"
define void @stack() {
  %1 = alloca i32
  %2 = alloca i32, addrspace(5)
  ret void
}
define void @not_stated() !reqd_work_group_size !0 { ret void }
define void @another_most() "amdgpu-flat-work-group-size"="6,7" !reqd_work_group_size !0 { ret void }
define void @another_least() "amdgpu-flat-work-group-size"="1,6" !reqd_work_group_size !0 { ret void }
define void @same() "amdgpu-flat-work-group-size"="6,6" !reqd_work_group_size !0 { ret void }
define void @one() "amdgpu-flat-work-group-size"="6" !reqd_work_group_size !0 { ret void }
define void @no_number() "amdgpu-flat-work-group-size"="a,6" !reqd_work_group_size !0 { ret void }
define void @hexadecimal() "amdgpu-flat-work-group-size"=" 6 , 0x6 " !reqd_work_group_size !0 { ret void }
define void @three() "amdgpu-flat-work-group-size"="6,6,6" !reqd_work_group_size !0 { ret void }
define void @signed() "amdgpu-flat-work-group-size"="+6,6" !reqd_work_group_size !0 { ret void }
define void @octal() "amdgpu-flat-work-group-size"="06,0b110" !reqd_work_group_size !0 { ret void }
define void @octal_8() "amdgpu-flat-work-group-size"="010,0o6" !reqd_work_group_size !0 { ret void }
define void @large() "amdgpu-flat-work-group-size"="18446744073709551616,6" !reqd_work_group_size !0 { ret void }
define void @empty() "amdgpu-flat-work-group-size"="" !reqd_work_group_size !0 { ret void }
define void @no_value() "amdgpu-flat-work-group-size" !reqd_work_group_size !0 { ret void }
define void @large_product() "amdgpu-flat-work-group-size"="6,6" !reqd_work_group_size !1 { ret void }
define void @wide() "amdgpu-flat-work-group-size"="6,6" !reqd_work_group_size !2 { ret void }
define void @zero_last() !reqd_work_group_size !3 { ret void }
define void @zero_first() "amdgpu-flat-work-group-size"="0,0" !reqd_work_group_size !4 { ret void }
define void @a_string() !reqd_work_group_size !5 { ret void }
define void @wrong_profile() !prof !6 !reqd_work_group_size !0 { ret void }
declare !reqd_work_group_size !0 void @declared()
define void @two() !reqd_work_group_size !7 { ret void }
!0 = !{i32 1, i32 2, i32 3}
!7 = !{i32 1, i32 2}
!1 = !{i64 -1, i64 2, i64 3}
!2 = !{i128 -1, i64 2, i64 3}
!3 = !{i64 -1, i64 -1, i64 0}
!4 = !{i64 0, i64 -1, i64 -1}
!5 = !{i64 0, i64 -1, !"x"}
!6 = !{!"a", i32 1}
