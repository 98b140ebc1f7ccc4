; ModuleID = 'const-expr.bc'
source_filename = "const-expr.ll"
target datalayout = "e-p:64:64-p1:32:32-i64:64"

%s = type { i32, [4 x i64], { i8, i16 } }

@g = global [8 x i32] zeroinitializer             ; [#uses=8 type=ptr]
@h = addrspace(1) global i32 0                    ; [#uses=2 type=ptr addrspace(1)]
@st = global %s zeroinitializer                   ; [#uses=2 type=ptr]
@x = external global i8                           ; [#uses=8 type=ptr]
@y = external global i8                           ; [#uses=2 type=ptr]
@gep0 = global ptr getelementptr ([8 x i32], ptr @g, i64 0, i64 3) ; [#uses=0 type=ptr]
@gep1 = global ptr getelementptr inbounds ([8 x i32], ptr @g, i64 0, i64 3) ; [#uses=0 type=ptr]
@gep2 = global ptr getelementptr nusw ([8 x i32], ptr @g, i64 0, i64 3) ; [#uses=0 type=ptr]
@gep3 = global ptr getelementptr nuw ([8 x i32], ptr @g, i64 0, i64 3) ; [#uses=0 type=ptr]
@gep4 = global ptr getelementptr nusw nuw ([8 x i32], ptr @g, i64 0, i64 3) ; [#uses=0 type=ptr]
@gep5 = global ptr getelementptr inbounds nuw ([8 x i32], ptr @g, i64 0, i64 3) ; [#uses=0 type=ptr]
@gep6 = global ptr getelementptr inrange(-4, 12) ([8 x i32], ptr @g, i64 0, i64 1) ; [#uses=0 type=ptr]
@gep7 = global ptr getelementptr inbounds inrange(0, 32) (%s, ptr @st, i32 0, i32 1, i64 2) ; [#uses=0 type=ptr]
@gep8 = global ptr getelementptr (i8, ptr @x, i64 -1) ; [#uses=0 type=ptr]
@gep9 = global ptr getelementptr inbounds (%s, ptr @st, i64 1, i32 2, i32 1) ; [#uses=0 type=ptr]
@gep10 = global ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @h, i32 5) ; [#uses=0 type=ptr]
@gepv = global <2 x ptr> getelementptr (i8, ptr @x, <2 x i64> <i64 1, i64 2>) ; [#uses=0 type=ptr]
@gepv2 = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @x, ptr @y>, <2 x i64> <i64 3, i64 4>) ; [#uses=0 type=ptr]
@p2i = global i64 ptrtoint (ptr @x to i64)        ; [#uses=1 type=ptr]
@p2i32 = global i32 ptrtoint (ptr @x to i32)      ; [#uses=0 type=ptr]
@p2a = global i64 ptrtoaddr (ptr @x to i64)       ; [#uses=0 type=ptr]
@i2p = global ptr inttoptr (i64 4096 to ptr)      ; [#uses=0 type=ptr]
@i2pe = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @x to i64), i64 8) to ptr) ; [#uses=0 type=ptr]
@trunc = global i8 ptrtoint (ptr @x to i8)        ; [#uses=0 type=ptr]
@asc = global ptr addrspacecast (ptr addrspace(1) @h to ptr) ; [#uses=0 type=ptr]
@bc = global <2 x i32> bitcast (i64 ptrtoint (ptr @x to i64) to <2 x i32>) ; [#uses=0 type=ptr]
@add = global i64 add (i64 ptrtoint (ptr @x to i64), i64 1) ; [#uses=0 type=ptr]
@addf = global i64 add nuw nsw (i64 ptrtoint (ptr @x to i64), i64 1) ; [#uses=0 type=ptr]
@addw = global i64 add nuw (i64 ptrtoint (ptr @x to i64), i64 1) ; [#uses=0 type=ptr]
@adds = global i64 add nsw (i64 ptrtoint (ptr @x to i64), i64 1) ; [#uses=0 type=ptr]
@sub = global i64 sub (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @y to i64)) ; [#uses=0 type=ptr]
@subf = global i64 sub nuw nsw (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @y to i64)) ; [#uses=0 type=ptr]
@xor = global i64 xor (i64 ptrtoint (ptr @x to i64), i64 -1) ; [#uses=0 type=ptr]
@rel = global i32 trunc (i64 sub (i64 ptrtoint (ptr @x to i64), i64 ptrtoint (ptr @rel to i64)) to i32) ; [#uses=1 type=ptr]

; [#uses=1]
define i32 @in_body() {
  %1 = load i32, ptr getelementptr inbounds ([8 x i32], ptr @g, i64 0, i64 2), align 4 ; [#uses=1 type=i32]
  store i64 ptrtoint (ptr @in_body to i64), ptr @p2i, align 8
  %2 = load i8, ptr inttoptr (i64 1 to ptr), align 1 ; [#uses=0 type=i8]
  %3 = insertelement <2 x ptr> poison, ptr getelementptr (i8, ptr @x, i64 1), i32 0 ; [#uses=0 type=<2 x ptr>]
  ret i32 %1
}
