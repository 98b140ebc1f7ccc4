; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p) {
  %a = load i8, ptr %p, !memprof !{!0}, !callsite !{i64 1}
  %b = load i8, ptr %p, !callsite !{i64 1}
  call void @g(), !memprof !{!0}
  call void @g(), !memprof !{}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!"x"}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{null, !"x"}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!"x", !"x"}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!{i64 1}, i32 1}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!{}, !"x"}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!{!"x"}, !"x"}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!{i64 1}, !"x", i32 1}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!{i64 1}, !"x", !{i64 1}}}, !callsite !{i64 1}
  call void @g(), !memprof !{!{!{i64 1}, !"x", !{i64 1, !"x"}}}, !callsite !{i64 1}
  call void @g(), !memprof !{!0}, !callsite !{}
  call void @g(), !memprof !{!0}, !callsite !{!"x"}
  call void @g(), !memprof !{!0}, !callsite !{i64 1, float 1.0}
  ret void
}
declare void @g()
!0 = !{!{i64 1}, !"cold", !{i64 1, i64 2}}
