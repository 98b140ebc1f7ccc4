source_filename = "older.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.Failure = type { i32, [12 x i8], i128 }
%"struct.shapes::Ring" = type { [3 x i16] }
%"struct.shapes::Square" = type { %"struct.shapes::Base.base", i32, %"struct.shapes::Named" }
%"struct.shapes::Base.base" = type <{ ptr, i32 }>
%"struct.shapes::Named" = type { ptr, x86_fp80 }
%"struct.shapes::Base" = type <{ ptr, i32, [4 x i8] }>

$__clang_call_terminate = comdat any

$_ZNK6shapes6Square4areaEv = comdat any

$_ZN6shapes6SquareD1Ev = comdat any

$_ZN6shapes6SquareD0Ev = comdat any

$_ZTW5depth = comdat any

$_ZTS7Failure = comdat any

$_ZTI7Failure = comdat any

@depth = dso_local thread_local global i32 3, align 4
@counted = hidden local_unnamed_addr global i32 0, section "data.counted", align 64
@table = dso_local local_unnamed_addr global [2 x ptr] [ptr @"_ZN3$_08__invokeEi", ptr @"_ZN3$_18__invokeEi"], align 16
@.str = private unnamed_addr constant [7 x i8] c"square\00", align 1
@_ZTVN10__cxxabiv117__class_type_infoE = external global ptr
@_ZTS7Failure = linkonce_odr dso_local constant [9 x i8] c"7Failure\00", comdat, align 1
@_ZTI7Failure = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS7Failure }, comdat, align 8
@.str.1 = private unnamed_addr constant [5 x i8] c"wide\00", align 1
@_ZTIPKc = external constant ptr
@_ZZ5jumpsPKhdE3ops = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@_Z5jumpsPKhd, %3), ptr blockaddress(@_Z5jumpsPKhd, %10), ptr blockaddress(@_Z5jumpsPKhd, %12)], align 16
@knob = extern_weak global i32, align 4
@.str.2 = private unnamed_addr constant [7 x i8] c"%s %d\0A\00", align 1
@_ZTVN6shapes6SquareE = dso_local unnamed_addr constant { [7 x ptr], [4 x ptr] } { [7 x ptr] [ptr inttoptr (i64 16 to ptr), ptr null, ptr @_ZTIN6shapes6SquareE, ptr @_ZN6shapes6SquareD1Ev, ptr @_ZN6shapes6SquareD0Ev, ptr @_ZNK6shapes6Square4areaEv, ptr @_ZNK6shapes6Square4nameEv], [4 x ptr] [ptr inttoptr (i64 -16 to ptr), ptr inttoptr (i64 -16 to ptr), ptr @_ZTIN6shapes6SquareE, ptr @_ZTv0_n24_NK6shapes6Square4nameEv] }, align 8
@_ZTTN6shapes6SquareE = dso_local unnamed_addr constant [2 x ptr] [ptr getelementptr inbounds ({ [7 x ptr], [4 x ptr] }, ptr @_ZTVN6shapes6SquareE, i32 0, inrange i32 0, i32 3), ptr getelementptr inbounds ({ [7 x ptr], [4 x ptr] }, ptr @_ZTVN6shapes6SquareE, i32 0, inrange i32 1, i32 3)], align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global ptr
@_ZTSN6shapes6SquareE = dso_local constant [17 x i8] c"N6shapes6SquareE\00", align 1
@_ZTIN6shapes4BaseE = external constant ptr
@_ZTIN6shapes5NamedE = external constant ptr
@_ZTIN6shapes6SquareE = dso_local constant { ptr, ptr, i32, i32, ptr, i64, ptr, i64 } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTSN6shapes6SquareE, i32 0, i32 2, ptr @_ZTIN6shapes4BaseE, i64 2, ptr @_ZTIN6shapes5NamedE, i64 -6141 }, align 8
@_ZTVN6shapes5NamedE = external unnamed_addr constant { [3 x ptr] }, align 8

@second = dso_local alias i32 (i32), ptr @first

; Function Attrs: inlinehint mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal noundef i32 @"_ZN3$_08__invokeEi"(i32 noundef %0) #0 align 2 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: inlinehint mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal noundef i32 @"_ZN3$_18__invokeEi"(i32 noundef %0) #0 align 2 {
  %2 = shl i32 %0, 2
  ret i32 %2
}

; Function Attrs: mustprogress uwtable
define dso_local i32 @first(i32 noundef %0) #1 {
  %2 = and i32 %0, 1
  %3 = zext i32 %2 to i64
  %4 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %3
  %5 = load ptr, ptr %4, align 8, !tbaa !5
  %6 = tail call noundef i32 %5(i32 noundef %0)
  ret i32 %6
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef nonnull ptr @_ZNK6shapes6Square4nameEv(ptr nocapture nonnull readnone align 16 %0) unnamed_addr #2 align 2 {
  ret ptr @.str
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) uwtable
define dso_local noundef nonnull ptr @_ZTv0_n24_NK6shapes6Square4nameEv(ptr nocapture readonly %0) unnamed_addr #3 align 2 {
  ret ptr @.str
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable
define dso_local noundef i32 @_Z7atomicsPiPl(ptr nocapture noundef %0, ptr nocapture noundef %1) local_unnamed_addr #4 {
  %3 = atomicrmw add ptr %1, i64 5 release, align 8
  %4 = cmpxchg weak ptr %0, i32 4, i32 9 acq_rel monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  fence seq_cst
  %6 = trunc i64 %3 to i32
  %7 = add nsw i32 %5, %6
  %8 = load atomic i32, ptr %0 acquire, align 4
  %9 = add nsw i32 %7, %8
  ret i32 %9
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #5

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none) uwtable
define dso_local noundef <4 x float> @_Z7vectorsDv4_fS_i(<4 x float> noundef %0, <4 x float> noundef %1, i32 noundef %2) local_unnamed_addr #6 {
  %4 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> <float 2.500000e+00, float 2.500000e+00, float 2.500000e+00, float 2.500000e+00>)
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %6, label %22

6:                                                ; preds = %3
  %7 = and i32 %2, 3
  %8 = icmp ult i32 %2, 4
  br i1 %8, label %11, label %9

9:                                                ; preds = %6
  %10 = and i32 %2, -4
  br label %27

11:                                               ; preds = %27, %6
  %12 = phi <4 x float> [ undef, %6 ], [ %37, %27 ]
  %13 = phi <4 x float> [ %4, %6 ], [ %37, %27 ]
  %14 = icmp eq i32 %7, 0
  br i1 %14, label %22, label %15

15:                                               ; preds = %11, %15
  %16 = phi <4 x float> [ %19, %15 ], [ %13, %11 ]
  %17 = phi i32 [ %20, %15 ], [ 0, %11 ]
  %18 = shufflevector <4 x float> %16, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %19 = fsub <4 x float> %18, %1
  %20 = add nuw nsw i32 %17, 1
  %21 = icmp eq i32 %20, %7
  br i1 %21, label %22, label %15, !llvm.loop !9

22:                                               ; preds = %15, %11, %3
  %23 = phi <4 x float> [ %4, %3 ], [ %12, %11 ], [ %19, %15 ]
  %24 = icmp sgt i32 %2, 3
  %25 = fneg <4 x float> %23
  %26 = select i1 %24, <4 x float> %23, <4 x float> %25
  ret <4 x float> %26

27:                                               ; preds = %27, %9
  %28 = phi <4 x float> [ %4, %9 ], [ %37, %27 ]
  %29 = phi i32 [ 0, %9 ], [ %38, %27 ]
  %30 = shufflevector <4 x float> %28, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %31 = fsub <4 x float> %30, %1
  %32 = shufflevector <4 x float> %31, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %33 = fsub <4 x float> %32, %1
  %34 = shufflevector <4 x float> %33, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %35 = fsub <4 x float> %34, %1
  %36 = shufflevector <4 x float> %35, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %37 = fsub <4 x float> %36, %1
  %38 = add i32 %29, 4
  %39 = icmp eq i32 %38, %10
  br i1 %39, label %11, label %27, !llvm.loop !11
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #7

; Function Attrs: uwtable
define dso_local noundef i32 @_Z5riskyi4Mode(i32 noundef %0, i8 noundef zeroext %1) local_unnamed_addr #8 personality ptr @__gxx_personality_v0 {
  %3 = icmp slt i32 %0, 0
  br i1 %3, label %4, label %22

4:                                                ; preds = %2
  %5 = tail call ptr @__cxa_allocate_exception(i64 32) #19
  store i32 %0, ptr %5, align 16, !tbaa !13
  %6 = getelementptr inbounds %struct.Failure, ptr %5, i64 0, i32 2
  store i128 1267650600228229401496703210036, ptr %6, align 16, !tbaa !17
  br label %26

7:                                                ; preds = %26, %30
  %8 = landingpad { ptr, i32 }
          catch ptr @_ZTI7Failure
          catch ptr null
  %9 = extractvalue { ptr, i32 } %8, 0
  %10 = extractvalue { ptr, i32 } %8, 1
  %11 = tail call i32 @llvm.eh.typeid.for(ptr nonnull @_ZTI7Failure) #19
  %12 = icmp eq i32 %10, %11
  %13 = tail call ptr @__cxa_begin_catch(ptr %9) #19
  br i1 %12, label %14, label %18

14:                                               ; preds = %7
  %15 = load i32, ptr %13, align 16, !tbaa !13
  %16 = getelementptr inbounds %struct.Failure, ptr %13, i64 0, i32 2
  %17 = load i128, ptr %16, align 16, !tbaa !17
  invoke void @__cxa_end_catch()
          to label %40 unwind label %44

18:                                               ; preds = %7
  %19 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth)
  %20 = load i32, ptr %19, align 4, !tbaa !18
  %21 = add nsw i32 %20, 1
  store i32 %21, ptr %19, align 4, !tbaa !18
  invoke void @__cxa_rethrow() #20
          to label %57 unwind label %38

22:                                               ; preds = %2
  %23 = icmp eq i8 %1, -56
  br i1 %23, label %24, label %30

24:                                               ; preds = %22
  %25 = tail call ptr @__cxa_allocate_exception(i64 8) #19
  store ptr @.str.1, ptr %25, align 16, !tbaa !5
  br label %26

26:                                               ; preds = %4, %24
  %27 = phi ptr [ %25, %24 ], [ %5, %4 ]
  %28 = phi ptr [ @_ZTIPKc, %24 ], [ @_ZTI7Failure, %4 ]
  invoke void @__cxa_throw(ptr nonnull %27, ptr nonnull %28, ptr null) #20
          to label %29 unwind label %7

29:                                               ; preds = %26
  unreachable

30:                                               ; preds = %22
  %31 = and i32 %0, 1
  %32 = zext i32 %31 to i64
  %33 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %32
  %34 = load ptr, ptr %33, align 8, !tbaa !5
  %35 = invoke noundef i32 %34(i32 noundef %0)
          to label %36 unwind label %7

36:                                               ; preds = %30
  %37 = sdiv i32 %35, %0
  br label %46

38:                                               ; preds = %18
  %39 = landingpad { ptr, i32 }
          cleanup
  invoke void @__cxa_end_catch()
          to label %50 unwind label %54

40:                                               ; preds = %14
  %41 = lshr i128 %17, 96
  %42 = trunc i128 %41 to i32
  %43 = add nsw i32 %15, %42
  br label %46

44:                                               ; preds = %14
  %45 = landingpad { ptr, i32 }
          cleanup
  br label %50

46:                                               ; preds = %40, %36
  %47 = phi i32 [ %43, %40 ], [ %37, %36 ]
  %48 = load i32, ptr @counted, align 64, !tbaa !18
  %49 = add nsw i32 %48, -1
  store i32 %49, ptr @counted, align 64, !tbaa !18
  ret i32 %47

50:                                               ; preds = %38, %44
  %51 = phi { ptr, i32 } [ %45, %44 ], [ %39, %38 ]
  %52 = load i32, ptr @counted, align 64, !tbaa !18
  %53 = add nsw i32 %52, -1
  store i32 %53, ptr @counted, align 64, !tbaa !18
  resume { ptr, i32 } %51

54:                                               ; preds = %38
  %55 = landingpad { ptr, i32 }
          catch ptr null
  %56 = extractvalue { ptr, i32 } %55, 0
  tail call void @__clang_call_terminate(ptr %56) #21
  unreachable

57:                                               ; preds = %18
  unreachable
}

declare ptr @__cxa_allocate_exception(i64) local_unnamed_addr

declare void @__cxa_throw(ptr, ptr, ptr) local_unnamed_addr

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for(ptr) #9

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #7

declare void @__cxa_rethrow() local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: noinline noreturn nounwind
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #10 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #19
  tail call void @_ZSt9terminatev() #21
  unreachable
}

declare void @_ZSt9terminatev() local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) uwtable
define dso_local noundef double @_Z5jumpsPKhd(ptr nocapture noundef readonly %0, double noundef %1) #3 {
  br label %13

3:                                                ; preds = %13
  %4 = load i8, ptr %14, align 1, !tbaa !19
  %5 = uitofp i8 %4 to double
  %6 = fadd double %15, %5
  br label %7

7:                                                ; preds = %3, %10
  %8 = phi double [ %6, %3 ], [ %11, %10 ]
  %9 = getelementptr inbounds i8, ptr %14, i64 1
  br label %13

10:                                               ; preds = %13
  %11 = fmul double %15, 5.000000e-01
  br label %7

12:                                               ; preds = %13
  ret double %15

13:                                               ; preds = %7, %2
  %14 = phi ptr [ %0, %2 ], [ %9, %7 ]
  %15 = phi double [ %1, %2 ], [ %8, %7 ]
  %16 = load i8, ptr %14, align 1, !tbaa !19
  %17 = urem i8 %16, 3
  %18 = zext i8 %17 to i64
  %19 = getelementptr inbounds [3 x ptr], ptr @_ZZ5jumpsPKhdE3ops, i64 0, i64 %18
  %20 = load ptr, ptr %19, align 8, !tbaa !5
  indirectbr ptr %20, [label %3, label %10, label %12]
}

; Function Attrs: mustprogress nounwind uwtable
define dso_local noundef i32 @_Z9assembledi(i32 noundef %0) local_unnamed_addr #11 {
  %2 = tail call i32 asm sideeffect "nop", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %0) #19, !srcloc !20
  %3 = icmp sgt i32 %2, 7
  %4 = sub nsw i32 0, %2
  %5 = select i1 %3, i32 %2, i32 %4, !prof !21
  ret i32 %5
}

; Function Attrs: norecurse uwtable
define dso_local noundef i32 @main(i32 noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #12 personality ptr @__gxx_personality_v0 {
  %3 = alloca %"struct.shapes::Ring", align 2
  %4 = alloca %"struct.shapes::Square", align 16
  call void @llvm.lifetime.start.p0(i64 6, ptr nonnull %3) #19
  store i16 1, ptr %3, align 2, !tbaa !22
  %5 = getelementptr inbounds i16, ptr %3, i64 1
  store i16 2, ptr %5, align 2, !tbaa !22
  %6 = getelementptr inbounds i16, ptr %3, i64 2
  %7 = trunc i32 %0 to i16
  store i16 %7, ptr %6, align 2, !tbaa !22
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %4) #19
  %8 = getelementptr inbounds i8, ptr %4, i64 16
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTVN6shapes5NamedE, i64 0, inrange i32 0, i64 2), ptr %8, align 16, !tbaa !24
  store ptr getelementptr inbounds ({ [7 x ptr], [4 x ptr] }, ptr @_ZTVN6shapes6SquareE, i64 0, inrange i32 0, i64 3), ptr %4, align 16, !tbaa !24
  store ptr getelementptr inbounds ({ [7 x ptr], [4 x ptr] }, ptr @_ZTVN6shapes6SquareE, i64 0, inrange i32 1, i64 3), ptr %8, align 16, !tbaa !24
  %9 = srem i32 %0, 3
  %10 = add nsw i32 %9, 3
  %11 = urem i32 %10, 3
  %12 = zext i32 %11 to i64
  %13 = getelementptr inbounds [3 x i16], ptr %3, i64 0, i64 %12
  %14 = load i16, ptr %13, align 2, !tbaa !22
  %15 = sext i16 %14 to i32
  %16 = getelementptr inbounds %"struct.shapes::Square", ptr %4, i64 0, i32 1
  store i32 %15, ptr %16, align 4, !tbaa !26
  %17 = getelementptr inbounds %"struct.shapes::Base", ptr %4, i64 0, i32 1
  %18 = load i32, ptr %17, align 8
  %19 = and i32 %18, -32
  %20 = or i32 %19, 30
  store i32 %20, ptr %17, align 8
  %21 = zext i32 %0 to i64
  %22 = tail call ptr @llvm.stacksave()
  %23 = alloca i8, i64 %21, align 16
  call void @outside(ptr noundef nonnull %23) #19
  call void @outside(ptr noundef nonnull %4) #19
  switch i32 %0, label %40 [
    i32 1, label %26
    i32 2, label %28
    i32 3, label %28
    i32 4, label %28
    i32 5, label %28
    i32 6, label %28
    i32 1000, label %37
  ]

24:                                               ; preds = %40, %26
  %25 = landingpad { ptr, i32 }
          cleanup
  call void @_ZN6shapes4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %4) #19
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %4) #19
  call void @llvm.lifetime.end.p0(i64 6, ptr nonnull %3) #19
  resume { ptr, i32 } %25

26:                                               ; preds = %2
  %27 = invoke noundef i32 @_Z5riskyi4Mode(i32 noundef 1, i8 noundef zeroext 0)
          to label %50 unwind label %24

28:                                               ; preds = %2, %2, %2, %2, %2
  %29 = getelementptr inbounds ptr, ptr %1, i64 1
  %30 = load ptr, ptr %29, align 8, !tbaa !5
  %31 = call noundef double @_Z5jumpsPKhd(ptr noundef %30, double noundef 1.000000e-01)
  %32 = fptosi double %31 to i32
  %33 = call i32 asm sideeffect "nop", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %32) #19, !srcloc !20
  %34 = icmp sgt i32 %33, 7
  %35 = sub nsw i32 0, %33
  %36 = select i1 %34, i32 %33, i32 %35, !prof !21
  br label %50

37:                                               ; preds = %2
  br i1 icmp ne (ptr @knob, ptr null), label %38, label %50

38:                                               ; preds = %37
  %39 = load i32, ptr @knob, align 4, !tbaa !18
  br label %50

40:                                               ; preds = %2
  %41 = load i32, ptr %16, align 4, !tbaa !26
  %42 = mul nsw i32 %41, %41
  %43 = and i32 %42, 1
  %44 = zext i32 %43 to i64
  %45 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %44
  %46 = load ptr, ptr %45, align 8, !tbaa !5
  %47 = invoke noundef i32 %46(i32 noundef %42)
          to label %48 unwind label %24

48:                                               ; preds = %40
  %49 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, ptr noundef nonnull @.str, i32 noundef %47)
  br label %50

50:                                               ; preds = %38, %37, %26, %48, %28
  %51 = phi i32 [ %49, %48 ], [ %36, %28 ], [ %27, %26 ], [ %39, %38 ], [ 36, %37 ]
  call void @llvm.stackrestore(ptr %22)
  call void @_ZN6shapes4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %4) #19
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %4) #19
  call void @llvm.lifetime.end.p0(i64 6, ptr nonnull %3) #19
  ret i32 %51
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave() #13

; Function Attrs: nounwind
declare void @outside(ptr noundef) local_unnamed_addr #14

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #15

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6shapes6Square4areaEv(ptr noundef nonnull align 16 dereferenceable(48) %0) unnamed_addr #11 comdat align 2 {
  %2 = getelementptr inbounds %"struct.shapes::Square", ptr %0, i64 0, i32 1
  %3 = load i32, ptr %2, align 4, !tbaa !26
  %4 = mul nsw i32 %3, %3
  ret i32 %4
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore(ptr) #13

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6SquareD1Ev(ptr noundef nonnull align 16 dereferenceable(48) %0) unnamed_addr #16 comdat align 2 {
  tail call void @_ZN6shapes4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) #19
  ret void
}

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN6shapes6SquareD0Ev(ptr noundef nonnull align 16 dereferenceable(48) %0) unnamed_addr #16 comdat align 2 {
  tail call void @_ZN6shapes4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) #19
  tail call void @_ZdlPv(ptr noundef %0) #22
  ret void
}

; Function Attrs: nounwind
declare void @_ZN6shapes4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(12)) unnamed_addr #14

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(ptr noundef) local_unnamed_addr #17

; Function Attrs: uwtable
define weak_odr hidden noundef ptr @_ZTW5depth() local_unnamed_addr #18 comdat {
  %1 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth)
  ret ptr %1
}

attributes #0 = { inlinehint mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nofree nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind memory(none) }
attributes #10 = { noinline noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { norecurse uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { nocallback nofree nosync nounwind willreturn }
attributes #14 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #15 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #16 = { inlinehint nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #17 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #18 = { uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #19 = { nounwind }
attributes #20 = { noreturn }
attributes #21 = { noreturn nounwind }
attributes #22 = { builtin nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.unroll.disable"}
!11 = distinct !{!11, !12, !10}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!14, !15, i64 0}
!14 = !{!"_ZTS7Failure", !15, i64 0, !16, i64 16}
!15 = !{!"int", !7, i64 0}
!16 = !{!"__int128", !7, i64 0}
!17 = !{!14, !16, i64 16}
!18 = !{!15, !15, i64 0}
!19 = !{!7, !7, i64 0}
!20 = !{i64 2474}
!21 = !{!"branch_weights", i32 1, i32 2000}
!22 = !{!23, !23, i64 0}
!23 = !{!"short", !7, i64 0}
!24 = !{!25, !25, i64 0}
!25 = !{!"vtable pointer", !8, i64 0}
!26 = !{!27, !15, i64 12}
!27 = !{!"_ZTSN6shapes6SquareE", !28, i64 0, !15, i64 12}
!28 = !{!"_ZTSN6shapes4BaseE", !15, i64 8, !15, i64 8}
