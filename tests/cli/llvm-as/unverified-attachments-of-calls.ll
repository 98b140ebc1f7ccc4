; FAIL: %llvm-as %s -o a.bc
; FIXED: LLVM 23 prints the same messages below the first line
define void @f(ptr %p, i64 %n) {
  store i8 0, ptr %p, !callee_type !{}
  call void @g(), !callee_type !{!"x"}
  call void @g(), !callee_type !{!{i32 1, i32 2}}
  call void @g(), !callee_type !{!{i32 1}}
  call void @g(), !callee_type !{!{!"x"}}
  call void @g(), !callee_type !{!{!"x.generalized"}}
  %a = add i64 %n, 1, !mmra !{!"a", !"b"}
  store i8 0, ptr %p, !mmra !DIExpression()
  store i8 0, ptr %p, !mmra !{!"a"}
  store i8 0, ptr %p, !mmra !{!{!"a", i32 1}}
  store i8 0, ptr %p, !annotation !DIExpression()
  store i8 0, ptr %p, !annotation !{}
  store i8 0, ptr %p, !annotation !{i32 1}
  store i8 0, ptr %p, !annotation !{!{i32 1}}
  %b = load ptr, ptr %p, !captures !{!"address"}
  store i8 0, ptr %p, !captures !{!"address"}
  store ptr %p, ptr %p, !captures !{}
  store ptr %p, ptr %p, !captures !{i32 1}
  store ptr %p, ptr %p, !captures !{!"address", !"x"}
  store i8 0, ptr %p, !alloc_token !{!"x", i1 true}
  call void @g(), !alloc_token !{!"x"}
  call void @g(), !alloc_token !{i32 1, i1 true}
  call void @g(), !alloc_token !{!"x", !"y"}
  store i8 0, ptr %p, !inline_history !{}
  call void @g(), !inline_history !{!"x"}
  call void @g(), !inline_history !{ptr @g, null, ptr @v}
  call void @g(), !amdgpu.expected.active.lanes !{}
  call void @g(), !amdgpu.expected.active.lanes !{i64 1}
  ret void
}
@v = global i8 0
declare void @g()
