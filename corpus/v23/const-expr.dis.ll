; ModuleID = 'const-expr.bc'
source_filename = "const-expr.ll"
target datalayout = "e-p:64:64-p1:32:32-i64:64"

%s = type { i32, [4 x i64], { i8, i16 } }

@g = global [8 x i32] zeroinitializer
@h = addrspace(1) global i32 0
@st = global %s zeroinitializer
@x = external global i8
@y = external global i8
@gep0 = global ptr getelementptr ([8 x i32], ptr @g, i64 0, i64 3)
@gep1 = global ptr getelementptr inbounds ([8 x i32], ptr @g, i64 0, i64 3)
@gep2 = global ptr getelementptr nusw ([8 x i32], ptr @g, i64 0, i64 3)
@gep3 = global ptr getelementptr nuw ([8 x i32], ptr @g, i64 0, i64 3)
@gep4 = global ptr getelementptr nusw nuw ([8 x i32], ptr @g, i64 0, i64 3)
@gep5 = global ptr getelementptr inbounds nuw ([8 x i32], ptr @g, i64 0, i64 3)
@gep6 = global ptr getelementptr inrange(-4, 12) ([8 x i32], ptr @g, i64 0, i64 1)
@gep7 = global ptr getelementptr inbounds inrange(0, 32) (%s, ptr @st, i32 0, i32 1, i64 2)
@gep8 = global ptr getelementptr (i8, ptr @x, i64 -1)
@gep9 = global ptr getelementptr inbounds (%s, ptr @st, i64 1, i32 2, i32 1)
@gep10 = global ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @h, i32 5)
@gepv = global <2 x ptr> getelementptr (i8, ptr @x, <2 x i64> <i64 1, i64 2>)
@gepv2 = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @x, ptr @y>, <2 x i64> <i64 3, i64 4>)
@p2i = global i64 ptrtoint (ptr @x to i64)
@p2i32 = global i32 ptrtoint (ptr @x to i32)
@p2a = global i64 ptrtoaddr (ptr @x to i64)
@i2p = global ptr inttoptr (i64 4096 to ptr)
@i2pe = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @x to i64), i64 8) to ptr)
@trunc = global i8 ptrtoint (ptr @x to i8)
@asc = global ptr addrspacecast (ptr addrspace(1) @h to ptr)
@bc = global <2 x i32> bitcast (i64 ptrtoint (ptr @x to i64) to <2 x i32>)
@add = global i64 add (i64 ptrtoint (ptr @x to i64), i64 1)
@addf = global i64 add nuw nsw (i64 ptrtoint (ptr @x to i64), i64 1)
@addw = global i64 add nuw (i64 ptrtoint (ptr @x to i64), i64 1)
@adds = global i64 add nsw (i64 ptrtoint (ptr @x to i64), i64 1)
@sub = global i64 sub (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @y to i64))
@subf = global i64 sub nuw nsw (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @y to i64))
@xor = global i64 xor (i64 ptrtoint (ptr @x to i64), i64 -1)
@rel = global i32 trunc (i64 sub (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @rel to i64)) to i32)

define i32 @in_body() {
  %1 = load i32, ptr getelementptr inbounds ([8 x i32], ptr @g, i64 0, i64 2), align 4
  store i64 ptrtoint (ptr @in_body to i64), ptr @p2i, align 8
  %2 = load i8, ptr inttoptr (i64 1 to ptr), align 1
  %3 = insertelement <2 x ptr> poison, ptr getelementptr (i8, ptr @x, i64 1), i32 0
  ret i32 %1
}
