; ModuleID = 'rustc-debug.bc'
source_filename = "shapes.43b48fc11de24fea-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%"alloc::boxed::Box<dyn Area>" = type { %"core::ptr::unique::Unique<dyn Area>", %"alloc::alloc::Global" }
%"core::ptr::unique::Unique<dyn Area>" = type { %"core::ptr::non_null::NonNull<dyn Area>", %"core::marker::PhantomData<dyn Area>" }
%"core::ptr::non_null::NonNull<dyn Area>" = type { { ptr, ptr } }
%"core::marker::PhantomData<dyn Area>" = type {}
%"alloc::alloc::Global" = type {}

@alloc_3b1a4f891d84c779a3ec160850dd0a16 = private unnamed_addr constant [10 x i8] c"shapes.rs\00", align 1
@alloc_d4614ebd95bb6170f045630a13a69b48 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00\11\00\00\00!\00\00\00" }>, align 8
@alloc_8cbe672c4d694a24f4d3512abb44cb2a = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00\12\00\00\00/\00\00\00" }>, align 8
@alloc_3e1ebac14318b612ab4efabc52799932 = private unnamed_addr constant [186 x i8] c"unsafe precondition(s) violated: usize::unchecked_add cannot overflow\0A\0AThis indicates a bug in the program. This Undefined Behavior check is optional, and cannot be relied on for safety.", align 1
@alloc_de4e626d456b04760e72bc785ed7e52a = private unnamed_addr constant [201 x i8] c"unsafe precondition(s) violated: ptr::offset_from_unsigned requires `self >= origin`\0A\0AThis indicates a bug in the program. This Undefined Behavior check is optional, and cannot be relied on for safety.", align 1
@alloc_5a7834367d554cfd1aeba7bd4bef0e11 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_3b1a4f891d84c779a3ec160850dd0a16, [16 x i8] c"\09\00\00\00\00\00\00\00 \00\00\00\08\00\00\00" }>, align 8
@alloc_5ad76b829a8a1c805dd38746537c16d8 = private unnamed_addr constant [7 x i8] c"nothing", align 1
@alloc_88bfb5085a97a9f03cee2b9c3c42dd08 = private unnamed_addr constant [81 x i8] c"/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ptr/non_null.rs\00", align 1
@alloc_7cb1dd7620319c06f8fe4029f6b4a0d1 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_88bfb5085a97a9f03cee2b9c3c42dd08, [16 x i8] c"P\00\00\00\00\00\00\00\B9\03\00\00 \00\00\00" }>, align 8
@alloc_ec595fc0e82ef92fc59bd74f68296eae = private unnamed_addr constant [73 x i8] c"assertion failed: 0 < pointee_size && pointee_size <= isize::MAX as usize", align 1
@alloc_e9481a72334486f24b2c0d82b25567e1 = private unnamed_addr constant [79 x i8] c"/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/slice/iter.rs\00", align 1
@alloc_12fdce0839ba33fd8bd1bb0711a36af6 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_e9481a72334486f24b2c0d82b25567e1, [16 x i8] c"N\00\00\00\00\00\00\00\8E\00\00\00\01\00\00\00" }>, align 8

; Function Attrs: nonlazybind uwtable
define double @"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h184e534a6619f019E"(ptr align 8 %self, double %init) unnamed_addr #0 !dbg !7 {
start:
  %f.dbg.spill = alloca [8 x i8], align 8
  %g.dbg.spill = alloca [0 x i8], align 1
    #dbg_declare(ptr %self, !84, !DIExpression(), !91)
  %init.dbg.spill = alloca [8 x i8], align 8
  store double %init, ptr %init.dbg.spill, align 8
    #dbg_declare(ptr %init.dbg.spill, !85, !DIExpression(), !92)
    #dbg_declare(ptr %g.dbg.spill, !86, !DIExpression(), !93)
    #dbg_declare(ptr %g.dbg.spill, !94, !DIExpression(), !108)
  %_4.0 = load ptr, ptr %self, align 8, !dbg !110
  %0 = getelementptr inbounds i8, ptr %self, i64 8, !dbg !110
  %_4.1 = load ptr, ptr %0, align 8, !dbg !110
  %1 = getelementptr inbounds i8, ptr %self, i64 16, !dbg !111
  %f = load ptr, ptr %1, align 8, !dbg !111
  store ptr %f, ptr %f.dbg.spill, align 8, !dbg !111
    #dbg_declare(ptr %f.dbg.spill, !104, !DIExpression(), !112)
  %_0 = call double @"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E"(ptr %_4.0, ptr %_4.1, double %init, ptr align 8 %f) #8, !dbg !113
  ret double %_0, !dbg !114
}

; Function Attrs: nonlazybind uwtable
define double @"_ZN46_$LT$shapes..Shape$u20$as$u20$shapes..Area$GT$4area17h60114d2cec47e1f4E"(ptr align 8 %self) unnamed_addr #0 !dbg !115 {
start:
  %small.dbg.spill.i = alloca [4 x i8], align 4
  %s.dbg.spill = alloca [8 x i8], align 8
  %h.dbg.spill = alloca [8 x i8], align 8
  %w.dbg.spill = alloca [8 x i8], align 8
  %r.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !184, !DIExpression(), !195)
  %0 = load i64, ptr %self, align 8, !dbg !196
  %1 = sub i64 %0, -9223372036854775808, !dbg !196
  %2 = icmp uge i64 %0, -9223372036854775808, !dbg !196
  %_2 = select i1 %2, i64 %1, i64 2, !dbg !196
  switch i64 %_2, label %bb1 [
    i64 0, label %bb4
    i64 1, label %bb3
    i64 2, label %bb2
  ], !dbg !197

bb1:                                              ; preds = %start
  unreachable, !dbg !196

bb4:                                              ; preds = %start
  %r = getelementptr inbounds i8, ptr %self, i64 8, !dbg !198
  store ptr %r, ptr %r.dbg.spill, align 8, !dbg !198
    #dbg_declare(ptr %r.dbg.spill, !185, !DIExpression(), !199)
  %_4 = call double @"_ZN60_$LT$f64$u20$as$u20$core..ops..arith..Mul$LT$$RF$f64$GT$$GT$3mul17h9ae06deafd439fceE"(double 3.250000e+00, ptr align 8 %r, ptr align 8 @alloc_d4614ebd95bb6170f045630a13a69b48) #8, !dbg !200
  %3 = call double @"_ZN60_$LT$f64$u20$as$u20$core..ops..arith..Mul$LT$$RF$f64$GT$$GT$3mul17h9ae06deafd439fceE"(double %_4, ptr align 8 %r, ptr align 8 @alloc_d4614ebd95bb6170f045630a13a69b48) #8, !dbg !200
  store double %3, ptr %_0, align 8, !dbg !200
  br label %bb8, !dbg !200

bb3:                                              ; preds = %start
  %w = getelementptr inbounds i8, ptr %self, i64 8, !dbg !201
  store ptr %w, ptr %w.dbg.spill, align 8, !dbg !201
    #dbg_declare(ptr %w.dbg.spill, !188, !DIExpression(), !202)
  %h = getelementptr inbounds i8, ptr %self, i64 12, !dbg !203
  store ptr %h, ptr %h.dbg.spill, align 8, !dbg !203
    #dbg_declare(ptr %h.dbg.spill, !191, !DIExpression(), !204)
  %_7 = call i32 @"_ZN49_$LT$$RF$u32$u20$as$u20$core..ops..arith..Mul$GT$3mul17hf1b1ce3edc435e96E"(ptr align 4 %w, ptr align 4 %h, ptr align 8 @alloc_8cbe672c4d694a24f4d3512abb44cb2a) #8, !dbg !205
  store i32 %_7, ptr %small.dbg.spill.i, align 4
    #dbg_declare(ptr %small.dbg.spill.i, !206, !DIExpression(), !215)
  %_0.i = uitofp i32 %_7 to double, !dbg !217
  store double %_0.i, ptr %_0, align 8, !dbg !218
  br label %bb8, !dbg !218

bb2:                                              ; preds = %start
  store ptr %self, ptr %s.dbg.spill, align 8, !dbg !219
    #dbg_declare(ptr %s.dbg.spill, !192, !DIExpression(), !220)
  %_9 = call i64 @_ZN5alloc6string6String3len17hfda8b90a9134c6b7E(ptr align 8 %self) #8, !dbg !221
  %4 = uitofp i64 %_9 to double, !dbg !222
  store double %4, ptr %_0, align 8, !dbg !222
  br label %bb8, !dbg !223

bb8:                                              ; preds = %bb2, %bb3, %bb4
  %5 = load double, ptr %_0, align 8, !dbg !224
  ret double %5, !dbg !224
}

; Function Attrs: inlinehint nonlazybind uwtable
define internal i32 @"_ZN49_$LT$$RF$u32$u20$as$u20$core..ops..arith..Mul$GT$3mul17hf1b1ce3edc435e96E"(ptr align 4 %self, ptr align 4 %other, ptr align 8 %0) unnamed_addr #1 !dbg !225 {
start:
  %other.dbg.spill4 = alloca [4 x i8], align 4
  %self.dbg.spill2 = alloca [4 x i8], align 4
  %other.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !257, !DIExpression(), !259)
  store ptr %other, ptr %other.dbg.spill, align 8
    #dbg_declare(ptr %other.dbg.spill, !258, !DIExpression(), !260)
  %self1 = load i32, ptr %self, align 4, !dbg !261
  store i32 %self1, ptr %self.dbg.spill2, align 4, !dbg !261
    #dbg_declare(ptr %self.dbg.spill2, !262, !DIExpression(), !270)
  %other3 = load i32, ptr %other, align 4, !dbg !272
  store i32 %other3, ptr %other.dbg.spill4, align 4, !dbg !272
    #dbg_declare(ptr %other.dbg.spill4, !269, !DIExpression(), !273)
  %1 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %self1, i32 %other3), !dbg !274
  %_5.0 = extractvalue { i32, i1 } %1, 0, !dbg !274
  %_5.1 = extractvalue { i32, i1 } %1, 1, !dbg !274
  br i1 %_5.1, label %panic, label %bb1, !dbg !274

bb1:                                              ; preds = %start
  ret i32 %_5.0, !dbg !275

panic:                                            ; preds = %start
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 %0) #9, !dbg !274
  unreachable, !dbg !274
}

; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @"_ZN4core3num23_$LT$impl$u20$usize$GT$13unchecked_add18precondition_check17h86b0bfa4bf141acfE"(i64 %lhs, i64 %rhs, ptr align 8 %0) unnamed_addr #2 !dbg !276 {
start:
  %msg.dbg.spill = alloca [16 x i8], align 8
  %rhs.dbg.spill = alloca [8 x i8], align 8
  %lhs.dbg.spill = alloca [8 x i8], align 8
  store i64 %lhs, ptr %lhs.dbg.spill, align 8
    #dbg_declare(ptr %lhs.dbg.spill, !283, !DIExpression(), !287)
    #dbg_declare(ptr %lhs.dbg.spill, !288, !DIExpression(), !300)
  store i64 %rhs, ptr %rhs.dbg.spill, align 8
    #dbg_declare(ptr %rhs.dbg.spill, !284, !DIExpression(), !287)
    #dbg_declare(ptr %rhs.dbg.spill, !299, !DIExpression(), !303)
  %_7.0 = add i64 %lhs, %rhs, !dbg !304
  %_7.1 = icmp ult i64 %_7.0, %lhs, !dbg !304
  br i1 %_7.1, label %bb1, label %bb2, !dbg !305

bb2:                                              ; preds = %start
  ret void, !dbg !306

bb1:                                              ; preds = %start
  store ptr @alloc_3e1ebac14318b612ab4efabc52799932, ptr %msg.dbg.spill, align 8, !dbg !307
  %1 = getelementptr inbounds i8, ptr %msg.dbg.spill, i64 8, !dbg !307
  store i64 186, ptr %1, align 8, !dbg !307
    #dbg_declare(ptr %msg.dbg.spill, !285, !DIExpression(), !308)
    #dbg_declare(ptr %msg.dbg.spill, !309, !DIExpression(), !398)
    #dbg_declare(ptr %msg.dbg.spill, !400, !DIExpression(), !408)
    #dbg_declare(ptr %msg.dbg.spill, !410, !DIExpression(), !415)
    #dbg_declare(ptr %msg.dbg.spill, !417, !DIExpression(), !426)
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_nounwind_fmt(ptr @alloc_3e1ebac14318b612ab4efabc52799932, ptr inttoptr (i64 373 to ptr), i1 zeroext false, ptr align 8 %0) #10, !dbg !428
  unreachable, !dbg !428
}

; Function Attrs: inlinehint nounwind nonlazybind uwtable
define internal void @"_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned18precondition_check17h6b02eaad6ff3667aE"(ptr %this, ptr %origin, ptr align 8 %0) unnamed_addr #2 !dbg !429 {
start:
  %msg.dbg.spill = alloca [16 x i8], align 8
  %origin.dbg.spill = alloca [8 x i8], align 8
  %this.dbg.spill = alloca [8 x i8], align 8
  store ptr %this, ptr %this.dbg.spill, align 8
    #dbg_declare(ptr %this.dbg.spill, !436, !DIExpression(), !440)
    #dbg_declare(ptr %this.dbg.spill, !441, !DIExpression(), !448)
  store ptr %origin, ptr %origin.dbg.spill, align 8
    #dbg_declare(ptr %origin.dbg.spill, !437, !DIExpression(), !440)
    #dbg_declare(ptr %origin.dbg.spill, !447, !DIExpression(), !451)
  %_3 = icmp uge ptr %this, %origin, !dbg !452
  br i1 %_3, label %bb1, label %bb2, !dbg !449

bb2:                                              ; preds = %start
  store ptr @alloc_de4e626d456b04760e72bc785ed7e52a, ptr %msg.dbg.spill, align 8, !dbg !459
  %1 = getelementptr inbounds i8, ptr %msg.dbg.spill, i64 8, !dbg !459
  store i64 201, ptr %1, align 8, !dbg !459
    #dbg_declare(ptr %msg.dbg.spill, !438, !DIExpression(), !460)
    #dbg_declare(ptr %msg.dbg.spill, !461, !DIExpression(), !464)
    #dbg_declare(ptr %msg.dbg.spill, !466, !DIExpression(), !469)
    #dbg_declare(ptr %msg.dbg.spill, !471, !DIExpression(), !474)
    #dbg_declare(ptr %msg.dbg.spill, !476, !DIExpression(), !479)
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_nounwind_fmt(ptr @alloc_de4e626d456b04760e72bc785ed7e52a, ptr inttoptr (i64 403 to ptr), i1 zeroext false, ptr align 8 %0) #10, !dbg !481
  unreachable, !dbg !481

bb1:                                              ; preds = %start
  ret void, !dbg !482
}

; Function Attrs: inlinehint nonlazybind uwtable
define void @_ZN4core4iter6traits8iterator8Iterator3map17he431a2a029f198a8E(ptr sret([24 x i8]) align 8 %_0, ptr %self.0, ptr %self.1, ptr align 8 %f) unnamed_addr #1 !dbg !483 {
start:
  %f.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [16 x i8], align 8
  store ptr %self.0, ptr %self.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8
  store ptr %self.1, ptr %0, align 8
    #dbg_declare(ptr %self.dbg.spill, !490, !DIExpression(), !494)
  store ptr %f, ptr %f.dbg.spill, align 8
    #dbg_declare(ptr %f.dbg.spill, !491, !DIExpression(), !495)
  store ptr %self.0, ptr %_0, align 8, !dbg !496
  %1 = getelementptr inbounds i8, ptr %_0, i64 8, !dbg !496
  store ptr %self.1, ptr %1, align 8, !dbg !496
  %2 = getelementptr inbounds i8, ptr %_0, i64 16, !dbg !496
  store ptr %f, ptr %2, align 8, !dbg !496
  ret void, !dbg !500
}

; Function Attrs: nonlazybind uwtable
define double @_ZN4core4iter6traits8iterator8Iterator3sum17hc91b9ccaebc7f45dE(ptr align 8 %self) unnamed_addr #0 !dbg !501 {
start:
    #dbg_declare(ptr %self, !505, !DIExpression(), !509)
  %_0 = call double @"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17he189cd3da46f4409E"(ptr align 8 %self), !dbg !510
  ret double %_0, !dbg !511
}

; Function Attrs: inlinehint nonlazybind uwtable
define double @"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha3fb4c2d2bccbba8E"(ptr align 8 %_1, double %acc, ptr align 8 %elt) unnamed_addr #1 personality ptr @rust_eh_personality !dbg !512 {
start:
  %0 = alloca [16 x i8], align 8
  %elt.dbg.spill = alloca [8 x i8], align 8
  %acc.dbg.spill = alloca [8 x i8], align 8
  %_1.dbg.spill = alloca [8 x i8], align 8
  %_10 = alloca [1 x i8], align 1
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !519, !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 8), !521)
    #dbg_declare(ptr %_1.dbg.spill, !520, !DIExpression(DW_OP_deref), !522)
  store double %acc, ptr %acc.dbg.spill, align 8
    #dbg_declare(ptr %acc.dbg.spill, !517, !DIExpression(), !523)
  store ptr %elt, ptr %elt.dbg.spill, align 8
    #dbg_declare(ptr %elt.dbg.spill, !518, !DIExpression(), !524)
  %_4 = getelementptr inbounds i8, ptr %_1, i64 8, !dbg !525
  store i8 1, ptr %_10, align 1, !dbg !526
  %_7 = invoke double @"_ZN6shapes5total28_$u7b$$u7b$closure$u7d$$u7d$17hd69310afe3c60037E"(ptr align 8 %_1, ptr align 8 %elt)
          to label %bb1 unwind label %cleanup, !dbg !527

bb5:                                              ; preds = %cleanup
  %1 = load i8, ptr %_10, align 1, !dbg !528
  %2 = trunc nuw i8 %1 to i1, !dbg !528
  br i1 %2, label %bb4, label %bb3, !dbg !528

cleanup:                                          ; preds = %bb1, %start
  %3 = landingpad { ptr, i32 }
          cleanup
  %4 = extractvalue { ptr, i32 } %3, 0
  %5 = extractvalue { ptr, i32 } %3, 1
  store ptr %4, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  store i32 %5, ptr %6, align 8
  br label %bb5

bb1:                                              ; preds = %start
  store i8 0, ptr %_10, align 1, !dbg !525
  %_0 = invoke double @"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h2fbd226f8b27d400E"(ptr align 1 %_4, double %acc, double %_7)
          to label %bb2 unwind label %cleanup, !dbg !525

bb2:                                              ; preds = %bb1
  ret double %_0, !dbg !529

bb3:                                              ; preds = %bb4, %bb5
  %7 = load ptr, ptr %0, align 8, !dbg !530
  %8 = getelementptr inbounds i8, ptr %0, i64 8, !dbg !530
  %9 = load i32, ptr %8, align 8, !dbg !530
  %10 = insertvalue { ptr, i32 } poison, ptr %7, 0, !dbg !530
  %11 = insertvalue { ptr, i32 } %10, i32 %9, 1, !dbg !530
  resume { ptr, i32 } %11, !dbg !530

bb4:                                              ; preds = %bb5
  br label %bb3, !dbg !528
}

; Function Attrs: inlinehint nonlazybind uwtable
define { ptr, ptr } @"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17h15fb1b938b879cb1E"(ptr align 8 %self.0, i64 %self.1) unnamed_addr #1 !dbg !531 {
start:
  %self.dbg.spill = alloca [16 x i8], align 8
  store ptr %self.0, ptr %self.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8
  store i64 %self.1, ptr %0, align 8
    #dbg_declare(ptr %self.dbg.spill, !542, !DIExpression(), !543)
  %1 = call { ptr, ptr } @"_ZN4core5slice4iter13Iter$LT$T$GT$3new17h4428f47d4840498bE"(ptr align 8 %self.0, i64 %self.1) #8, !dbg !544
  %_0.0 = extractvalue { ptr, ptr } %1, 0, !dbg !544
  %_0.1 = extractvalue { ptr, ptr } %1, 1, !dbg !544
  %2 = insertvalue { ptr, ptr } poison, ptr %_0.0, 0, !dbg !545
  %3 = insertvalue { ptr, ptr } %2, ptr %_0.1, 1, !dbg !545
  ret { ptr, ptr } %3, !dbg !545
}

; Function Attrs: inlinehint nonlazybind uwtable
define zeroext i1 @"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$8is_empty17h707b797a26dc4115E"(ptr align 16 %self.0, i64 %self.1) unnamed_addr #1 !dbg !546 {
start:
  %self.dbg.spill = alloca [16 x i8], align 8
  store ptr %self.0, ptr %self.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8
  store i64 %self.1, ptr %0, align 8
    #dbg_declare(ptr %self.dbg.spill, !556, !DIExpression(), !559)
  %_0 = icmp eq i64 %self.1, 0, !dbg !560
  ret i1 %_0, !dbg !561
}

; Function Attrs: inlinehint nonlazybind uwtable
define { ptr, ptr } @"_ZN4core5slice4iter13Iter$LT$T$GT$3new17h4428f47d4840498bE"(ptr align 8 %slice.0, i64 %slice.1) unnamed_addr #1 !dbg !562 {
start:
  %self.dbg.spill1 = alloca [8 x i8], align 8
  %ptr.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [16 x i8], align 8
  %len.dbg.spill = alloca [8 x i8], align 8
  %slice.dbg.spill = alloca [16 x i8], align 8
  %end_or_len = alloca [8 x i8], align 8
  store ptr %slice.0, ptr %slice.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %slice.dbg.spill, i64 8
  store i64 %slice.1, ptr %0, align 8
    #dbg_declare(ptr %slice.dbg.spill, !566, !DIExpression(), !573)
    #dbg_declare(ptr %slice.dbg.spill, !574, !DIExpression(), !588)
    #dbg_declare(ptr %end_or_len, !571, !DIExpression(), !590)
  store i64 %slice.1, ptr %len.dbg.spill, align 8, !dbg !591
    #dbg_declare(ptr %len.dbg.spill, !567, !DIExpression(), !592)
    #dbg_declare(ptr %len.dbg.spill, !593, !DIExpression(), !599)
    #dbg_declare(ptr %len.dbg.spill, !601, !DIExpression(), !611)
  store ptr %slice.0, ptr %self.dbg.spill, align 8, !dbg !613
  %1 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8, !dbg !613
  store i64 %slice.1, ptr %1, align 8, !dbg !613
    #dbg_declare(ptr %self.dbg.spill, !614, !DIExpression(), !622)
  store ptr %slice.0, ptr %ptr.dbg.spill, align 8, !dbg !624
    #dbg_declare(ptr %ptr.dbg.spill, !569, !DIExpression(), !625)
    #dbg_declare(ptr %ptr.dbg.spill, !626, !DIExpression(), !632)
  br label %bb2, !dbg !634

bb2:                                              ; preds = %start
  store ptr %slice.0, ptr %self.dbg.spill1, align 8, !dbg !635
    #dbg_declare(ptr %self.dbg.spill1, !610, !DIExpression(), !636)
  %_6 = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %slice.0, i64 %slice.1, !dbg !637
  store ptr %_6, ptr %end_or_len, align 8, !dbg !638
  br label %bb3, !dbg !639

bb3:                                              ; preds = %bb2
  %_0.1 = load ptr, ptr %end_or_len, align 8, !dbg !640
  %2 = insertvalue { ptr, ptr } poison, ptr %slice.0, 0, !dbg !641
  %3 = insertvalue { ptr, ptr } %2, ptr %_0.1, 1, !dbg !641
  ret { ptr, ptr } %3, !dbg !641

bb1:                                              ; No predecessors!
  unreachable
}

; Function Attrs: inlinehint nonlazybind uwtable
define double @"_ZN4core6option15Option$LT$T$GT$9unwrap_or17h92a84614c5caeae8E"(i64 %0, double %1, double %default) unnamed_addr #1 !dbg !642 {
start:
  %default.dbg.spill = alloca [8 x i8], align 8
  %x = alloca [8 x i8], align 8
  %self = alloca [16 x i8], align 8
  store i64 %0, ptr %self, align 8
  %2 = getelementptr inbounds i8, ptr %self, i64 8
  store double %1, ptr %2, align 8
    #dbg_declare(ptr %x, !650, !DIExpression(), !652)
    #dbg_declare(ptr %self, !648, !DIExpression(), !653)
  store double %default, ptr %default.dbg.spill, align 8
    #dbg_declare(ptr %default.dbg.spill, !649, !DIExpression(), !654)
  %_3 = load i64, ptr %self, align 8, !dbg !655
  %3 = getelementptr inbounds i8, ptr %self, i64 8, !dbg !655
  %4 = load double, ptr %3, align 8, !dbg !655
  %5 = trunc nuw i64 %_3 to i1, !dbg !656
  br i1 %5, label %bb3, label %bb2, !dbg !656

bb3:                                              ; preds = %start
  %6 = getelementptr inbounds i8, ptr %self, i64 8, !dbg !657
  %7 = load double, ptr %6, align 8, !dbg !657
  store double %7, ptr %x, align 8, !dbg !657
  br label %bb4, !dbg !658

bb2:                                              ; preds = %start
  store double %default, ptr %x, align 8, !dbg !659
  br label %bb4, !dbg !659

bb4:                                              ; preds = %bb2, %bb3
  %8 = load double, ptr %x, align 8, !dbg !660
  ret double %8, !dbg !660

bb1:                                              ; No predecessors!
  unreachable, !dbg !655
}

; Function Attrs: nonlazybind uwtable
define double @"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17he189cd3da46f4409E"(ptr align 8 %iter) unnamed_addr #0 !dbg !661 {
start:
    #dbg_declare(ptr %iter, !664, !DIExpression(), !667)
  %_0 = call double @"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h184e534a6619f019E"(ptr align 8 %iter, double -0.000000e+00), !dbg !668
  ret double %_0, !dbg !669
}

; Function Attrs: inlinehint nonlazybind uwtable
define double @"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h2fbd226f8b27d400E"(ptr align 1 %_1, double %a, double %b) unnamed_addr #1 !dbg !670 {
start:
  %b.dbg.spill = alloca [8 x i8], align 8
  %a.dbg.spill = alloca [8 x i8], align 8
  %_1.dbg.spill = alloca [8 x i8], align 8
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !677, !DIExpression(), !678)
  store double %a, ptr %a.dbg.spill, align 8
    #dbg_declare(ptr %a.dbg.spill, !675, !DIExpression(), !679)
  store double %b, ptr %b.dbg.spill, align 8
    #dbg_declare(ptr %b.dbg.spill, !676, !DIExpression(), !680)
  %_0 = fadd double %a, %b, !dbg !681
  ret double %_0, !dbg !682
}

; Function Attrs: inlinehint nonlazybind uwtable
define internal i64 @_ZN5alloc6string6String3len17hfda8b90a9134c6b7E(ptr align 8 %self) unnamed_addr #1 !dbg !683 {
start:
  %self.dbg.spill = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !689, !DIExpression(), !690)
  %0 = getelementptr inbounds i8, ptr %self, i64 16, !dbg !691
  %_0 = load i64, ptr %0, align 8, !dbg !691
  %_2 = icmp ule i64 %_0, 9223372036854775807, !dbg !699
  ret i64 %_0, !dbg !700
}

; Function Attrs: inlinehint nonlazybind uwtable
define internal double @"_ZN60_$LT$f64$u20$as$u20$core..ops..arith..Mul$LT$$RF$f64$GT$$GT$3mul17h9ae06deafd439fceE"(double %self, ptr align 8 %other, ptr align 8 %0) unnamed_addr #1 !dbg !701 {
start:
  %other.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  store double %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !706, !DIExpression(), !708)
  store ptr %other, ptr %other.dbg.spill, align 8
    #dbg_declare(ptr %other.dbg.spill, !707, !DIExpression(), !709)
  %_3 = load double, ptr %other, align 8, !dbg !710
  %_0 = fmul double %self, %_3, !dbg !711
  ret double %_0, !dbg !717
}

; Function Attrs: nonlazybind uwtable
define void @_ZN6shapes4find17hebb7f4a49edb0674E(ptr sret([32 x i8]) align 16 %_0, ptr align 16 %xs.0, i64 %xs.1, i64 %n) unnamed_addr #0 !dbg !718 {
start:
  %rhs.dbg.spill.i = alloca [16 x i8], align 16
  %self.dbg.spill.i = alloca [16 x i8], align 16
  %n.dbg.spill = alloca [8 x i8], align 8
  %xs.dbg.spill = alloca [16 x i8], align 8
  store ptr %xs.0, ptr %xs.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %xs.dbg.spill, i64 8
  store i64 %xs.1, ptr %0, align 8
    #dbg_declare(ptr %xs.dbg.spill, !737, !DIExpression(), !739)
  store i64 %n, ptr %n.dbg.spill, align 8
    #dbg_declare(ptr %n.dbg.spill, !738, !DIExpression(), !740)
  %_3 = call zeroext i1 @"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$8is_empty17h707b797a26dc4115E"(ptr align 16 %xs.0, i64 %xs.1) #8, !dbg !741
  br i1 %_3, label %bb2, label %bb3, !dbg !742

bb3:                                              ; preds = %start
  %_8 = icmp ult i64 %n, %xs.1, !dbg !743
  br i1 %_8, label %bb4, label %panic, !dbg !743

bb2:                                              ; preds = %start
  %1 = getelementptr inbounds i8, ptr %_0, i64 8, !dbg !744
  store ptr @alloc_5ad76b829a8a1c805dd38746537c16d8, ptr %1, align 8, !dbg !744
  %2 = getelementptr inbounds i8, ptr %1, i64 8, !dbg !744
  store i64 7, ptr %2, align 8, !dbg !744
  store i64 1, ptr %_0, align 16, !dbg !744
  br label %bb6, !dbg !745

bb4:                                              ; preds = %bb3
  %3 = getelementptr inbounds nuw i128, ptr %xs.0, i64 %n, !dbg !743
  %_6 = load i128, ptr %3, align 16, !dbg !743
  store i128 %_6, ptr %self.dbg.spill.i, align 16
    #dbg_declare(ptr %self.dbg.spill.i, !746, !DIExpression(), !754)
  store i128 170141183460469231731687303715884105727, ptr %rhs.dbg.spill.i, align 16
    #dbg_declare(ptr %rhs.dbg.spill.i, !753, !DIExpression(), !756)
  %_0.i = mul i128 %_6, 170141183460469231731687303715884105727, !dbg !757
  %4 = getelementptr inbounds i8, ptr %_0, i64 16, !dbg !758
  store i128 %_0.i, ptr %4, align 16, !dbg !758
  store i64 0, ptr %_0, align 16, !dbg !758
  br label %bb6, !dbg !745

panic:                                            ; preds = %bb3
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 %n, i64 %xs.1, ptr align 8 @alloc_5a7834367d554cfd1aeba7bd4bef0e11) #9, !dbg !743
  unreachable, !dbg !743

bb6:                                              ; preds = %bb4, %bb2
  ret void, !dbg !745
}

; Function Attrs: nonlazybind uwtable
define double @_ZN6shapes5total17h31abaee3aa80be9bE(ptr align 8 %items.0, i64 %items.1, i64 %0, double %1) unnamed_addr #0 !dbg !759 {
start:
  %items.dbg.spill = alloca [16 x i8], align 8
  %_3 = alloca [24 x i8], align 8
  %scale = alloca [16 x i8], align 8
  store i64 %0, ptr %scale, align 8
  %2 = getelementptr inbounds i8, ptr %scale, i64 8
  store double %1, ptr %2, align 8
  store ptr %items.0, ptr %items.dbg.spill, align 8
  %3 = getelementptr inbounds i8, ptr %items.dbg.spill, i64 8
  store i64 %items.1, ptr %3, align 8
    #dbg_declare(ptr %items.dbg.spill, !763, !DIExpression(), !765)
    #dbg_declare(ptr %scale, !764, !DIExpression(), !766)
  %4 = call { ptr, ptr } @"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17h15fb1b938b879cb1E"(ptr align 8 %items.0, i64 %items.1) #8, !dbg !767
  %_4.0 = extractvalue { ptr, ptr } %4, 0, !dbg !767
  %_4.1 = extractvalue { ptr, ptr } %4, 1, !dbg !767
  call void @_ZN4core4iter6traits8iterator8Iterator3map17he431a2a029f198a8E(ptr sret([24 x i8]) align 8 %_3, ptr %_4.0, ptr %_4.1, ptr align 8 %scale) #8, !dbg !768
  %_0 = call double @_ZN4core4iter6traits8iterator8Iterator3sum17hc91b9ccaebc7f45dE(ptr align 8 %_3), !dbg !769
  ret double %_0, !dbg !770
}

; Function Attrs: inlinehint nonlazybind uwtable
define internal double @"_ZN6shapes5total28_$u7b$$u7b$closure$u7d$$u7d$17hd69310afe3c60037E"(ptr align 8 %_1, ptr align 8 %s) unnamed_addr #1 !dbg !771 {
start:
  %s.dbg.spill = alloca [8 x i8], align 8
  %_1.dbg.spill = alloca [8 x i8], align 8
  store ptr %_1, ptr %_1.dbg.spill, align 8
    #dbg_declare(ptr %_1.dbg.spill, !777, !DIExpression(DW_OP_deref, DW_OP_deref), !778)
  store ptr %s, ptr %s.dbg.spill, align 8
    #dbg_declare(ptr %s.dbg.spill, !776, !DIExpression(), !779)
  %_7.0 = load ptr, ptr %s, align 8, !dbg !780
  %0 = getelementptr inbounds i8, ptr %s, i64 8, !dbg !780
  %_7.1 = load ptr, ptr %0, align 8, !dbg !780
  %1 = getelementptr inbounds i8, ptr %_7.1, i64 24, !dbg !780
  %2 = load ptr, ptr %1, align 8, !dbg !780, !invariant.load !37, !nonnull !37
  %_3 = call double %2(ptr align 1 %_7.0) #8, !dbg !781
  %_8 = load ptr, ptr %_1, align 8, !dbg !782
  %_6.0 = load i64, ptr %_8, align 8, !dbg !782
  %3 = getelementptr inbounds i8, ptr %_8, i64 8, !dbg !782
  %_6.1 = load double, ptr %3, align 8, !dbg !782
  %_5 = call double @"_ZN4core6option15Option$LT$T$GT$9unwrap_or17h92a84614c5caeae8E"(i64 %_6.0, double %_6.1, double 1.000000e+00) #8, !dbg !783
  %_0 = fmul double %_3, %_5, !dbg !780
  ret double %_0, !dbg !784
}

; Function Attrs: inlinehint nonlazybind uwtable
define double @"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E"(ptr %self.0, ptr %self.1, double %init, ptr align 8 %0) unnamed_addr #1 personality ptr @rust_eh_personality !dbg !785 {
start:
  %self.dbg.spill5 = alloca [8 x i8], align 8
  %count.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill4 = alloca [8 x i8], align 8
  %1 = alloca [16 x i8], align 8
  %self.dbg.spill3 = alloca [8 x i8], align 8
  %origin.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill2 = alloca [8 x i8], align 8
  %subtracted.dbg.spill = alloca [8 x i8], align 8
  %end.dbg.spill1 = alloca [8 x i8], align 8
  %end.dbg.spill = alloca [8 x i8], align 8
  %rhs.dbg.spill = alloca [8 x i8], align 8
  %pointee_size.dbg.spill = alloca [8 x i8], align 8
  %init.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [16 x i8], align 8
  %_32 = alloca [1 x i8], align 1
  %_31 = alloca [1 x i8], align 1
  %len = alloca [8 x i8], align 8
  %i = alloca [8 x i8], align 8
  %acc = alloca [8 x i8], align 8
  %_4 = alloca [1 x i8], align 1
  %_0 = alloca [8 x i8], align 8
  %f = alloca [8 x i8], align 8
  store ptr %0, ptr %f, align 8
  store ptr %self.0, ptr %self.dbg.spill, align 8
  %2 = getelementptr inbounds i8, ptr %self.dbg.spill, i64 8
  store ptr %self.1, ptr %2, align 8
    #dbg_declare(ptr %self.dbg.spill, !791, !DIExpression(), !810)
  store double %init, ptr %init.dbg.spill, align 8
    #dbg_declare(ptr %init.dbg.spill, !792, !DIExpression(), !811)
    #dbg_declare(ptr %f, !793, !DIExpression(), !812)
    #dbg_declare(ptr %acc, !798, !DIExpression(), !813)
    #dbg_declare(ptr %i, !800, !DIExpression(), !814)
    #dbg_declare(ptr %i, !815, !DIExpression(), !821)
    #dbg_declare(ptr %len, !802, !DIExpression(), !823)
    #dbg_declare(ptr %len, !804, !DIExpression(), !824)
  store i64 16, ptr %pointee_size.dbg.spill, align 8, !dbg !825
    #dbg_declare(ptr %pointee_size.dbg.spill, !833, !DIExpression(), !825)
  store i64 1, ptr %rhs.dbg.spill, align 8, !dbg !850
    #dbg_declare(ptr %rhs.dbg.spill, !820, !DIExpression(), !850)
  br label %bb2, !dbg !851

bb2:                                              ; preds = %start
  store ptr %self.1, ptr %end.dbg.spill, align 8, !dbg !852
    #dbg_declare(ptr %end.dbg.spill, !796, !DIExpression(), !853)
    #dbg_value(ptr poison, !854, !DIExpression(), !862)
    #dbg_value(ptr poison, !861, !DIExpression(), !864)
  %3 = icmp eq ptr %self.0, %self.1, !dbg !865
  %4 = zext i1 %3 to i8, !dbg !865
  store i8 %4, ptr %_4, align 1, !dbg !865
  br label %bb3, !dbg !866

bb3:                                              ; preds = %bb2
  %5 = load i8, ptr %_4, align 1, !dbg !867
  %6 = trunc nuw i8 %5 to i1, !dbg !867
  br i1 %6, label %bb4, label %bb5, !dbg !867

bb5:                                              ; preds = %bb3
  store i8 0, ptr %_32, align 1, !dbg !868
  store i8 1, ptr %_31, align 1, !dbg !868
  store double %init, ptr %acc, align 8, !dbg !868
  store i64 0, ptr %i, align 8, !dbg !869
  br label %bb7, !dbg !870

bb4:                                              ; preds = %bb3
  store i8 0, ptr %_32, align 1, !dbg !871
  store double %init, ptr %_0, align 8, !dbg !871
  br label %bb12, !dbg !872

bb7:                                              ; preds = %bb5
  store ptr %self.1, ptr %end.dbg.spill1, align 8, !dbg !873
    #dbg_declare(ptr %end.dbg.spill1, !806, !DIExpression(), !874)
    #dbg_declare(ptr %end.dbg.spill1, !847, !DIExpression(), !875)
    #dbg_declare(ptr %end.dbg.spill1, !876, !DIExpression(), !879)
  store ptr %self.0, ptr %subtracted.dbg.spill, align 8, !dbg !881
    #dbg_declare(ptr %subtracted.dbg.spill, !848, !DIExpression(), !882)
    #dbg_declare(ptr %subtracted.dbg.spill, !876, !DIExpression(), !883)
  store ptr %self.1, ptr %self.dbg.spill2, align 8, !dbg !885
    #dbg_declare(ptr %self.dbg.spill2, !839, !DIExpression(), !886)
  store ptr %self.0, ptr %origin.dbg.spill, align 8, !dbg !887
    #dbg_declare(ptr %origin.dbg.spill, !840, !DIExpression(), !888)
    #dbg_declare(ptr %origin.dbg.spill, !832, !DIExpression(), !889)
  store ptr %self.1, ptr %self.dbg.spill3, align 8, !dbg !890
    #dbg_declare(ptr %self.dbg.spill3, !831, !DIExpression(), !891)
  br label %bb20, !dbg !892

bb20:                                             ; preds = %bb7
  call void @"_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned18precondition_check17h6b02eaad6ff3667aE"(ptr %self.1, ptr %self.0, ptr align 8 @alloc_7cb1dd7620319c06f8fe4029f6b4a0d1) #11, !dbg !894
  br label %bb22, !dbg !895

bb22:                                             ; preds = %bb20
  br label %bb23, !dbg !896

bb23:                                             ; preds = %bb22
  br label %bb24, !dbg !897

bb24:                                             ; preds = %bb23
  %7 = ptrtoint ptr %self.1 to i64, !dbg !898
  %8 = ptrtoint ptr %self.0 to i64, !dbg !898
  %9 = sub nuw i64 %7, %8, !dbg !898
  %10 = udiv exact i64 %9, 16, !dbg !898
  store i64 %10, ptr %len, align 8, !dbg !898
  br label %bb8, !dbg !899

bb25:                                             ; No predecessors!
  invoke void @_RNvNtCsgEmfK2I1SDS_4core9panicking5panic(ptr align 1 @alloc_ec595fc0e82ef92fc59bd74f68296eae, i64 73, ptr align 8 @alloc_7cb1dd7620319c06f8fe4029f6b4a0d1) #12
          to label %unreachable unwind label %cleanup, !dbg !900

bb16:                                             ; preds = %cleanup
  %11 = load i8, ptr %_31, align 1, !dbg !872
  %12 = trunc nuw i8 %11 to i1, !dbg !872
  br i1 %12, label %bb15, label %bb13, !dbg !872

cleanup:                                          ; preds = %bb8, %bb25
  %13 = landingpad { ptr, i32 }
          cleanup
  %14 = extractvalue { ptr, i32 } %13, 0
  %15 = extractvalue { ptr, i32 } %13, 1
  store ptr %14, ptr %1, align 8
  %16 = getelementptr inbounds i8, ptr %1, i64 8
  store i32 %15, ptr %16, align 8
  br label %bb16

unreachable:                                      ; preds = %bb25
  unreachable

bb8:                                              ; preds = %bb11, %bb24
  store i8 0, ptr %_31, align 1, !dbg !901
  %_21 = load double, ptr %acc, align 8, !dbg !901
  store ptr %self.0, ptr %self.dbg.spill4, align 8, !dbg !902
    #dbg_declare(ptr %self.dbg.spill4, !903, !DIExpression(), !910)
  %count = load i64, ptr %i, align 8, !dbg !912
  store i64 %count, ptr %count.dbg.spill, align 8, !dbg !912
    #dbg_declare(ptr %count.dbg.spill, !909, !DIExpression(), !913)
  %_45 = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %self.0, i64 %count, !dbg !914
  store ptr %_45, ptr %self.dbg.spill5, align 8, !dbg !915
    #dbg_declare(ptr %self.dbg.spill5, !876, !DIExpression(), !916)
  %_18 = invoke double @"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha3fb4c2d2bccbba8E"(ptr align 8 %f, double %_21, ptr align 8 %_45)
          to label %bb9 unwind label %cleanup, !dbg !918

bb9:                                              ; preds = %bb8
  store double %_18, ptr %acc, align 8, !dbg !919
  br label %bb26, !dbg !920

bb26:                                             ; preds = %bb9
  %17 = load i64, ptr %i, align 8, !dbg !922
  call void @"_ZN4core3num23_$LT$impl$u20$usize$GT$13unchecked_add18precondition_check17h86b0bfa4bf141acfE"(i64 %17, i64 1, ptr align 8 @alloc_12fdce0839ba33fd8bd1bb0711a36af6) #11, !dbg !922
  br label %bb27, !dbg !922

bb27:                                             ; preds = %bb26
  %18 = load i64, ptr %i, align 8, !dbg !923
  %_27 = add nuw i64 %18, 1, !dbg !923
  store i64 %_27, ptr %i, align 8, !dbg !924
  %_29 = load i64, ptr %i, align 8, !dbg !925
  %_30 = load i64, ptr %len, align 8, !dbg !926
  %_28 = icmp eq i64 %_29, %_30, !dbg !925
  br i1 %_28, label %bb10, label %bb11, !dbg !925

bb11:                                             ; preds = %bb27
  br label %bb8, !dbg !927

bb10:                                             ; preds = %bb27
  %19 = load double, ptr %acc, align 8, !dbg !928
  store double %19, ptr %_0, align 8, !dbg !928
  br label %bb12, !dbg !872

bb12:                                             ; preds = %bb10, %bb4
  %20 = load double, ptr %_0, align 8, !dbg !929
  ret double %20, !dbg !929

bb13:                                             ; preds = %bb15, %bb16
  br label %bb18, !dbg !872

bb15:                                             ; preds = %bb16
  br label %bb13, !dbg !872

bb18:                                             ; preds = %bb13
  %21 = load i8, ptr %_32, align 1, !dbg !872
  %22 = trunc nuw i8 %21 to i1, !dbg !872
  br i1 %22, label %bb17, label %bb14, !dbg !872

bb14:                                             ; preds = %bb17, %bb18
  %23 = load ptr, ptr %1, align 8, !dbg !930
  %24 = getelementptr inbounds i8, ptr %1, i64 8, !dbg !930
  %25 = load i32, ptr %24, align 8, !dbg !930
  %26 = insertvalue { ptr, i32 } poison, ptr %23, 0, !dbg !930
  %27 = insertvalue { ptr, i32 } %26, i32 %25, 1, !dbg !930
  resume { ptr, i32 } %27, !dbg !930

bb17:                                             ; preds = %bb18
  br label %bb14, !dbg !872

bb1:                                              ; No predecessors!
  unreachable

bb6:                                              ; No predecessors!
  unreachable
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32) #3

; Function Attrs: cold noinline noreturn nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8) unnamed_addr #4

; Function Attrs: cold noinline noreturn nounwind nonlazybind uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_nounwind_fmt(ptr, ptr, i1 zeroext, ptr align 8) unnamed_addr #5

; Function Attrs: nounwind nonlazybind uwtable
declare i32 @rust_eh_personality(i32, i32, i64, ptr, ptr) unnamed_addr #6

; Function Attrs: cold minsize noinline noreturn nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64, i64, ptr align 8) unnamed_addr #7

; Function Attrs: cold noinline noreturn nonlazybind uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking5panic(ptr align 1, i64, ptr align 8) unnamed_addr #4

attributes #0 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { inlinehint nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { inlinehint nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { cold noinline noreturn nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #5 = { cold noinline noreturn nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #6 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #7 = { cold minsize noinline noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #8 = { inlinehint }
attributes #9 = { noinline noreturn }
attributes #10 = { noinline noreturn nounwind }
attributes #11 = { inlinehint nounwind }
attributes #12 = { noreturn }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "shapes.rs/@/shapes.43b48fc11de24fea-cgu.0", directory: "/corpus")
!7 = distinct !DISubprogram(name: "fold<f64, core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}, f64, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>>", linkageName: "_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h184e534a6619f019E", scope: !9, file: !8, line: 124, type: !14, scopeLine: 124, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !87, retainedNodes: !83)
!8 = !DIFile(filename: "library/core/src/iter/adapters/map.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "47fd4c3c8424e034238ec6bb5a169812")
!9 = !DINamespace(name: "{impl#2}", scope: !10)
!10 = !DINamespace(name: "map", scope: !11)
!11 = !DINamespace(name: "adapters", scope: !12)
!12 = !DINamespace(name: "iter", scope: !13)
!13 = !DINamespace(name: "core", scope: null)
!14 = !DISubroutineType(types: !15)
!15 = !{!16, !17, !16, !78}
!16 = !DIBasicType(name: "f64", size: 64, encoding: DW_ATE_float)
!17 = !DICompositeType(tag: DW_TAG_structure_type, name: "Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>", scope: !10, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !19, templateParams: !75, identifier: "6096e47d8c5e328b15fd661eced2df02")
!18 = !DIFile(filename: "<unknown>", directory: "")
!19 = !{!20, !53}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "iter", scope: !17, file: !18, baseType: !21, size: 128, align: 64, flags: DIFlagProtected)
!21 = !DICompositeType(tag: DW_TAG_structure_type, name: "Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", scope: !22, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !24, templateParams: !44, identifier: "23e3b68755de808858ae3ca5a73dd268")
!22 = !DINamespace(name: "iter", scope: !23)
!23 = !DINamespace(name: "slice", scope: !13)
!24 = !{!25, !46, !47}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", scope: !21, file: !18, baseType: !26, size: 64, align: 64, flags: DIFlagPrivate)
!26 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", scope: !27, file: !18, size: 64, align: 64, flags: DIFlagPublic, elements: !29, templateParams: !44, identifier: "e672b9a564d561bd76c6da6277a0bb20")
!27 = !DINamespace(name: "non_null", scope: !28)
!28 = !DINamespace(name: "ptr", scope: !13)
!29 = !{!30}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !26, file: !18, baseType: !31, size: 64, align: 64, flags: DIFlagPrivate)
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>", baseType: !32, size: 64, align: 64, dwarfAddressSpace: 0)
!32 = !DICompositeType(tag: DW_TAG_structure_type, name: "alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>", file: !18, size: 128, align: 64, elements: !33, templateParams: !37, identifier: "2747af90459837f94dd83f5e68544d85")
!33 = !{!34, !38}
!34 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !32, file: !18, baseType: !35, size: 64, align: 64)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !36, size: 64, align: 64, dwarfAddressSpace: 0)
!36 = !DICompositeType(tag: DW_TAG_structure_type, name: "dyn shapes::Area", file: !18, align: 8, elements: !37, identifier: "6925adf3b0d0b1f954fa91403079c7ca")
!37 = !{}
!38 = !DIDerivedType(tag: DW_TAG_member, name: "vtable", scope: !32, file: !18, baseType: !39, size: 64, align: 64, offset: 64)
!39 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[usize; 4]", baseType: !40, size: 64, align: 64, dwarfAddressSpace: 0)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !41, size: 256, align: 64, elements: !42)
!41 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!42 = !{!43}
!43 = !DISubrange(count: 4, lowerBound: 0)
!44 = !{!45}
!45 = !DITemplateTypeParameter(name: "T", type: !32)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "end_or_len", scope: !21, file: !18, baseType: !31, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !21, file: !18, baseType: !48, align: 8, offset: 128, flags: DIFlagPrivate)
!48 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", scope: !49, file: !18, align: 8, flags: DIFlagPublic, elements: !37, templateParams: !50, identifier: "5c578b11eebbbffa502d69f96f98644f")
!49 = !DINamespace(name: "marker", scope: !13)
!50 = !{!51}
!51 = !DITemplateTypeParameter(name: "T", type: !52)
!52 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>", baseType: !32, size: 64, align: 64, dwarfAddressSpace: 0)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !17, file: !18, baseType: !54, size: 64, align: 64, offset: 128, flags: DIFlagPrivate)
!54 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}", scope: !55, file: !18, size: 64, align: 64, elements: !57, templateParams: !37, identifier: "3b90b6c5a1c8184de55aef1ea9b2efa9")
!55 = !DINamespace(name: "total", scope: !56)
!56 = !DINamespace(name: "shapes", scope: null)
!57 = !{!58}
!58 = !DIDerivedType(tag: DW_TAG_member, name: "_ref__scale", scope: !54, file: !18, baseType: !59, size: 64, align: 64)
!59 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::option::Option<f64>", baseType: !60, size: 64, align: 64, dwarfAddressSpace: 0)
!60 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<f64>", scope: !61, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !62, templateParams: !37, identifier: "2dba3d5d643af83f672e49d11190e3e1")
!61 = !DINamespace(name: "option", scope: !13)
!62 = !{!63}
!63 = !DICompositeType(tag: DW_TAG_variant_part, scope: !60, file: !18, size: 128, align: 64, elements: !64, templateParams: !37, identifier: "2459c3374fe6f39e654213ffe16d09ae", discriminator: !73)
!64 = !{!65, !69}
!65 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !63, file: !18, baseType: !66, size: 128, align: 64, extraData: i64 0)
!66 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !60, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !37, templateParams: !67, identifier: "66d3d0f0f14ec755afdda75addcb23df")
!67 = !{!68}
!68 = !DITemplateTypeParameter(name: "T", type: !16)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !63, file: !18, baseType: !70, size: 128, align: 64, extraData: i64 1)
!70 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !60, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !71, templateParams: !67, identifier: "cffe28f075c36a0754f941d6bdb0a54f")
!71 = !{!72}
!72 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !70, file: !18, baseType: !16, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!73 = !DIDerivedType(tag: DW_TAG_member, scope: !60, file: !18, baseType: !74, size: 64, align: 64, flags: DIFlagArtificial)
!74 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!75 = !{!76, !77}
!76 = !DITemplateTypeParameter(name: "I", type: !21)
!77 = !DITemplateTypeParameter(name: "F", type: !54)
!78 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>", scope: !79, file: !18, align: 8, elements: !37, identifier: "f4bd1e9dd422e6a71aec70d80efbfdd8")
!79 = !DINamespace(name: "sum", scope: !80)
!80 = !DINamespace(name: "{impl#132}", scope: !81)
!81 = !DINamespace(name: "accum", scope: !82)
!82 = !DINamespace(name: "traits", scope: !12)
!83 = !{!84, !85, !86}
!84 = !DILocalVariable(name: "self", arg: 1, scope: !7, file: !8, line: 124, type: !17)
!85 = !DILocalVariable(name: "init", arg: 2, scope: !7, file: !8, line: 124, type: !16)
!86 = !DILocalVariable(name: "g", arg: 3, scope: !7, file: !8, line: 124, type: !78)
!87 = !{!88, !76, !77, !89, !90}
!88 = !DITemplateTypeParameter(name: "B", type: !16)
!89 = !DITemplateTypeParameter(name: "Acc", type: !16)
!90 = !DITemplateTypeParameter(name: "G", type: !78)
!91 = !DILocation(line: 124, column: 21, scope: !7)
!92 = !DILocation(line: 124, column: 27, scope: !7)
!93 = !DILocation(line: 124, column: 38, scope: !7)
!94 = !DILocalVariable(name: "g", arg: 2, scope: !95, file: !8, line: 86, type: !78)
!95 = distinct !DISubprogram(name: "map_fold<&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>, f64, f64, shapes::total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>>", linkageName: "_ZN4core4iter8adapters3map8map_fold17h41bc504a307d5cf6E", scope: !10, file: !8, line: 84, type: !96, scopeLine: 84, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !105, retainedNodes: !103)
!96 = !DISubroutineType(types: !97)
!97 = !{!98, !54, !78}
!98 = !DICompositeType(tag: DW_TAG_structure_type, name: "{closure_env#0}<&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>, f64, f64, shapes::total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>>", scope: !99, file: !18, size: 64, align: 64, elements: !100, templateParams: !37, identifier: "35ea9dace60f1b0c373931e35695f9e6")
!99 = !DINamespace(name: "map_fold", scope: !10)
!100 = !{!101, !102}
!101 = !DIDerivedType(tag: DW_TAG_member, name: "g", scope: !98, file: !18, baseType: !78, align: 8, offset: 64)
!102 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !98, file: !18, baseType: !54, size: 64, align: 64)
!103 = !{!104, !94}
!104 = !DILocalVariable(name: "f", arg: 1, scope: !95, file: !8, line: 85, type: !54)
!105 = !{!51, !88, !89, !106, !107}
!106 = !DITemplateTypeParameter(name: "impl FnMut(T) -> B", type: !54)
!107 = !DITemplateTypeParameter(name: "impl FnMut(Acc, B) -> Acc", type: !78)
!108 = !DILocation(line: 86, column: 5, scope: !95, inlinedAt: !109)
!109 = !DILocation(line: 128, column: 30, scope: !7)
!110 = !DILocation(line: 128, column: 9, scope: !7)
!111 = !DILocation(line: 128, column: 39, scope: !7)
!112 = !DILocation(line: 85, column: 5, scope: !95, inlinedAt: !109)
!113 = !DILocation(line: 128, column: 19, scope: !7)
!114 = !DILocation(line: 129, column: 6, scope: !7)
!115 = distinct !DISubprogram(name: "area", linkageName: "_ZN46_$LT$shapes..Shape$u20$as$u20$shapes..Area$GT$4area17h60114d2cec47e1f4E", scope: !117, file: !116, line: 15, type: !118, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !183)
!116 = !DIFile(filename: "shapes.rs", directory: "/corpus", checksumkind: CSK_MD5, checksum: "535c87ab42db60420fcd154f53ea2384")
!117 = !DINamespace(name: "{impl#0}", scope: !56)
!118 = !DISubroutineType(types: !119)
!119 = !{!16, !120}
!120 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&shapes::Shape", baseType: !121, size: 64, align: 64, dwarfAddressSpace: 0)
!121 = !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", scope: !56, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !122, templateParams: !37, identifier: "c7c0260b9be7177d688b50678558c50b")
!122 = !{!123}
!123 = !DICompositeType(tag: DW_TAG_variant_part, scope: !121, file: !18, size: 192, align: 64, elements: !124, templateParams: !37, identifier: "791258adbfb43dddb9e2ef0ded06c146", discriminator: !182)
!124 = !{!125, !129, !135}
!125 = !DIDerivedType(tag: DW_TAG_member, name: "Circle", scope: !123, file: !18, baseType: !126, size: 192, align: 64, extraData: i64 -9223372036854775808)
!126 = !DICompositeType(tag: DW_TAG_structure_type, name: "Circle", scope: !121, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !127, templateParams: !37, identifier: "e5db525d39b1ca093e817892f8841052")
!127 = !{!128}
!128 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !126, file: !18, baseType: !16, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!129 = !DIDerivedType(tag: DW_TAG_member, name: "Rect", scope: !123, file: !18, baseType: !130, size: 192, align: 64, extraData: i64 -9223372036854775807)
!130 = !DICompositeType(tag: DW_TAG_structure_type, name: "Rect", scope: !121, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !131, templateParams: !37, identifier: "c7cfc69a1325c46353bbedaf8242042b")
!131 = !{!132, !134}
!132 = !DIDerivedType(tag: DW_TAG_member, name: "w", scope: !130, file: !18, baseType: !133, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!133 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!134 = !DIDerivedType(tag: DW_TAG_member, name: "h", scope: !130, file: !18, baseType: !133, size: 32, align: 32, offset: 96, flags: DIFlagPublic)
!135 = !DIDerivedType(tag: DW_TAG_member, name: "Named", scope: !123, file: !18, baseType: !136, size: 192, align: 64)
!136 = !DICompositeType(tag: DW_TAG_structure_type, name: "Named", scope: !121, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !137, templateParams: !37, identifier: "aa892f4c5893d5941f0e8fa947d0ed3a")
!137 = !{!138}
!138 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !136, file: !18, baseType: !139, size: 192, align: 64, flags: DIFlagPublic)
!139 = !DICompositeType(tag: DW_TAG_structure_type, name: "String", scope: !140, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !142, templateParams: !37, identifier: "bc53cb80a87db744310a1cd4bda01882")
!140 = !DINamespace(name: "string", scope: !141)
!141 = !DINamespace(name: "alloc", scope: null)
!142 = !{!143}
!143 = !DIDerivedType(tag: DW_TAG_member, name: "vec", scope: !139, file: !18, baseType: !144, size: 192, align: 64, flags: DIFlagPrivate)
!144 = !DICompositeType(tag: DW_TAG_structure_type, name: "Vec<u8, alloc::alloc::Global>", scope: !145, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !146, templateParams: !180, identifier: "4743da188a3d7e8b8ad6d3218734496a")
!145 = !DINamespace(name: "vec", scope: !141)
!146 = !{!147, !181}
!147 = !DIDerivedType(tag: DW_TAG_member, name: "buf", scope: !144, file: !18, baseType: !148, size: 128, align: 64, flags: DIFlagPrivate)
!148 = !DICompositeType(tag: DW_TAG_structure_type, name: "RawVec<u8, alloc::alloc::Global>", scope: !149, file: !18, size: 128, align: 64, flags: DIFlagProtected, elements: !150, templateParams: !180, identifier: "1786a941d613205182510ae0fe838410")
!149 = !DINamespace(name: "raw_vec", scope: !141)
!150 = !{!151, !179}
!151 = !DIDerivedType(tag: DW_TAG_member, name: "inner", scope: !148, file: !18, baseType: !152, size: 128, align: 64, flags: DIFlagPrivate)
!152 = !DICompositeType(tag: DW_TAG_structure_type, name: "RawVecInner<alloc::alloc::Global>", scope: !149, file: !18, size: 128, align: 64, flags: DIFlagPrivate, elements: !153, templateParams: !177, identifier: "45ea25bc7f42e606fa74c731a5e7f80c")
!153 = !{!154, !168, !174}
!154 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", scope: !152, file: !18, baseType: !155, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!155 = !DICompositeType(tag: DW_TAG_structure_type, name: "Unique<u8>", scope: !156, file: !18, size: 64, align: 64, flags: DIFlagPublic, elements: !157, templateParams: !164, identifier: "3c59e741c9569c78cbe381fa3cbee4e5")
!156 = !DINamespace(name: "unique", scope: !28)
!157 = !{!158, !166}
!158 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !155, file: !18, baseType: !159, size: 64, align: 64, flags: DIFlagPrivate)
!159 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<u8>", scope: !27, file: !18, size: 64, align: 64, flags: DIFlagPublic, elements: !160, templateParams: !164, identifier: "ff3cb4cecc4ed13dfb833309b96ea529")
!160 = !{!161}
!161 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !159, file: !18, baseType: !162, size: 64, align: 64, flags: DIFlagPrivate)
!162 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const u8", baseType: !163, size: 64, align: 64, dwarfAddressSpace: 0)
!163 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!164 = !{!165}
!165 = !DITemplateTypeParameter(name: "T", type: !163)
!166 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !155, file: !18, baseType: !167, align: 8, offset: 64, flags: DIFlagPrivate)
!167 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<u8>", scope: !49, file: !18, align: 8, flags: DIFlagPublic, elements: !37, templateParams: !164, identifier: "15bae875c56c7c0f828edf19d836075e")
!168 = !DIDerivedType(tag: DW_TAG_member, name: "cap", scope: !152, file: !18, baseType: !169, size: 64, align: 64, flags: DIFlagPrivate)
!169 = !DICompositeType(tag: DW_TAG_structure_type, name: "UsizeNoHighBit", scope: !170, file: !18, size: 64, align: 64, flags: DIFlagPublic, elements: !172, templateParams: !37, identifier: "cad7375c0c871c072d809328de25b44")
!170 = !DINamespace(name: "niche_types", scope: !171)
!171 = !DINamespace(name: "num", scope: !13)
!172 = !{!173}
!173 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !169, file: !18, baseType: !41, size: 64, align: 64, flags: DIFlagPrivate)
!174 = !DIDerivedType(tag: DW_TAG_member, name: "alloc", scope: !152, file: !18, baseType: !175, align: 8, offset: 128, flags: DIFlagPrivate)
!175 = !DICompositeType(tag: DW_TAG_structure_type, name: "Global", scope: !176, file: !18, align: 8, flags: DIFlagPublic, elements: !37, identifier: "8471efeafbd677a88d306f08d1a0eeb")
!176 = !DINamespace(name: "alloc", scope: !141)
!177 = !{!178}
!178 = !DITemplateTypeParameter(name: "A", type: !175)
!179 = !DIDerivedType(tag: DW_TAG_member, name: "_marker", scope: !148, file: !18, baseType: !167, align: 8, offset: 128, flags: DIFlagPrivate)
!180 = !{!165, !178}
!181 = !DIDerivedType(tag: DW_TAG_member, name: "len", scope: !144, file: !18, baseType: !41, size: 64, align: 64, offset: 128, flags: DIFlagPrivate)
!182 = !DIDerivedType(tag: DW_TAG_member, scope: !121, file: !18, baseType: !74, size: 64, align: 64, flags: DIFlagArtificial)
!183 = !{!184, !185, !188, !191, !192}
!184 = !DILocalVariable(name: "self", arg: 1, scope: !115, file: !116, line: 15, type: !120)
!185 = !DILocalVariable(name: "r", scope: !186, file: !116, line: 17, type: !187, align: 64)
!186 = distinct !DILexicalBlock(scope: !115, file: !116, line: 17, column: 13)
!187 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&f64", baseType: !16, size: 64, align: 64, dwarfAddressSpace: 0)
!188 = !DILocalVariable(name: "w", scope: !189, file: !116, line: 18, type: !190, align: 64)
!189 = distinct !DILexicalBlock(scope: !115, file: !116, line: 18, column: 13)
!190 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&u32", baseType: !133, size: 64, align: 64, dwarfAddressSpace: 0)
!191 = !DILocalVariable(name: "h", scope: !189, file: !116, line: 18, type: !190, align: 64)
!192 = !DILocalVariable(name: "s", scope: !193, file: !116, line: 19, type: !194, align: 64)
!193 = distinct !DILexicalBlock(scope: !115, file: !116, line: 19, column: 13)
!194 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::string::String", baseType: !139, size: 64, align: 64, dwarfAddressSpace: 0)
!195 = !DILocation(line: 15, column: 13, scope: !115)
!196 = !DILocation(line: 16, column: 15, scope: !115)
!197 = !DILocation(line: 16, column: 9, scope: !115)
!198 = !DILocation(line: 17, column: 27, scope: !115)
!199 = !DILocation(line: 17, column: 27, scope: !186)
!200 = !DILocation(line: 17, column: 33, scope: !186)
!201 = !DILocation(line: 18, column: 27, scope: !115)
!202 = !DILocation(line: 18, column: 27, scope: !189)
!203 = !DILocation(line: 18, column: 30, scope: !115)
!204 = !DILocation(line: 18, column: 30, scope: !189)
!205 = !DILocation(line: 18, column: 47, scope: !189)
!206 = !DILocalVariable(name: "small", arg: 1, scope: !207, file: !208, line: 79, type: !133)
!207 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs1P_NtNtCsgEmfK2I1SDS_4core7convert3numdINtB8_4FrommE4from", scope: !209, file: !208, line: 79, type: !212, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !214)
!208 = !DIFile(filename: "library/core/src/convert/num.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "5c89b4a3c13ad525a8a6672c69b7f326")
!209 = !DINamespace(name: "{impl#115}", scope: !210)
!210 = !DINamespace(name: "num", scope: !211)
!211 = !DINamespace(name: "convert", scope: !13)
!212 = !DISubroutineType(types: !213)
!213 = !{!16, !133}
!214 = !{!206}
!215 = !DILocation(line: 79, column: 21, scope: !207, inlinedAt: !216)
!216 = distinct !DILocation(line: 18, column: 37, scope: !189)
!217 = !DILocation(line: 82, column: 17, scope: !207, inlinedAt: !216)
!218 = !DILocation(line: 18, column: 37, scope: !189)
!219 = !DILocation(line: 19, column: 26, scope: !115)
!220 = !DILocation(line: 19, column: 26, scope: !193)
!221 = !DILocation(line: 19, column: 34, scope: !193)
!222 = !DILocation(line: 19, column: 32, scope: !193)
!223 = !DILocation(line: 19, column: 45, scope: !115)
!224 = !DILocation(line: 21, column: 6, scope: !115)
!225 = distinct !DISubprogram(name: "mul", linkageName: "_ZN49_$LT$$RF$u32$u20$as$u20$core..ops..arith..Mul$GT$3mul17hf1b1ce3edc435e96E", scope: !227, file: !226, line: 49, type: !230, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !256)
!226 = !DIFile(filename: "library/core/src/internal_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "9ec673d06a3eb53c47178443a566ec32")
!227 = !DINamespace(name: "{impl#155}", scope: !228)
!228 = !DINamespace(name: "arith", scope: !229)
!229 = !DINamespace(name: "ops", scope: !13)
!230 = !DISubroutineType(types: !231)
!231 = !{!133, !190, !190, !232}
!232 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::panic::location::Location", baseType: !233, size: 64, align: 64, dwarfAddressSpace: 0)
!233 = !DICompositeType(tag: DW_TAG_structure_type, name: "Location", scope: !234, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !236, templateParams: !37, identifier: "c23b7de1297af8f4a89df3da49f37ee6")
!234 = !DINamespace(name: "location", scope: !235)
!235 = !DINamespace(name: "panic", scope: !13)
!236 = !{!237, !246, !247, !248}
!237 = !DIDerivedType(tag: DW_TAG_member, name: "filename", scope: !233, file: !18, baseType: !238, size: 128, align: 64, flags: DIFlagPrivate)
!238 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<str>", scope: !27, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !239, templateParams: !164, identifier: "cc7383b2ce73f6838bfb6ae828fb6ae6")
!239 = !{!240}
!240 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !238, file: !18, baseType: !241, size: 128, align: 64, flags: DIFlagPrivate)
!241 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const str", file: !18, size: 128, align: 64, elements: !242, templateParams: !37, identifier: "238a44609877474087c05adf26cd41fa")
!242 = !{!243, !245}
!243 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !241, file: !18, baseType: !244, size: 64, align: 64)
!244 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !163, size: 64, align: 64, dwarfAddressSpace: 0)
!245 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !241, file: !18, baseType: !41, size: 64, align: 64, offset: 64)
!246 = !DIDerivedType(tag: DW_TAG_member, name: "line", scope: !233, file: !18, baseType: !133, size: 32, align: 32, offset: 128, flags: DIFlagPrivate)
!247 = !DIDerivedType(tag: DW_TAG_member, name: "col", scope: !233, file: !18, baseType: !133, size: 32, align: 32, offset: 160, flags: DIFlagPrivate)
!248 = !DIDerivedType(tag: DW_TAG_member, name: "_filename", scope: !233, file: !18, baseType: !249, align: 8, offset: 192, flags: DIFlagPrivate)
!249 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&str>", scope: !49, file: !18, align: 8, flags: DIFlagPublic, elements: !37, templateParams: !250, identifier: "e16ac355808b6aef9fb50b5f125fee05")
!250 = !{!251}
!251 = !DITemplateTypeParameter(name: "T", type: !252)
!252 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !18, size: 128, align: 64, elements: !253, templateParams: !37, identifier: "9277eecd40495f85161460476aacc992")
!253 = !{!254, !255}
!254 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !252, file: !18, baseType: !244, size: 64, align: 64)
!255 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !252, file: !18, baseType: !41, size: 64, align: 64, offset: 64)
!256 = !{!257, !258}
!257 = !DILocalVariable(name: "self", arg: 1, scope: !225, file: !226, line: 49, type: !190)
!258 = !DILocalVariable(name: "other", arg: 2, scope: !225, file: !226, line: 49, type: !190)
!259 = !DILocation(line: 49, column: 24, scope: !225)
!260 = !DILocation(line: 49, column: 30, scope: !225)
!261 = !DILocation(line: 50, column: 31, scope: !225)
!262 = !DILocalVariable(name: "self", arg: 1, scope: !263, file: !264, line: 352, type: !133)
!263 = distinct !DISubprogram(name: "mul", linkageName: "_ZN45_$LT$u32$u20$as$u20$core..ops..arith..Mul$GT$3mul17h01c4fa40f91b681fE", scope: !265, file: !264, line: 352, type: !266, scopeLine: 352, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !268)
!264 = !DIFile(filename: "library/core/src/ops/arith.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "82a843efd6957c9872d7564e4a5df756")
!265 = !DINamespace(name: "{impl#131}", scope: !228)
!266 = !DISubroutineType(types: !267)
!267 = !{!133, !133, !133, !232}
!268 = !{!262, !269}
!269 = !DILocalVariable(name: "other", arg: 2, scope: !263, file: !264, line: 352, type: !133)
!270 = !DILocation(line: 352, column: 20, scope: !263, inlinedAt: !271)
!271 = !DILocation(line: 50, column: 17, scope: !225)
!272 = !DILocation(line: 50, column: 38, scope: !225)
!273 = !DILocation(line: 352, column: 26, scope: !263, inlinedAt: !271)
!274 = !DILocation(line: 352, column: 45, scope: !263, inlinedAt: !271)
!275 = !DILocation(line: 51, column: 14, scope: !225)
!276 = distinct !DISubprogram(name: "precondition_check", linkageName: "_ZN4core3num23_$LT$impl$u20$usize$GT$13unchecked_add18precondition_check17h86b0bfa4bf141acfE", scope: !278, file: !277, line: 68, type: !280, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !282)
!277 = !DIFile(filename: "library/core/src/ub_checks.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "8a26eb599fa825194a3e796d4688d4db")
!278 = !DINamespace(name: "unchecked_add", scope: !279)
!279 = !DINamespace(name: "{impl#11}", scope: !171)
!280 = !DISubroutineType(types: !281)
!281 = !{null, !41, !41, !232}
!282 = !{!283, !284, !285}
!283 = !DILocalVariable(name: "lhs", arg: 1, scope: !276, file: !277, line: 68, type: !41)
!284 = !DILocalVariable(name: "rhs", arg: 2, scope: !276, file: !277, line: 68, type: !41)
!285 = !DILocalVariable(name: "msg", scope: !286, file: !277, line: 70, type: !252, align: 64)
!286 = distinct !DILexicalBlock(scope: !276, file: !277, line: 70, column: 21)
!287 = !DILocation(line: 68, column: 43, scope: !276)
!288 = !DILocalVariable(name: "self", arg: 1, scope: !289, file: !290, line: 2828, type: !41)
!289 = distinct !DISubprogram(name: "overflowing_add", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj15overflowing_add", scope: !279, file: !290, line: 2828, type: !291, scopeLine: 2828, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !298)
!290 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!291 = !DISubroutineType(types: !292)
!292 = !{!293, !41, !41}
!293 = !DICompositeType(tag: DW_TAG_structure_type, name: "(usize, bool)", file: !18, size: 128, align: 64, elements: !294, templateParams: !37, identifier: "d571287e27d8be874e95a2f698798cc6")
!294 = !{!295, !296}
!295 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !293, file: !18, baseType: !41, size: 64, align: 64)
!296 = !DIDerivedType(tag: DW_TAG_member, name: "__1", scope: !293, file: !18, baseType: !297, size: 8, align: 8, offset: 64)
!297 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!298 = !{!288, !299}
!299 = !DILocalVariable(name: "rhs", arg: 2, scope: !289, file: !290, line: 2828, type: !41)
!300 = !DILocation(line: 2828, column: 38, scope: !289, inlinedAt: !301)
!301 = !DILocation(line: 839, column: 27, scope: !302)
!302 = !DILexicalBlockFile(scope: !276, file: !290, discriminator: 0)
!303 = !DILocation(line: 2828, column: 44, scope: !289, inlinedAt: !301)
!304 = !DILocation(line: 2829, column: 26, scope: !289, inlinedAt: !301)
!305 = !DILocation(line: 839, column: 23, scope: !302)
!306 = !DILocation(line: 75, column: 14, scope: !276)
!307 = !DILocation(line: 70, column: 31, scope: !276)
!308 = !DILocation(line: 70, column: 25, scope: !286)
!309 = !DILocalVariable(name: "s", arg: 1, scope: !310, file: !311, line: 815, type: !252)
!310 = distinct !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hce4ff75602f59e7bE", scope: !312, file: !311, line: 815, type: !394, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, declaration: !396, retainedNodes: !397)
!311 = !DIFile(filename: "library/core/src/fmt/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "66c54229528687a22c80807f245fa4df")
!312 = !DICompositeType(tag: DW_TAG_structure_type, name: "Arguments", scope: !313, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !314, templateParams: !37, identifier: "e5c67bbe046da39973c72077c7f66185")
!313 = !DINamespace(name: "fmt", scope: !13)
!314 = !{!315, !316}
!315 = !DIDerivedType(tag: DW_TAG_member, name: "template", scope: !312, file: !18, baseType: !159, size: 64, align: 64, flags: DIFlagPrivate)
!316 = !DIDerivedType(tag: DW_TAG_member, name: "args", scope: !312, file: !18, baseType: !317, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!317 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<core::fmt::rt::Argument>", scope: !27, file: !18, size: 64, align: 64, flags: DIFlagPublic, elements: !318, templateParams: !392, identifier: "2e7cb7ba6db6aae8a5c20264d17cea0a")
!318 = !{!319}
!319 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !317, file: !18, baseType: !320, size: 64, align: 64, flags: DIFlagPrivate)
!320 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const core::fmt::rt::Argument", baseType: !321, size: 64, align: 64, dwarfAddressSpace: 0)
!321 = !DICompositeType(tag: DW_TAG_structure_type, name: "Argument", scope: !322, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !323, templateParams: !37, identifier: "1d5f7550f7e7e04cbc4d2cf57c27606b")
!322 = !DINamespace(name: "rt", scope: !313)
!323 = !{!324}
!324 = !DIDerivedType(tag: DW_TAG_member, name: "ty", scope: !321, file: !18, baseType: !325, size: 128, align: 64, flags: DIFlagPrivate)
!325 = !DICompositeType(tag: DW_TAG_structure_type, name: "ArgumentType", scope: !322, file: !18, size: 128, align: 64, flags: DIFlagPrivate, elements: !326, templateParams: !37, identifier: "b1cfb4618f1c38c3f96eab6c02edf448")
!326 = !{!327}
!327 = !DICompositeType(tag: DW_TAG_variant_part, scope: !325, file: !18, size: 128, align: 64, elements: !328, templateParams: !37, identifier: "fbd384083752b747f8b252853b979154", discriminator: !391)
!328 = !{!329, !387}
!329 = !DIDerivedType(tag: DW_TAG_member, name: "Placeholder", scope: !327, file: !18, baseType: !330, size: 128, align: 64)
!330 = !DICompositeType(tag: DW_TAG_structure_type, name: "Placeholder", scope: !325, file: !18, size: 128, align: 64, flags: DIFlagPrivate, elements: !331, templateParams: !37, identifier: "91d44a8fdafb90acd8f4961dbde4212b")
!331 = !{!332, !340, !382}
!332 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !330, file: !18, baseType: !333, size: 64, align: 64, flags: DIFlagPrivate)
!333 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<()>", scope: !27, file: !18, size: 64, align: 64, flags: DIFlagPublic, elements: !334, templateParams: !338, identifier: "f4e496144210c619b96aa08326287b92")
!334 = !{!335}
!335 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !333, file: !18, baseType: !336, size: 64, align: 64, flags: DIFlagPrivate)
!336 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*const ()", baseType: !337, size: 64, align: 64, dwarfAddressSpace: 0)
!337 = !DIBasicType(name: "()", encoding: DW_ATE_unsigned)
!338 = !{!339}
!339 = !DITemplateTypeParameter(name: "T", type: !337)
!340 = !DIDerivedType(tag: DW_TAG_member, name: "formatter", scope: !330, file: !18, baseType: !341, size: 64, align: 64, offset: 64, flags: DIFlagPrivate)
!341 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "unsafe fn(core::ptr::non_null::NonNull<()>, &mut core::fmt::Formatter) -> core::result::Result<(), core::fmt::Error>", baseType: !342, size: 64, align: 64, dwarfAddressSpace: 0)
!342 = !DISubroutineType(types: !343)
!343 = !{!344, !333, !361}
!344 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result<(), core::fmt::Error>", scope: !345, file: !18, size: 8, align: 8, flags: DIFlagPublic, elements: !346, templateParams: !37, identifier: "1c6752419820cdc3961061cc58b31873")
!345 = !DINamespace(name: "result", scope: !13)
!346 = !{!347}
!347 = !DICompositeType(tag: DW_TAG_variant_part, scope: !344, file: !18, size: 8, align: 8, elements: !348, templateParams: !37, identifier: "92c1f85eaa1d7dab2e3165ee2fc4946", discriminator: !360)
!348 = !{!349, !356}
!349 = !DIDerivedType(tag: DW_TAG_member, name: "Ok", scope: !347, file: !18, baseType: !350, size: 8, align: 8, extraData: i8 0)
!350 = !DICompositeType(tag: DW_TAG_structure_type, name: "Ok", scope: !344, file: !18, size: 8, align: 8, flags: DIFlagPublic, elements: !351, templateParams: !353, identifier: "1d7115f6c7f9f62c2100933bba0c76f9")
!351 = !{!352}
!352 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !350, file: !18, baseType: !337, align: 8, offset: 8, flags: DIFlagPublic)
!353 = !{!339, !354}
!354 = !DITemplateTypeParameter(name: "E", type: !355)
!355 = !DICompositeType(tag: DW_TAG_structure_type, name: "Error", scope: !313, file: !18, align: 8, flags: DIFlagPublic, elements: !37, identifier: "5a24300cdda31093f5fe20c939b4885")
!356 = !DIDerivedType(tag: DW_TAG_member, name: "Err", scope: !347, file: !18, baseType: !357, size: 8, align: 8, extraData: i8 1)
!357 = !DICompositeType(tag: DW_TAG_structure_type, name: "Err", scope: !344, file: !18, size: 8, align: 8, flags: DIFlagPublic, elements: !358, templateParams: !353, identifier: "27094aa3bc4c448bf12b8530386fdeb2")
!358 = !{!359}
!359 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !357, file: !18, baseType: !355, align: 8, offset: 8, flags: DIFlagPublic)
!360 = !DIDerivedType(tag: DW_TAG_member, scope: !344, file: !18, baseType: !163, size: 8, align: 8, flags: DIFlagArtificial)
!361 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::fmt::Formatter", baseType: !362, size: 64, align: 64, dwarfAddressSpace: 0)
!362 = !DICompositeType(tag: DW_TAG_structure_type, name: "Formatter", scope: !313, file: !18, size: 192, align: 64, flags: DIFlagPublic, elements: !363, templateParams: !37, identifier: "c45a1f7f7c29ecbbdbd29c835fac516c")
!363 = !{!364, !371}
!364 = !DIDerivedType(tag: DW_TAG_member, name: "options", scope: !362, file: !18, baseType: !365, size: 64, align: 32, offset: 128, flags: DIFlagPrivate)
!365 = !DICompositeType(tag: DW_TAG_structure_type, name: "FormattingOptions", scope: !313, file: !18, size: 64, align: 32, flags: DIFlagPublic, elements: !366, templateParams: !37, identifier: "ca2f5547247cd95c514a47d5800e09e")
!366 = !{!367, !368, !370}
!367 = !DIDerivedType(tag: DW_TAG_member, name: "flags", scope: !365, file: !18, baseType: !133, size: 32, align: 32, flags: DIFlagPrivate)
!368 = !DIDerivedType(tag: DW_TAG_member, name: "width", scope: !365, file: !18, baseType: !369, size: 16, align: 16, offset: 32, flags: DIFlagPrivate)
!369 = !DIBasicType(name: "u16", size: 16, encoding: DW_ATE_unsigned)
!370 = !DIDerivedType(tag: DW_TAG_member, name: "precision", scope: !365, file: !18, baseType: !369, size: 16, align: 16, offset: 48, flags: DIFlagPrivate)
!371 = !DIDerivedType(tag: DW_TAG_member, name: "buf", scope: !362, file: !18, baseType: !372, size: 128, align: 64, flags: DIFlagPrivate)
!372 = !DICompositeType(tag: DW_TAG_structure_type, name: "&mut dyn core::fmt::Write", file: !18, size: 128, align: 64, elements: !373, templateParams: !37, identifier: "effe97114690fc58a8e246cb04e37234")
!373 = !{!374, !377}
!374 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !372, file: !18, baseType: !375, size: 64, align: 64)
!375 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !376, size: 64, align: 64, dwarfAddressSpace: 0)
!376 = !DICompositeType(tag: DW_TAG_structure_type, name: "dyn core::fmt::Write", file: !18, align: 8, elements: !37, identifier: "64328679825f9c73b507edbfd5b86b47")
!377 = !DIDerivedType(tag: DW_TAG_member, name: "vtable", scope: !372, file: !18, baseType: !378, size: 64, align: 64, offset: 64)
!378 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&[usize; 6]", baseType: !379, size: 64, align: 64, dwarfAddressSpace: 0)
!379 = !DICompositeType(tag: DW_TAG_array_type, baseType: !41, size: 384, align: 64, elements: !380)
!380 = !{!381}
!381 = !DISubrange(count: 6, lowerBound: 0)
!382 = !DIDerivedType(tag: DW_TAG_member, name: "_lifetime", scope: !330, file: !18, baseType: !383, align: 8, offset: 128, flags: DIFlagPrivate)
!383 = !DICompositeType(tag: DW_TAG_structure_type, name: "PhantomData<&()>", scope: !49, file: !18, align: 8, flags: DIFlagPublic, elements: !37, templateParams: !384, identifier: "efa596960370766459fc018866dc4048")
!384 = !{!385}
!385 = !DITemplateTypeParameter(name: "T", type: !386)
!386 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&()", baseType: !337, size: 64, align: 64, dwarfAddressSpace: 0)
!387 = !DIDerivedType(tag: DW_TAG_member, name: "Count", scope: !327, file: !18, baseType: !388, size: 128, align: 64, extraData: i64 0)
!388 = !DICompositeType(tag: DW_TAG_structure_type, name: "Count", scope: !325, file: !18, size: 128, align: 64, flags: DIFlagPrivate, elements: !389, templateParams: !37, identifier: "1d9161ed3114ac1c26d36137fc96704d")
!389 = !{!390}
!390 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !388, file: !18, baseType: !369, size: 16, align: 16, offset: 64, flags: DIFlagPrivate)
!391 = !DIDerivedType(tag: DW_TAG_member, scope: !325, file: !18, baseType: !74, size: 64, align: 64, flags: DIFlagArtificial)
!392 = !{!393}
!393 = !DITemplateTypeParameter(name: "T", type: !321)
!394 = !DISubroutineType(types: !395)
!395 = !{!312, !252}
!396 = !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hce4ff75602f59e7bE", scope: !312, file: !311, line: 815, type: !394, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !37)
!397 = !{!309}
!398 = !DILocation(line: 815, column: 27, scope: !310, inlinedAt: !399)
!399 = !DILocation(line: 73, column: 59, scope: !286)
!400 = !DILocalVariable(name: "self", arg: 1, scope: !401, file: !402, line: 578, type: !252)
!401 = distinct !DISubprogram(name: "as_ptr", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre6as_ptr", scope: !403, file: !402, line: 578, type: !405, scopeLine: 578, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !407)
!402 = !DIFile(filename: "library/core/src/str/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b67baab1b9aefdbe1feb84767953c83d")
!403 = !DINamespace(name: "{impl#0}", scope: !404)
!404 = !DINamespace(name: "str", scope: !13)
!405 = !DISubroutineType(types: !406)
!406 = !{!162, !252}
!407 = !{!400}
!408 = !DILocation(line: 578, column: 25, scope: !401, inlinedAt: !409)
!409 = !DILocation(line: 819, column: 44, scope: !310, inlinedAt: !399)
!410 = !DILocalVariable(name: "self", arg: 1, scope: !411, file: !402, line: 157, type: !252)
!411 = distinct !DISubprogram(name: "len", linkageName: "_ZN4core3str21_$LT$impl$u20$str$GT$3len17h8c54bedaa0b50c6aE", scope: !403, file: !402, line: 157, type: !412, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !414)
!412 = !DISubroutineType(types: !413)
!413 = !{!41, !252}
!414 = !{!410}
!415 = !DILocation(line: 157, column: 22, scope: !411, inlinedAt: !416)
!416 = !DILocation(line: 820, column: 40, scope: !310, inlinedAt: !399)
!417 = !DILocalVariable(name: "self", arg: 1, scope: !418, file: !402, line: 502, type: !252)
!418 = distinct !DISubprogram(name: "as_bytes", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre8as_bytes", scope: !403, file: !402, line: 502, type: !419, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !425)
!419 = !DISubroutineType(types: !420)
!420 = !{!421, !252}
!421 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[u8]", file: !18, size: 128, align: 64, elements: !422, templateParams: !37, identifier: "31681e0c10b314f1f33e38b2779acbb4")
!422 = !{!423, !424}
!423 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !421, file: !18, baseType: !244, size: 64, align: 64)
!424 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !421, file: !18, baseType: !41, size: 64, align: 64, offset: 64)
!425 = !{!417}
!426 = !DILocation(line: 502, column: 27, scope: !418, inlinedAt: !427)
!427 = !DILocation(line: 158, column: 14, scope: !411, inlinedAt: !416)
!428 = !DILocation(line: 73, column: 21, scope: !286)
!429 = distinct !DISubprogram(name: "precondition_check", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned18precondition_check17h6b02eaad6ff3667aE", scope: !430, file: !277, line: 68, type: !433, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !435)
!430 = !DINamespace(name: "offset_from_unsigned", scope: !431)
!431 = !DINamespace(name: "{impl#0}", scope: !432)
!432 = !DINamespace(name: "const_ptr", scope: !28)
!433 = !DISubroutineType(types: !434)
!434 = !{null, !336, !336, !232}
!435 = !{!436, !437, !438}
!436 = !DILocalVariable(name: "this", arg: 1, scope: !429, file: !277, line: 68, type: !336)
!437 = !DILocalVariable(name: "origin", arg: 2, scope: !429, file: !277, line: 68, type: !336)
!438 = !DILocalVariable(name: "msg", scope: !439, file: !277, line: 70, type: !252, align: 64)
!439 = distinct !DILexicalBlock(scope: !429, file: !277, line: 70, column: 21)
!440 = !DILocation(line: 68, column: 43, scope: !429)
!441 = !DILocalVariable(name: "this", arg: 1, scope: !442, file: !443, line: 706, type: !336)
!442 = distinct !DISubprogram(name: "runtime_ptr_ge", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned14runtime_ptr_ge17h85557d7ddf5f8620E", scope: !430, file: !443, line: 706, type: !444, scopeLine: 706, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !446)
!443 = !DIFile(filename: "library/core/src/ptr/const_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "48638a38fe414ca30cde797e4a40b3a9")
!444 = !DISubroutineType(types: !445)
!445 = !{!297, !336, !336}
!446 = !{!441, !447}
!447 = !DILocalVariable(name: "origin", arg: 2, scope: !442, file: !443, line: 706, type: !336)
!448 = !DILocation(line: 706, column: 33, scope: !442, inlinedAt: !449)
!449 = !DILocation(line: 723, column: 18, scope: !450)
!450 = !DILexicalBlockFile(scope: !429, file: !443, discriminator: 0)
!451 = !DILocation(line: 706, column: 50, scope: !442, inlinedAt: !449)
!452 = !DILocation(line: 712, column: 21, scope: !453, inlinedAt: !457)
!453 = !DILexicalBlockFile(scope: !454, file: !443, discriminator: 0)
!454 = distinct !DISubprogram(name: "runtime", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned14runtime_ptr_ge7runtime17h46ae8ce98e19b7e3E", scope: !456, file: !455, line: 2434, type: !444, scopeLine: 2434, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37)
!455 = !DIFile(filename: "library/core/src/intrinsics/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b1b7915c1b8b57766c20270acae549ce")
!456 = !DINamespace(name: "runtime_ptr_ge", scope: !430)
!457 = !DILocation(line: 2447, column: 9, scope: !458, inlinedAt: !449)
!458 = !DILexicalBlockFile(scope: !442, file: !455, discriminator: 0)
!459 = !DILocation(line: 70, column: 31, scope: !429)
!460 = !DILocation(line: 70, column: 25, scope: !439)
!461 = !DILocalVariable(name: "s", arg: 1, scope: !462, file: !311, line: 815, type: !252)
!462 = distinct !DISubprogram(name: "from_str", linkageName: "_ZN4core3fmt9Arguments8from_str17hce4ff75602f59e7bE", scope: !312, file: !311, line: 815, type: !394, scopeLine: 815, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, declaration: !396, retainedNodes: !463)
!463 = !{!461}
!464 = !DILocation(line: 815, column: 27, scope: !462, inlinedAt: !465)
!465 = !DILocation(line: 73, column: 59, scope: !439)
!466 = !DILocalVariable(name: "self", arg: 1, scope: !467, file: !402, line: 578, type: !252)
!467 = distinct !DISubprogram(name: "as_ptr", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre6as_ptr", scope: !403, file: !402, line: 578, type: !405, scopeLine: 578, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !468)
!468 = !{!466}
!469 = !DILocation(line: 578, column: 25, scope: !467, inlinedAt: !470)
!470 = !DILocation(line: 819, column: 44, scope: !462, inlinedAt: !465)
!471 = !DILocalVariable(name: "self", arg: 1, scope: !472, file: !402, line: 157, type: !252)
!472 = distinct !DISubprogram(name: "len", linkageName: "_ZN4core3str21_$LT$impl$u20$str$GT$3len17h8c54bedaa0b50c6aE", scope: !403, file: !402, line: 157, type: !412, scopeLine: 157, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !473)
!473 = !{!471}
!474 = !DILocation(line: 157, column: 22, scope: !472, inlinedAt: !475)
!475 = !DILocation(line: 820, column: 40, scope: !462, inlinedAt: !465)
!476 = !DILocalVariable(name: "self", arg: 1, scope: !477, file: !402, line: 502, type: !252)
!477 = distinct !DISubprogram(name: "as_bytes", linkageName: "_RNvMNtCsgEmfK2I1SDS_4core3stre8as_bytes", scope: !403, file: !402, line: 502, type: !419, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !478)
!478 = !{!476}
!479 = !DILocation(line: 502, column: 27, scope: !477, inlinedAt: !480)
!480 = !DILocation(line: 158, column: 14, scope: !472, inlinedAt: !475)
!481 = !DILocation(line: 73, column: 21, scope: !439)
!482 = !DILocation(line: 75, column: 14, scope: !429)
!483 = distinct !DISubprogram(name: "map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, f64, shapes::total::{closure_env#0}>", linkageName: "_ZN4core4iter6traits8iterator8Iterator3map17he431a2a029f198a8E", scope: !485, file: !484, line: 789, type: !487, scopeLine: 789, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !492, retainedNodes: !489)
!484 = !DIFile(filename: "library/core/src/iter/traits/iterator.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "03f316921fc0b2bb7786dd4fa41456f9")
!485 = !DINamespace(name: "Iterator", scope: !486)
!486 = !DINamespace(name: "iterator", scope: !82)
!487 = !DISubroutineType(types: !488)
!488 = !{!17, !21, !54}
!489 = !{!490, !491}
!490 = !DILocalVariable(name: "self", arg: 1, scope: !483, file: !484, line: 789, type: !21)
!491 = !DILocalVariable(name: "f", arg: 2, scope: !483, file: !484, line: 789, type: !54)
!492 = !{!493, !88, !77}
!493 = !DITemplateTypeParameter(name: "Self", type: !21)
!494 = !DILocation(line: 789, column: 18, scope: !483)
!495 = !DILocation(line: 789, column: 24, scope: !483)
!496 = !DILocation(line: 69, column: 9, scope: !497, inlinedAt: !499)
!497 = distinct !DISubprogram(name: "new<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>", linkageName: "_ZN4core4iter8adapters3map16Map$LT$I$C$F$GT$3new17h2bcb5b1d71699f6bE", scope: !17, file: !8, line: 68, type: !487, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !75, declaration: !498)
!498 = !DISubprogram(name: "new<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>", linkageName: "_ZN4core4iter8adapters3map16Map$LT$I$C$F$GT$3new17h2bcb5b1d71699f6bE", scope: !17, file: !8, line: 68, type: !487, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !75)
!499 = !DILocation(line: 794, column: 9, scope: !483)
!500 = !DILocation(line: 795, column: 6, scope: !483)
!501 = distinct !DISubprogram(name: "sum<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>, f64>", linkageName: "_ZN4core4iter6traits8iterator8Iterator3sum17hc91b9ccaebc7f45dE", scope: !485, file: !484, line: 3653, type: !502, scopeLine: 3653, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !506, retainedNodes: !504)
!502 = !DISubroutineType(types: !503)
!503 = !{!16, !17}
!504 = !{!505}
!505 = !DILocalVariable(name: "self", arg: 1, scope: !501, file: !484, line: 3653, type: !17)
!506 = !{!507, !508}
!507 = !DITemplateTypeParameter(name: "Self", type: !17)
!508 = !DITemplateTypeParameter(name: "S", type: !16)
!509 = !DILocation(line: 3653, column: 15, scope: !501)
!510 = !DILocation(line: 3658, column: 9, scope: !501)
!511 = !DILocation(line: 3659, column: 6, scope: !501)
!512 = distinct !DISubprogram(name: "{closure#0}<&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>, f64, f64, shapes::total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>>", linkageName: "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha3fb4c2d2bccbba8E", scope: !99, file: !8, line: 88, type: !513, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !105, retainedNodes: !516)
!513 = !DISubroutineType(types: !514)
!514 = !{!16, !515, !16, !52}
!515 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::iter::adapters::map::map_fold::{closure_env#0}<&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>, f64, f64, shapes::total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>>", baseType: !98, size: 64, align: 64, dwarfAddressSpace: 0)
!516 = !{!517, !518, !519, !520}
!517 = !DILocalVariable(name: "acc", arg: 2, scope: !512, file: !8, line: 88, type: !16)
!518 = !DILocalVariable(name: "elt", arg: 3, scope: !512, file: !8, line: 88, type: !52)
!519 = !DILocalVariable(name: "g", scope: !512, file: !8, line: 86, type: !78, align: 8)
!520 = !DILocalVariable(name: "f", scope: !512, file: !8, line: 85, type: !54, align: 64)
!521 = !DILocation(line: 86, column: 9, scope: !512)
!522 = !DILocation(line: 85, column: 9, scope: !512)
!523 = !DILocation(line: 88, column: 11, scope: !512)
!524 = !DILocation(line: 88, column: 16, scope: !512)
!525 = !DILocation(line: 88, column: 21, scope: !512)
!526 = !DILocation(line: 88, column: 23, scope: !512)
!527 = !DILocation(line: 88, column: 28, scope: !512)
!528 = !DILocation(line: 88, column: 34, scope: !512)
!529 = !DILocation(line: 88, column: 35, scope: !512)
!530 = !DILocation(line: 88, column: 5, scope: !512)
!531 = distinct !DISubprogram(name: "iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17h15fb1b938b879cb1E", scope: !533, file: !532, line: 1040, type: !534, scopeLine: 1040, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, retainedNodes: !541)
!532 = !DIFile(filename: "library/core/src/slice/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b606e5d97bff599edd0dcbc6067a14f1")
!533 = !DINamespace(name: "{impl#0}", scope: !23)
!534 = !DISubroutineType(types: !535)
!535 = !{!21, !536}
!536 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>]", file: !18, size: 128, align: 64, elements: !537, templateParams: !37, identifier: "cfb0e97fb2cd04c28c881063d0603aef")
!537 = !{!538, !540}
!538 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !536, file: !18, baseType: !539, size: 64, align: 64)
!539 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64, align: 64, dwarfAddressSpace: 0)
!540 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !536, file: !18, baseType: !41, size: 64, align: 64, offset: 64)
!541 = !{!542}
!542 = !DILocalVariable(name: "self", arg: 1, scope: !531, file: !532, line: 1040, type: !536)
!543 = !DILocation(line: 1040, column: 23, scope: !531)
!544 = !DILocation(line: 1041, column: 9, scope: !531)
!545 = !DILocation(line: 1042, column: 6, scope: !531)
!546 = distinct !DISubprogram(name: "is_empty<i128>", linkageName: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$8is_empty17h707b797a26dc4115E", scope: !533, file: !532, line: 136, type: !547, scopeLine: 136, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !557, retainedNodes: !555)
!547 = !DISubroutineType(types: !548)
!548 = !{!297, !549}
!549 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[i128]", file: !18, size: 128, align: 64, elements: !550, templateParams: !37, identifier: "6ca8995a979176bb43304bf44a446f86")
!550 = !{!551, !554}
!551 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !549, file: !18, baseType: !552, size: 64, align: 64)
!552 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !553, size: 64, align: 64, dwarfAddressSpace: 0)
!553 = !DIBasicType(name: "i128", size: 128, encoding: DW_ATE_signed)
!554 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !549, file: !18, baseType: !41, size: 64, align: 64, offset: 64)
!555 = !{!556}
!556 = !DILocalVariable(name: "self", arg: 1, scope: !546, file: !532, line: 136, type: !549)
!557 = !{!558}
!558 = !DITemplateTypeParameter(name: "T", type: !553)
!559 = !DILocation(line: 136, column: 27, scope: !546)
!560 = !DILocation(line: 137, column: 9, scope: !546)
!561 = !DILocation(line: 138, column: 6, scope: !546)
!562 = distinct !DISubprogram(name: "new<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h4428f47d4840498bE", scope: !21, file: !563, line: 96, type: !534, scopeLine: 96, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, declaration: !564, retainedNodes: !565)
!563 = !DIFile(filename: "library/core/src/slice/iter.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "f33ab2e22fe09095bf73c41c52bd166c")
!564 = !DISubprogram(name: "new<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h4428f47d4840498bE", scope: !21, file: !563, line: 96, type: !534, scopeLine: 96, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !44)
!565 = !{!566, !567, !569, !571}
!566 = !DILocalVariable(name: "slice", arg: 1, scope: !562, file: !563, line: 96, type: !536)
!567 = !DILocalVariable(name: "len", scope: !568, file: !563, line: 97, type: !41, align: 64)
!568 = distinct !DILexicalBlock(scope: !562, file: !563, line: 97, column: 9)
!569 = !DILocalVariable(name: "ptr", scope: !570, file: !563, line: 98, type: !26, align: 64)
!570 = distinct !DILexicalBlock(scope: !568, file: !563, line: 98, column: 9)
!571 = !DILocalVariable(name: "end_or_len", scope: !572, file: !563, line: 101, type: !31, align: 64)
!572 = distinct !DILexicalBlock(scope: !570, file: !563, line: 101, column: 13)
!573 = !DILocation(line: 96, column: 29, scope: !562)
!574 = !DILocalVariable(name: "r", arg: 1, scope: !575, file: !576, line: 282, type: !536)
!575 = distinct !DISubprogram(name: "from_ref<[alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>]>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$8from_ref17h156e7c49ad26daebE", scope: !577, file: !576, line: 282, type: !584, scopeLine: 282, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, declaration: !586, retainedNodes: !587)
!576 = !DIFile(filename: "library/core/src/ptr/non_null.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "e5222a5160165ba1cd09076ad7a11733")
!577 = !DICompositeType(tag: DW_TAG_structure_type, name: "NonNull<[alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>]>", scope: !27, file: !18, size: 128, align: 64, flags: DIFlagPublic, elements: !578, templateParams: !44, identifier: "4972d2bf432ac53effadd7b32c62c1d5")
!578 = !{!579}
!579 = !DIDerivedType(tag: DW_TAG_member, name: "pointer", scope: !577, file: !18, baseType: !580, size: 128, align: 64, flags: DIFlagPrivate)
!580 = !DICompositeType(tag: DW_TAG_structure_type, name: "*const [alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>]", file: !18, size: 128, align: 64, elements: !581, templateParams: !37, identifier: "90abe68dce8b7aaffdca9e6720d7a8cc")
!581 = !{!582, !583}
!582 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !580, file: !18, baseType: !539, size: 64, align: 64)
!583 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !580, file: !18, baseType: !41, size: 64, align: 64, offset: 64)
!584 = !DISubroutineType(types: !585)
!585 = !{!577, !536}
!586 = !DISubprogram(name: "from_ref<[alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>]>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$8from_ref17h156e7c49ad26daebE", scope: !577, file: !576, line: 282, type: !584, scopeLine: 282, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !44)
!587 = !{!574}
!588 = !DILocation(line: 282, column: 27, scope: !575, inlinedAt: !589)
!589 = !DILocation(line: 98, column: 31, scope: !568)
!590 = !DILocation(line: 101, column: 17, scope: !572)
!591 = !DILocation(line: 97, column: 19, scope: !562)
!592 = !DILocation(line: 97, column: 13, scope: !568)
!593 = !DILocalVariable(name: "addr", arg: 1, scope: !594, file: !595, line: 884, type: !41)
!594 = distinct !DISubprogram(name: "without_provenance<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr18without_provenance17hcaa32507bf9f39c8E", scope: !28, file: !595, line: 884, type: !596, scopeLine: 884, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, retainedNodes: !598)
!595 = !DIFile(filename: "library/core/src/ptr/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "8f706ae0a0620120e6e931983ef127f1")
!596 = !DISubroutineType(types: !597)
!597 = !{!31, !41}
!598 = !{!593}
!599 = !DILocation(line: 884, column: 36, scope: !594, inlinedAt: !600)
!600 = !DILocation(line: 102, column: 32, scope: !570)
!601 = !DILocalVariable(name: "count", arg: 2, scope: !602, file: !603, line: 927, type: !41)
!602 = distinct !DISubprogram(name: "add<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17h6217906d36b9e1c5E", scope: !604, file: !603, line: 927, type: !606, scopeLine: 927, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, retainedNodes: !609)
!603 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!604 = !DINamespace(name: "{impl#0}", scope: !605)
!605 = !DINamespace(name: "mut_ptr", scope: !28)
!606 = !DISubroutineType(types: !607)
!607 = !{!608, !608, !41, !232}
!608 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>", baseType: !32, size: 64, align: 64, dwarfAddressSpace: 0)
!609 = !{!610, !601}
!610 = !DILocalVariable(name: "self", arg: 1, scope: !602, file: !603, line: 927, type: !608)
!611 = !DILocation(line: 927, column: 35, scope: !602, inlinedAt: !612)
!612 = !DILocation(line: 102, column: 78, scope: !570)
!613 = !DILocation(line: 284, column: 18, scope: !575, inlinedAt: !589)
!614 = !DILocalVariable(name: "self", arg: 1, scope: !615, file: !576, line: 502, type: !577)
!615 = distinct !DISubprogram(name: "cast<[alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>], alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$4cast17h47e58ada8b9b5be8E", scope: !577, file: !576, line: 502, type: !616, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !619, declaration: !618, retainedNodes: !621)
!616 = !DISubroutineType(types: !617)
!617 = !{!26, !577}
!618 = !DISubprogram(name: "cast<[alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>], alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$4cast17h47e58ada8b9b5be8E", scope: !577, file: !576, line: 502, type: !616, scopeLine: 502, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !619)
!619 = !{!45, !620}
!620 = !DITemplateTypeParameter(name: "U", type: !32)
!621 = !{!614}
!622 = !DILocation(line: 502, column: 26, scope: !615, inlinedAt: !623)
!623 = !DILocation(line: 98, column: 56, scope: !568)
!624 = !DILocation(line: 504, column: 18, scope: !615, inlinedAt: !623)
!625 = !DILocation(line: 98, column: 13, scope: !570)
!626 = !DILocalVariable(name: "self", arg: 1, scope: !627, file: !576, line: 401, type: !26)
!627 = distinct !DISubprogram(name: "as_ptr<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h903cf2212880c64dE", scope: !26, file: !576, line: 401, type: !628, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, declaration: !630, retainedNodes: !631)
!628 = !DISubroutineType(types: !629)
!629 = !{!608, !26}
!630 = !DISubprogram(name: "as_ptr<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h903cf2212880c64dE", scope: !26, file: !576, line: 401, type: !628, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !44)
!631 = !{!626}
!632 = !DILocation(line: 401, column: 25, scope: !627, inlinedAt: !633)
!633 = !DILocation(line: 102, column: 69, scope: !570)
!634 = !DILocation(line: 102, column: 20, scope: !570)
!635 = !DILocation(line: 407, column: 18, scope: !627, inlinedAt: !633)
!636 = !DILocation(line: 927, column: 29, scope: !602, inlinedAt: !612)
!637 = !DILocation(line: 961, column: 18, scope: !602, inlinedAt: !612)
!638 = !DILocation(line: 102, column: 63, scope: !570)
!639 = !DILocation(line: 102, column: 17, scope: !570)
!640 = !DILocation(line: 104, column: 13, scope: !572)
!641 = !DILocation(line: 106, column: 6, scope: !562)
!642 = distinct !DISubprogram(name: "unwrap_or<f64>", linkageName: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17h92a84614c5caeae8E", scope: !60, file: !643, line: 1038, type: !644, scopeLine: 1038, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !67, declaration: !646, retainedNodes: !647)
!643 = !DIFile(filename: "library/core/src/option.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "3f12dd837a95e960b90752f70f5ddc0e")
!644 = !DISubroutineType(types: !645)
!645 = !{!16, !60, !16}
!646 = !DISubprogram(name: "unwrap_or<f64>", linkageName: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17h92a84614c5caeae8E", scope: !60, file: !643, line: 1038, type: !644, scopeLine: 1038, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !67)
!647 = !{!648, !649, !650}
!648 = !DILocalVariable(name: "self", arg: 1, scope: !642, file: !643, line: 1038, type: !60)
!649 = !DILocalVariable(name: "default", arg: 2, scope: !642, file: !643, line: 1038, type: !16)
!650 = !DILocalVariable(name: "x", scope: !651, file: !643, line: 1043, type: !16, align: 64)
!651 = distinct !DILexicalBlock(scope: !642, file: !643, line: 1043, column: 13)
!652 = !DILocation(line: 1043, column: 18, scope: !651)
!653 = !DILocation(line: 1038, column: 28, scope: !642)
!654 = !DILocation(line: 1038, column: 34, scope: !642)
!655 = !DILocation(line: 1042, column: 15, scope: !642)
!656 = !DILocation(line: 1042, column: 9, scope: !642)
!657 = !DILocation(line: 1043, column: 18, scope: !642)
!658 = !DILocation(line: 1046, column: 5, scope: !642)
!659 = !DILocation(line: 1044, column: 21, scope: !642)
!660 = !DILocation(line: 1046, column: 6, scope: !642)
!661 = distinct !DISubprogram(name: "sum<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>", linkageName: "_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17he189cd3da46f4409E", scope: !80, file: !662, line: 160, type: !502, scopeLine: 160, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !665, retainedNodes: !663)
!662 = !DIFile(filename: "library/core/src/iter/traits/accum.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "29c702feed2d279674f04740ce9fc327")
!663 = !{!664}
!664 = !DILocalVariable(name: "iter", arg: 1, scope: !661, file: !662, line: 160, type: !17)
!665 = !{!666}
!666 = !DITemplateTypeParameter(name: "I", type: !17)
!667 = !DILocation(line: 160, column: 44, scope: !661)
!668 = !DILocation(line: 161, column: 22, scope: !661)
!669 = !DILocation(line: 166, column: 14, scope: !661)
!670 = distinct !DISubprogram(name: "{closure#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>", linkageName: "_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h2fbd226f8b27d400E", scope: !79, file: !662, line: 164, type: !671, scopeLine: 164, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !665, retainedNodes: !674)
!671 = !DISubroutineType(types: !672)
!672 = !{!16, !673, !16, !16}
!673 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>", baseType: !78, size: 64, align: 64, dwarfAddressSpace: 0)
!674 = !{!675, !676, !677}
!675 = !DILocalVariable(name: "a", arg: 2, scope: !670, file: !662, line: 164, type: !16)
!676 = !DILocalVariable(name: "b", arg: 3, scope: !670, file: !662, line: 164, type: !16)
!677 = !DILocalVariable(arg: 1, scope: !670, file: !662, line: 164, type: !673)
!678 = !DILocation(line: 164, column: 21, scope: !670)
!679 = !DILocation(line: 164, column: 22, scope: !670)
!680 = !DILocation(line: 164, column: 25, scope: !670)
!681 = !DILocation(line: 164, column: 28, scope: !670)
!682 = !DILocation(line: 164, column: 33, scope: !670)
!683 = distinct !DISubprogram(name: "len", linkageName: "_ZN5alloc6string6String3len17hfda8b90a9134c6b7E", scope: !139, file: !684, line: 1860, type: !685, scopeLine: 1860, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, declaration: !687, retainedNodes: !688)
!684 = !DIFile(filename: "library/alloc/src/string.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "d83aa07ff14615d36cf46a54ac461721")
!685 = !DISubroutineType(types: !686)
!686 = !{!41, !194}
!687 = !DISubprogram(name: "len", linkageName: "_ZN5alloc6string6String3len17hfda8b90a9134c6b7E", scope: !139, file: !684, line: 1860, type: !685, scopeLine: 1860, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !37)
!688 = !{!689}
!689 = !DILocalVariable(name: "self", arg: 1, scope: !683, file: !684, line: 1860, type: !194)
!690 = !DILocation(line: 1860, column: 22, scope: !683)
!691 = !DILocation(line: 2997, column: 19, scope: !692, inlinedAt: !698)
!692 = distinct !DISubprogram(name: "len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$3len17h89ddecd5e237a7d6E", scope: !144, file: !693, line: 2996, type: !694, scopeLine: 2996, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !180, declaration: !697)
!693 = !DIFile(filename: "library/alloc/src/vec/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "561105229399139e451a3aa6309b761e")
!694 = !DISubroutineType(types: !695)
!695 = !{!41, !696}
!696 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::vec::Vec<u8, alloc::alloc::Global>", baseType: !144, size: 64, align: 64, dwarfAddressSpace: 0)
!697 = !DISubprogram(name: "len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$3len17h89ddecd5e237a7d6E", scope: !144, file: !693, line: 2996, type: !694, scopeLine: 2996, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !180)
!698 = !DILocation(line: 1861, column: 18, scope: !683)
!699 = !DILocation(line: 3002, column: 37, scope: !692, inlinedAt: !698)
!700 = !DILocation(line: 1862, column: 6, scope: !683)
!701 = distinct !DISubprogram(name: "mul", linkageName: "_ZN60_$LT$f64$u20$as$u20$core..ops..arith..Mul$LT$$RF$f64$GT$$GT$3mul17h9ae06deafd439fceE", scope: !702, file: !226, line: 38, type: !703, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !705)
!702 = !DINamespace(name: "{impl#187}", scope: !228)
!703 = !DISubroutineType(types: !704)
!704 = !{!16, !16, !187, !232}
!705 = !{!706, !707}
!706 = !DILocalVariable(name: "self", arg: 1, scope: !701, file: !226, line: 38, type: !16)
!707 = !DILocalVariable(name: "other", arg: 2, scope: !701, file: !226, line: 38, type: !187)
!708 = !DILocation(line: 38, column: 24, scope: !701)
!709 = !DILocation(line: 38, column: 30, scope: !701)
!710 = !DILocation(line: 39, column: 37, scope: !701)
!711 = !DILocation(line: 352, column: 45, scope: !712, inlinedAt: !716)
!712 = distinct !DISubprogram(name: "mul", linkageName: "_ZN45_$LT$f64$u20$as$u20$core..ops..arith..Mul$GT$3mul17h2108e83153f7f39aE", scope: !713, file: !264, line: 352, type: !714, scopeLine: 352, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37)
!713 = !DINamespace(name: "{impl#142}", scope: !228)
!714 = !DISubroutineType(types: !715)
!715 = !{!16, !16, !16, !232}
!716 = !DILocation(line: 39, column: 17, scope: !701)
!717 = !DILocation(line: 40, column: 14, scope: !701)
!718 = distinct !DISubprogram(name: "find", linkageName: "_ZN6shapes4find17hebb7f4a49edb0674E", scope: !56, file: !116, line: 28, type: !719, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !736)
!719 = !DISubroutineType(types: !720)
!720 = !{!721, !549, !41}
!721 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result<i128, &str>", scope: !345, file: !18, size: 256, align: 128, flags: DIFlagPublic, elements: !722, templateParams: !37, identifier: "fc7f332f238edb6e3a0d5502a5962e60")
!722 = !{!723}
!723 = !DICompositeType(tag: DW_TAG_variant_part, scope: !721, file: !18, size: 256, align: 128, elements: !724, templateParams: !37, identifier: "3d29553d4754fc2d7ae76ba709a00065", discriminator: !735)
!724 = !{!725, !731}
!725 = !DIDerivedType(tag: DW_TAG_member, name: "Ok", scope: !723, file: !18, baseType: !726, size: 256, align: 128, extraData: i64 0)
!726 = !DICompositeType(tag: DW_TAG_structure_type, name: "Ok", scope: !721, file: !18, size: 256, align: 128, flags: DIFlagPublic, elements: !727, templateParams: !729, identifier: "8061a4b44c41aa30cf425949ae8e7393")
!727 = !{!728}
!728 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !726, file: !18, baseType: !553, size: 128, align: 128, offset: 128, flags: DIFlagPublic)
!729 = !{!558, !730}
!730 = !DITemplateTypeParameter(name: "E", type: !252)
!731 = !DIDerivedType(tag: DW_TAG_member, name: "Err", scope: !723, file: !18, baseType: !732, size: 256, align: 128, extraData: i64 1)
!732 = !DICompositeType(tag: DW_TAG_structure_type, name: "Err", scope: !721, file: !18, size: 256, align: 128, flags: DIFlagPublic, elements: !733, templateParams: !729, identifier: "ad344e666f4888373e4e664880cb0b0")
!733 = !{!734}
!734 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !732, file: !18, baseType: !252, size: 128, align: 64, offset: 64, flags: DIFlagPublic)
!735 = !DIDerivedType(tag: DW_TAG_member, scope: !721, file: !18, baseType: !74, size: 64, align: 64, flags: DIFlagArtificial)
!736 = !{!737, !738}
!737 = !DILocalVariable(name: "xs", arg: 1, scope: !718, file: !116, line: 28, type: !549)
!738 = !DILocalVariable(name: "n", arg: 2, scope: !718, file: !116, line: 28, type: !41)
!739 = !DILocation(line: 28, column: 13, scope: !718)
!740 = !DILocation(line: 28, column: 26, scope: !718)
!741 = !DILocation(line: 29, column: 11, scope: !718)
!742 = !DILocation(line: 29, column: 8, scope: !718)
!743 = !DILocation(line: 32, column: 8, scope: !718)
!744 = !DILocation(line: 30, column: 16, scope: !718)
!745 = !DILocation(line: 33, column: 2, scope: !718)
!746 = !DILocalVariable(name: "self", arg: 1, scope: !747, file: !748, line: 2172, type: !553)
!747 = distinct !DISubprogram(name: "wrapping_mul", linkageName: "_RNvMs2_NtCsgEmfK2I1SDS_4core3numn12wrapping_mul", scope: !749, file: !748, line: 2172, type: !750, scopeLine: 2172, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !752)
!748 = !DIFile(filename: "library/core/src/num/int_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "25372f0d2fb76edc2f95599cb5b8df1b")
!749 = !DINamespace(name: "{impl#4}", scope: !171)
!750 = !DISubroutineType(types: !751)
!751 = !{!553, !553, !553}
!752 = !{!746, !753}
!753 = !DILocalVariable(name: "rhs", arg: 2, scope: !747, file: !748, line: 2172, type: !553)
!754 = !DILocation(line: 2172, column: 35, scope: !747, inlinedAt: !755)
!755 = distinct !DILocation(line: 32, column: 14, scope: !718)
!756 = !DILocation(line: 2172, column: 41, scope: !747, inlinedAt: !755)
!757 = !DILocation(line: 2173, column: 13, scope: !747, inlinedAt: !755)
!758 = !DILocation(line: 32, column: 5, scope: !718)
!759 = distinct !DISubprogram(name: "total", linkageName: "_ZN6shapes5total17h31abaee3aa80be9bE", scope: !56, file: !116, line: 24, type: !760, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !762)
!760 = !DISubroutineType(types: !761)
!761 = !{!16, !536, !60}
!762 = !{!763, !764}
!763 = !DILocalVariable(name: "items", arg: 1, scope: !759, file: !116, line: 24, type: !536)
!764 = !DILocalVariable(name: "scale", arg: 2, scope: !759, file: !116, line: 24, type: !60)
!765 = !DILocation(line: 24, column: 14, scope: !759)
!766 = !DILocation(line: 24, column: 39, scope: !759)
!767 = !DILocation(line: 25, column: 11, scope: !759)
!768 = !DILocation(line: 25, column: 18, scope: !759)
!769 = !DILocation(line: 25, column: 59, scope: !759)
!770 = !DILocation(line: 26, column: 2, scope: !759)
!771 = distinct !DISubprogram(name: "{closure#0}", linkageName: "_ZN6shapes5total28_$u7b$$u7b$closure$u7d$$u7d$17hd69310afe3c60037E", scope: !55, file: !116, line: 25, type: !772, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !775)
!772 = !DISubroutineType(types: !773)
!773 = !{!16, !774, !52}
!774 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&mut shapes::total::{closure_env#0}", baseType: !54, size: 64, align: 64, dwarfAddressSpace: 0)
!775 = !{!776, !777}
!776 = !DILocalVariable(name: "s", arg: 2, scope: !771, file: !116, line: 25, type: !52)
!777 = !DILocalVariable(name: "scale", scope: !771, file: !116, line: 24, type: !60, align: 64)
!778 = !DILocation(line: 24, column: 39, scope: !771)
!779 = !DILocation(line: 25, column: 23, scope: !771)
!780 = !DILocation(line: 25, column: 26, scope: !771)
!781 = !DILocation(line: 25, column: 28, scope: !771)
!782 = !DILocation(line: 25, column: 37, scope: !771)
!783 = !DILocation(line: 25, column: 43, scope: !771)
!784 = !DILocation(line: 25, column: 57, scope: !771)
!785 = distinct !DISubprogram(name: "fold<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>, f64, core::iter::adapters::map::map_fold::{closure_env#0}<&alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>, f64, f64, shapes::total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>, shapes::total::{closure_env#0}>>>>", linkageName: "_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E", scope: !787, file: !786, line: 259, type: !788, scopeLine: 259, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !808, retainedNodes: !790)
!786 = !DIFile(filename: "library/core/src/slice/iter/macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "87d1f0c2746f51593d75ddf4c9271f14")
!787 = !DINamespace(name: "{impl#171}", scope: !22)
!788 = !DISubroutineType(types: !789)
!789 = !{!16, !21, !16, !98}
!790 = !{!791, !792, !793, !794, !796, !798, !800, !802, !804, !806}
!791 = !DILocalVariable(name: "self", arg: 1, scope: !785, file: !786, line: 259, type: !21)
!792 = !DILocalVariable(name: "init", arg: 2, scope: !785, file: !786, line: 259, type: !16)
!793 = !DILocalVariable(name: "f", arg: 3, scope: !785, file: !786, line: 259, type: !98)
!794 = !DILocalVariable(name: "len", scope: !795, file: !786, line: 29, type: !41, align: 64)
!795 = distinct !DILexicalBlock(scope: !785, file: !786, line: 29, column: 13)
!796 = !DILocalVariable(name: "end", scope: !797, file: !786, line: 33, type: !26, align: 64)
!797 = distinct !DILexicalBlock(scope: !785, file: !786, line: 33, column: 13)
!798 = !DILocalVariable(name: "acc", scope: !799, file: !786, line: 273, type: !16, align: 64)
!799 = distinct !DILexicalBlock(scope: !785, file: !786, line: 273, column: 17)
!800 = !DILocalVariable(name: "i", scope: !801, file: !786, line: 274, type: !41, align: 64)
!801 = distinct !DILexicalBlock(scope: !799, file: !786, line: 274, column: 17)
!802 = !DILocalVariable(name: "len", scope: !803, file: !786, line: 275, type: !41, align: 64)
!803 = distinct !DILexicalBlock(scope: !801, file: !786, line: 275, column: 17)
!804 = !DILocalVariable(name: "len", scope: !805, file: !786, line: 29, type: !41, align: 64)
!805 = distinct !DILexicalBlock(scope: !801, file: !786, line: 29, column: 13)
!806 = !DILocalVariable(name: "end", scope: !807, file: !786, line: 33, type: !26, align: 64)
!807 = distinct !DILexicalBlock(scope: !801, file: !786, line: 33, column: 13)
!808 = !{!45, !88, !809}
!809 = !DITemplateTypeParameter(name: "F", type: !98)
!810 = !DILocation(line: 259, column: 27, scope: !785)
!811 = !DILocation(line: 259, column: 33, scope: !785)
!812 = !DILocation(line: 259, column: 42, scope: !785)
!813 = !DILocation(line: 273, column: 21, scope: !799)
!814 = !DILocation(line: 274, column: 21, scope: !801)
!815 = !DILocalVariable(name: "self", arg: 1, scope: !816, file: !290, line: 832, type: !41)
!816 = distinct !DISubprogram(name: "unchecked_add", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj13unchecked_add", scope: !279, file: !290, line: 832, type: !817, scopeLine: 832, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !37, retainedNodes: !819)
!817 = !DISubroutineType(types: !818)
!818 = !{!41, !41, !41, !232}
!819 = !{!815, !820}
!820 = !DILocalVariable(name: "rhs", scope: !816, file: !290, line: 832, type: !41, align: 64)
!821 = !DILocation(line: 832, column: 43, scope: !816, inlinedAt: !822)
!822 = !DILocation(line: 283, column: 36, scope: !803)
!823 = !DILocation(line: 275, column: 21, scope: !803)
!824 = !DILocation(line: 29, column: 17, scope: !805)
!825 = !DILocation(line: 726, column: 13, scope: !826, inlinedAt: !834)
!826 = distinct !DILexicalBlock(scope: !827, file: !443, line: 726, column: 9)
!827 = distinct !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned17h79c6c6046cb69295E", scope: !431, file: !443, line: 701, type: !828, scopeLine: 701, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, retainedNodes: !830)
!828 = !DISubroutineType(types: !829)
!829 = !{!41, !31, !31, !232}
!830 = !{!831, !832, !833}
!831 = !DILocalVariable(name: "self", arg: 1, scope: !827, file: !443, line: 701, type: !31)
!832 = !DILocalVariable(name: "origin", arg: 2, scope: !827, file: !443, line: 701, type: !31)
!833 = !DILocalVariable(name: "pointee_size", scope: !826, file: !443, line: 726, type: !41, align: 64)
!834 = !DILocation(line: 887, column: 37, scope: !835, inlinedAt: !841)
!835 = distinct !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$20offset_from_unsigned17h451b242f7039dc43E", scope: !604, file: !603, line: 882, type: !836, scopeLine: 882, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, retainedNodes: !838)
!836 = !DISubroutineType(types: !837)
!837 = !{!41, !608, !31, !232}
!838 = !{!839, !840}
!839 = !DILocalVariable(name: "self", arg: 1, scope: !835, file: !603, line: 882, type: !608)
!840 = !DILocalVariable(name: "origin", arg: 2, scope: !835, file: !603, line: 882, type: !31)
!841 = !DILocation(line: 953, column: 32, scope: !842, inlinedAt: !849)
!842 = distinct !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$20offset_from_unsigned17h7a36f138a6704113E", scope: !26, file: !576, line: 948, type: !843, scopeLine: 948, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, declaration: !845, retainedNodes: !846)
!843 = !DISubroutineType(types: !844)
!844 = !{!41, !26, !26}
!845 = !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$20offset_from_unsigned17h7a36f138a6704113E", scope: !26, file: !576, line: 948, type: !843, scopeLine: 948, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !44)
!846 = !{!847, !848}
!847 = !DILocalVariable(name: "self", arg: 1, scope: !842, file: !576, line: 948, type: !26)
!848 = !DILocalVariable(name: "subtracted", arg: 2, scope: !842, file: !576, line: 948, type: !26)
!849 = !DILocation(line: 57, column: 30, scope: !807)
!850 = !DILocation(line: 832, column: 49, scope: !816, inlinedAt: !822)
!851 = !DILocation(line: 28, column: 12, scope: !785)
!852 = !DILocation(line: 33, column: 33, scope: !785)
!853 = !DILocation(line: 33, column: 17, scope: !797)
!854 = !DILocalVariable(name: "self", arg: 1, scope: !855, file: !576, line: 1719, type: !859)
!855 = distinct !DISubprogram(name: "eq<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN78_$LT$core..ptr..non_null..NonNull$LT$T$GT$$u20$as$u20$core..cmp..PartialEq$GT$2eq17h8a871b3fb5806a47E", scope: !856, file: !576, line: 1719, type: !857, scopeLine: 1719, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, retainedNodes: !860)
!856 = !DINamespace(name: "{impl#16}", scope: !27)
!857 = !DISubroutineType(types: !858)
!858 = !{!297, !859, !859}
!859 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::ptr::non_null::NonNull<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", baseType: !26, size: 64, align: 64, dwarfAddressSpace: 0)
!860 = !{!854, !861}
!861 = !DILocalVariable(name: "other", arg: 2, scope: !855, file: !576, line: 1719, type: !859)
!862 = !DILocation(line: 1719, column: 11, scope: !855, inlinedAt: !863)
!863 = !DILocation(line: 44, column: 20, scope: !797)
!864 = !DILocation(line: 1719, column: 18, scope: !855, inlinedAt: !863)
!865 = !DILocation(line: 1720, column: 9, scope: !855, inlinedAt: !863)
!866 = !DILocation(line: 28, column: 9, scope: !785)
!867 = !DILocation(line: 25, column: 86, scope: !785)
!868 = !DILocation(line: 273, column: 31, scope: !785)
!869 = !DILocation(line: 274, column: 29, scope: !799)
!870 = !DILocation(line: 28, column: 12, scope: !801)
!871 = !DILocation(line: 271, column: 28, scope: !785)
!872 = !DILocation(line: 289, column: 13, scope: !785)
!873 = !DILocation(line: 33, column: 33, scope: !801)
!874 = !DILocation(line: 33, column: 17, scope: !807)
!875 = !DILocation(line: 948, column: 46, scope: !842, inlinedAt: !849)
!876 = !DILocalVariable(name: "self", arg: 1, scope: !877, file: !576, line: 401, type: !26)
!877 = distinct !DISubprogram(name: "as_ptr<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17h903cf2212880c64dE", scope: !26, file: !576, line: 401, type: !628, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, declaration: !630, retainedNodes: !878)
!878 = !{!876}
!879 = !DILocation(line: 401, column: 25, scope: !877, inlinedAt: !880)
!880 = !DILocation(line: 953, column: 23, scope: !842, inlinedAt: !849)
!881 = !DILocation(line: 57, column: 51, scope: !807)
!882 = !DILocation(line: 948, column: 52, scope: !842, inlinedAt: !849)
!883 = !DILocation(line: 401, column: 25, scope: !877, inlinedAt: !884)
!884 = !DILocation(line: 953, column: 64, scope: !842, inlinedAt: !849)
!885 = !DILocation(line: 407, column: 18, scope: !877, inlinedAt: !880)
!886 = !DILocation(line: 882, column: 46, scope: !835, inlinedAt: !841)
!887 = !DILocation(line: 953, column: 53, scope: !842, inlinedAt: !849)
!888 = !DILocation(line: 882, column: 52, scope: !835, inlinedAt: !841)
!889 = !DILocation(line: 701, column: 52, scope: !827, inlinedAt: !834)
!890 = !DILocation(line: 887, column: 18, scope: !835, inlinedAt: !841)
!891 = !DILocation(line: 701, column: 46, scope: !827, inlinedAt: !834)
!892 = !DILocation(line: 77, column: 35, scope: !893, inlinedAt: !834)
!893 = !DILexicalBlockFile(scope: !827, file: !277, discriminator: 0)
!894 = !DILocation(line: 78, column: 17, scope: !893, inlinedAt: !834)
!895 = !DILocation(line: 77, column: 13, scope: !893, inlinedAt: !834)
!896 = !DILocation(line: 727, column: 17, scope: !826, inlinedAt: !834)
!897 = !DILocation(line: 727, column: 37, scope: !826, inlinedAt: !834)
!898 = !DILocation(line: 729, column: 18, scope: !826, inlinedAt: !834)
!899 = !DILocation(line: 28, column: 9, scope: !801)
!900 = !DILocation(line: 727, column: 9, scope: !826, inlinedAt: !834)
!901 = !DILocation(line: 279, column: 29, scope: !803)
!902 = !DILocation(line: 279, column: 58, scope: !803)
!903 = !DILocalVariable(name: "self", arg: 1, scope: !904, file: !576, line: 651, type: !26)
!904 = distinct !DISubprogram(name: "add<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17hed7e126a6b918125E", scope: !26, file: !576, line: 651, type: !905, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !5, templateParams: !44, declaration: !907, retainedNodes: !908)
!905 = !DISubroutineType(types: !906)
!906 = !{!26, !26, !41}
!907 = !DISubprogram(name: "add<alloc::boxed::Box<dyn shapes::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17hed7e126a6b918125E", scope: !26, file: !576, line: 651, type: !905, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !44)
!908 = !{!903, !909}
!909 = !DILocalVariable(name: "count", arg: 2, scope: !904, file: !576, line: 651, type: !41)
!910 = !DILocation(line: 651, column: 29, scope: !904, inlinedAt: !911)
!911 = !DILocation(line: 279, column: 67, scope: !803)
!912 = !DILocation(line: 279, column: 71, scope: !803)
!913 = !DILocation(line: 651, column: 35, scope: !904, inlinedAt: !911)
!914 = !DILocation(line: 659, column: 28, scope: !904, inlinedAt: !911)
!915 = !DILocation(line: 659, column: 18, scope: !904, inlinedAt: !911)
!916 = !DILocation(line: 401, column: 25, scope: !877, inlinedAt: !917)
!917 = !DILocation(line: 279, column: 74, scope: !803)
!918 = !DILocation(line: 279, column: 27, scope: !803)
!919 = !DILocation(line: 279, column: 21, scope: !803)
!920 = !DILocation(line: 77, column: 35, scope: !921, inlinedAt: !822)
!921 = !DILexicalBlockFile(scope: !816, file: !277, discriminator: 0)
!922 = !DILocation(line: 78, column: 17, scope: !921, inlinedAt: !822)
!923 = !DILocation(line: 844, column: 17, scope: !816, inlinedAt: !822)
!924 = !DILocation(line: 283, column: 21, scope: !803)
!925 = !DILocation(line: 284, column: 24, scope: !803)
!926 = !DILocation(line: 284, column: 29, scope: !803)
!927 = !DILocation(line: 276, column: 17, scope: !803)
!928 = !DILocation(line: 288, column: 17, scope: !803)
!929 = !DILocation(line: 289, column: 14, scope: !785)
!930 = !DILocation(line: 259, column: 13, scope: !785)

^0 = module: (path: "rustc-debug.bc", hash: (2376005844, 1894205611, 158964555, 3669365940, 1718458541))
^1 = gv: (name: "_ZN6shapes4find17hebb7f4a49edb0674E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 30, calls: ((callee: ^20), (callee: ^38)), refs: (^26, ^17)))) ; guid = 196357334450779421
^2 = gv: (name: "alloc_88bfb5085a97a9f03cee2b9c3c42dd08", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 877025834005782328
^3 = gv: (name: "alloc_7cb1dd7620319c06f8fe4029f6b4a0d1", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1), refs: (^2)))) ; guid = 1001475186125515147
^4 = gv: (name: "alloc_8cbe672c4d694a24f4d3512abb44cb2a", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1), refs: (^23)))) ; guid = 2758622693528048610
^5 = gv: (name: "_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_nounwind_fmt") ; guid = 3211984876466297763
^6 = gv: (name: "_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hde0316d323395984E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 114, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 1, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^22), (callee: ^14), (callee: ^34), (callee: ^18)), refs: (^31, ^3, ^24, ^11)))) ; guid = 3256944355715651672
^7 = gv: (name: "_ZN6shapes5total28_$u7b$$u7b$closure$u7d$$u7d$17hd69310afe3c60037E", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 17, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), calls: ((callee: ^28))))) ; guid = 4905184749217963791
^8 = gv: (name: "_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow") ; guid = 5234785320920434672
^9 = gv: (name: "alloc_e9481a72334486f24b2c0d82b25567e1", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 5678532325899078123
^10 = gv: (name: "_ZN6shapes5total17h31abaee3aa80be9bE", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 15, calls: ((callee: ^12), (callee: ^37), (callee: ^33))))) ; guid = 5975898910968895178
^11 = gv: (name: "alloc_12fdce0839ba33fd8bd1bb0711a36af6", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1), refs: (^9)))) ; guid = 6255540180345306940
^12 = gv: (name: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4iter17h15fb1b938b879cb1E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 10, calls: ((callee: ^35))))) ; guid = 6750328425989026194
^13 = gv: (name: "_ZN49_$LT$$RF$u32$u20$as$u20$core..ops..arith..Mul$GT$3mul17hf1b1ce3edc435e96E", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 17, calls: ((callee: ^8))))) ; guid = 7658345877455356478
^14 = gv: (name: "_RNvNtCsgEmfK2I1SDS_4core9panicking5panic") ; guid = 7750110643073277479
^15 = gv: (name: "_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h184e534a6619f019E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 12, calls: ((callee: ^6))))) ; guid = 7832750744597222480
^16 = gv: (name: "_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h2fbd226f8b27d400E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 8))) ; guid = 8208507745451967004
^17 = gv: (name: "alloc_5a7834367d554cfd1aeba7bd4bef0e11", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1), refs: (^23)))) ; guid = 8653936973343481199
^18 = gv: (name: "_ZN4core3num23_$LT$impl$u20$usize$GT$13unchecked_add18precondition_check17h86b0bfa4bf141acfE", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 14, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^5)), refs: (^30)))) ; guid = 9297185033818496106
^19 = gv: (name: "_ZN5alloc6string6String3len17hfda8b90a9134c6b7E", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 6))) ; guid = 9853221835481807382
^20 = gv: (name: "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$8is_empty17h707b797a26dc4115E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 6))) ; guid = 10147978318267447483
^21 = gv: (name: "_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17he189cd3da46f4409E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2, calls: ((callee: ^15))))) ; guid = 10914705991190770319
^22 = gv: (name: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned18precondition_check17h6b02eaad6ff3667aE", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 13, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^5)), refs: (^25)))) ; guid = 11029556389928796325
^23 = gv: (name: "alloc_3b1a4f891d84c779a3ec160850dd0a16", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 11791509700365502045
^24 = gv: (name: "alloc_ec595fc0e82ef92fc59bd74f68296eae", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 12647790426038094290
^25 = gv: (name: "alloc_de4e626d456b04760e72bc785ed7e52a", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 12818317683112456642
^26 = gv: (name: "alloc_5ad76b829a8a1c805dd38746537c16d8", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 13246212480018803145
^27 = gv: (name: "_ZN60_$LT$f64$u20$as$u20$core..ops..arith..Mul$LT$$RF$f64$GT$$GT$3mul17h9ae06deafd439fceE", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 7))) ; guid = 13641739769107650875
^28 = gv: (name: "_ZN4core6option15Option$LT$T$GT$9unwrap_or17h92a84614c5caeae8E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 21))) ; guid = 13648064239963216202
^29 = gv: (name: "_ZN46_$LT$shapes..Shape$u20$as$u20$shapes..Area$GT$4area17h60114d2cec47e1f4E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 36, calls: ((callee: ^27), (callee: ^13), (callee: ^19)), refs: (^36, ^4)))) ; guid = 13798530362051996379
^30 = gv: (name: "alloc_3e1ebac14318b612ab4efabc52799932", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1)))) ; guid = 13947031294223398970
^31 = gv: (name: "rust_eh_personality") ; guid = 14807195490537628141
^32 = gv: (name: "llvm.umul.with.overflow.i32") ; guid = 15399588962760241756
^33 = gv: (name: "_ZN4core4iter6traits8iterator8Iterator3sum17hc91b9ccaebc7f45dE", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2, calls: ((callee: ^21))))) ; guid = 15809854653393120334
^34 = gv: (name: "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17ha3fb4c2d2bccbba8E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 31, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 1, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^7), (callee: ^16)), refs: (^31)))) ; guid = 16508511697827570805
^35 = gv: (name: "_ZN4core5slice4iter13Iter$LT$T$GT$3new17h4428f47d4840498bE", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 24))) ; guid = 16707098693711579460
^36 = gv: (name: "alloc_d4614ebd95bb6170f045630a13a69b48", summaries: (variable: (module: ^0, flags: (linkage: private, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 0, constant: 1), refs: (^23)))) ; guid = 17271701428278900521
^37 = gv: (name: "_ZN4core4iter6traits8iterator8Iterator3map17he431a2a029f198a8E", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 12))) ; guid = 17938564913845690286
^38 = gv: (name: "_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check") ; guid = 18260234879749180252
^39 = blockcount: 0
