; ModuleID = 'inst-memory.bc'
source_filename = "inst-memory.ll"
target datalayout = "e-p:64:64-A5"

%s = type { i32, [4 x { i8, i64 }], <4 x float> }

define ptr addrspace(5) @allocas(i32 %n, i64 %m) {
  %1 = alloca i32, align 4, addrspace(5)
  %2 = alloca i32, align 16
  %3 = alloca i32, i32 4, align 4
  %4 = alloca i32, i32 %n, align 8
  %5 = alloca i8, i64 %m, align 1
  %6 = alloca %s, align 16
  %7 = alloca i8, i64 18, align 4294967296, addrspace(3)
  %8 = alloca inalloca i64, align 8
  %9 = alloca swifterror ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca i32, i64 1, align 4
  %12 = alloca [3 x i8], i1 true, align 1
  %13 = alloca <vscale x 4 x i32>, align 16
  ret ptr addrspace(5) %1
}

define void @loads(ptr %p, ptr addrspace(1) %q, i32 %v) {
  %1 = load i32, ptr %p, align 4
  %2 = load i32, ptr %p, align 1
  %3 = load volatile i32, ptr %p, align 4
  %4 = load %s, ptr %p, align 16
  %5 = load <4 x float>, ptr addrspace(1) %q, align 64
  %6 = load ptr, ptr %p, align 8, !nonnull !0, !dereferenceable !1, !align !1
  %7 = load i8, ptr %p, align 1, !range !2, !invariant.load !0, !noundef !0
  %8 = load i1, ptr null, align 1
  store i32 %v, ptr %p, align 4
  store i32 1, ptr %p, align 1
  store volatile i32 %v, ptr addrspace(1) %q, align 4, !nontemporal !3
  store %s zeroinitializer, ptr %p, align 32
  store ptr %p, ptr %p, align 8
  store ptr @loads, ptr inttoptr (i64 8 to ptr), align 4294967296
  ret void
}

define void @geps(ptr %p, ptr addrspace(1) %q, i64 %i, <2 x ptr> %vp, <2 x i64> %vi) {
  %1 = getelementptr i32, ptr %p, i64 %i
  %2 = getelementptr inbounds i32, ptr %p, i64 1
  %3 = getelementptr nusw i32, ptr %p, i64 1
  %4 = getelementptr nuw i32, ptr %p, i64 1
  %5 = getelementptr nusw nuw i32, ptr %p, i64 1
  %6 = getelementptr inbounds nuw i32, ptr %p, i64 1
  %7 = getelementptr inbounds nuw %s, ptr %p, i64 %i, i32 1, i64 3, i32 1
  %8 = getelementptr %s, ptr addrspace(1) %q, i32 0, i32 2, i64 1
  %9 = getelementptr i8, <2 x ptr> %vp, i64 %i
  %10 = getelementptr i8, ptr %p, <2 x i64> %vi
  %11 = getelementptr inbounds [4 x i32], <2 x ptr> %vp, <2 x i64> %vi, <2 x i64> splat (i64 1)
  %12 = getelementptr i8, ptr null, i64 4
  %13 = getelementptr i8, ptr %p
  ret void
}

!0 = !{}
!1 = !{i64 16}
!2 = !{i8 0, i8 2}
!3 = !{i32 1}
