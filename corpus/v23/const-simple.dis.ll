; ModuleID = 'const-simple.bc'
source_filename = "const-simple.ll"

@n = global ptr null
@n1 = global ptr addrspace(1) null
@z0 = global i32 0
@z1 = global float 0.000000e+00
@z2 = global [4 x i32] zeroinitializer
@z3 = global <4 x i32> zeroinitializer
@z4 = global { i32, float, ptr } zeroinitializer
@z5 = global [2 x [2 x i8]] [[2 x i8] zeroinitializer, [2 x i8] c"ab"]
@u0 = global i32 undef
@u1 = global float undef
@u2 = global [4 x i32] undef
@u3 = global <4 x i32> undef
@u4 = global { i32, float } { i32 undef, float 1.000000e+00 }
@u5 = global ptr undef
@p0 = global i32 poison
@p1 = global double poison
@p2 = global [4 x i32] poison
@p3 = global <4 x i32> poison
@p4 = global { i32, ptr } { i32 1, ptr poison }
@p5 = global [2 x i32] [i32 undef, i32 poison]
@p6 = global <2 x i32> <i32 undef, i32 poison>
@t = global i1 true
@f = global i1 false

define void @f1() personality ptr null {
  invoke void @f1()
          to label %ok unwind label %bad

ok:                                               ; preds = %0
  ret void

bad:                                              ; preds = %0
  %1 = cleanuppad within none []
  cleanupret from %1 unwind to caller
}
