; ModuleID = 'inst-call.bc'
source_filename = "inst-call.ll"

declare void @v()

declare i32 @i(i32, ptr)

declare float @f(float)

declare <2 x float> @vf(<2 x float>)

declare [2 x float] @af()

declare i32 @var(ptr, ...)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define i32 @calls(i32 %x, ptr %p, ptr addrspace(1) %q) {
  call void @v()
  tail call void @v()
  notail call void @v()
  %1 = call i32 @i(i32 %x, ptr %p)
  %2 = call fast float @f(float 1.000000e+00)
  %3 = tail call nnan nsz float @f(float %2)
  %4 = call reassoc <2 x float> @vf(<2 x float> zeroinitializer)
  %5 = call ninf [2 x float] @af()
  %6 = call fastcc i32 @i(i32 1, ptr null)
  %7 = call zeroext i32 @i(i32 signext 1, ptr nonnull align 4 %p) #1
  %8 = call i32 (ptr, ...) @var(ptr %p, i32 1, float 1.000000e-01, ptr noundef %p)
  %9 = call i32 %p(i32 1)
  call addrspace(1) void %q()
  %10 = call coldcc addrspace(1) i32 %q(i32 5)
  call void @"odd name"()
  %11 = call i32 undef(i32 poison)
  call void null()
  call void inttoptr (i64 16 to ptr)(i32 1)
  ret i32 %1
}

define void @bundles(i32 %x, ptr %p, i1 %c) {
  call void @v() [ "deopt"() ]
  call void @v() [ "deopt"(i32 1, ptr %p, i64 undef) ]
  call void @v() [ "one"(i32 %x), "two"(), "quo\22ted"(float 1.000000e+00) ]
  call void @v() #1 [ "gc-live"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p) ]
  %1 = call ptr @objc() [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  call void %p() [ "kcfi"(i32 1234) ]
  call void %p() [ "ptrauth"(i32 1, i64 2) ]
  call void @v() [ "convergencectrl_like"(i32 0) ]
  %2 = call i32 (ptr, ...) @var(ptr %p, i32 1) [ "made.up"(i32 %x, i32 %x) ]
  ret void
}

define i32 @must(i32 %x, ptr %p) {
  %1 = musttail call i32 @i(i32 %x, ptr %p)
  ret i32 %1
}

define void @must_var(ptr %p, ...) {
  musttail call void (ptr, ...) %p(ptr %p, ...)
  ret void
}

declare ptr @objc()

declare ptr @objc_retainAutoreleasedReturnValue(ptr)

declare void @"odd name"()

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #1 = { nounwind "call"="yes" }
