; ModuleID = 'clang-cpp-O0-g.bc'
source_filename = "classes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%"struct.util::Error" = type { i32 }
%struct.Box = type <{ %struct.Shape, [3 x float], [4 x i8] }>
%struct.Shape = type { ptr }
%struct.Box.0 = type { %struct.Shape, [2 x i64] }

$_ZN3BoxIfLi3EEC2Ef = comdat any

$_ZN3BoxIlLi2EEC2El = comdat any

$__clang_call_terminate = comdat any

$_ZN3BoxIlLi2EED2Ev = comdat any

$_ZN3BoxIfLi3EED2Ev = comdat any

$_ZN5ShapeC2Ev = comdat any

$_ZN3BoxIfLi3EED0Ev = comdat any

$_ZNK3BoxIfLi3EE4areaEv = comdat any

$_ZN5ShapeD2Ev = comdat any

$_ZN5ShapeD0Ev = comdat any

$_ZN3BoxIlLi2EED0Ev = comdat any

$_ZNK3BoxIlLi2EE4areaEv = comdat any

$_ZTW5depth = comdat any

$_ZTIN4util5ErrorE = comdat any

$_ZTSN4util5ErrorE = comdat any

$_ZTV3BoxIfLi3EE = comdat any

$_ZTI3BoxIfLi3EE = comdat any

$_ZTS3BoxIfLi3EE = comdat any

$_ZTI5Shape = comdat any

$_ZTS5Shape = comdat any

$_ZTV5Shape = comdat any

$_ZTV3BoxIlLi2EE = comdat any

$_ZTI3BoxIlLi2EE = comdat any

$_ZTS3BoxIlLi2EE = comdat any

@depth = dso_local thread_local global i32 0, align 4, !dbg !0
@_ZTIN4util5ErrorE = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN4util5ErrorE }, comdat, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTSN4util5ErrorE = linkonce_odr dso_local constant [14 x i8] c"N4util5ErrorE\00", comdat, align 1
@_ZZN4utilL8instanceEvE5value = internal global i32 42, align 4, !dbg !18
@_ZTV3BoxIfLi3EE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI3BoxIfLi3EE, ptr @_ZN3BoxIfLi3EED2Ev, ptr @_ZN3BoxIfLi3EED0Ev, ptr @_ZNK3BoxIfLi3EE4areaEv] }, comdat, align 8, !dbg !24
@_ZTI3BoxIfLi3EE = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS3BoxIfLi3EE, ptr @_ZTI5Shape }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS3BoxIfLi3EE = linkonce_odr dso_local constant [12 x i8] c"3BoxIfLi3EE\00", comdat, align 1
@_ZTI5Shape = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS5Shape }, comdat, align 8
@_ZTS5Shape = linkonce_odr dso_local constant [7 x i8] c"5Shape\00", comdat, align 1
@_ZTV5Shape = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI5Shape, ptr @_ZN5ShapeD2Ev, ptr @_ZN5ShapeD0Ev, ptr @__cxa_pure_virtual] }, comdat, align 8, !dbg !65
@_ZTV3BoxIlLi2EE = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI3BoxIlLi2EE, ptr @_ZN3BoxIlLi2EED2Ev, ptr @_ZN3BoxIlLi2EED0Ev, ptr @_ZNK3BoxIlLi2EE4areaEv] }, comdat, align 8, !dbg !68
@_ZTI3BoxIlLi2EE = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS3BoxIlLi2EE, ptr @_ZTI5Shape }, comdat, align 8
@_ZTS3BoxIlLi2EE = linkonce_odr dso_local constant [12 x i8] c"3BoxIlLi2EE\00", comdat, align 1

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local noundef double @_Z7measurePK5ShapeN4util2v14ModeE(ptr noundef %0, i8 noundef zeroext %1) #0 !dbg !99 {
  %3 = alloca ptr, align 8
  %4 = alloca i8, align 1
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !104, !DIExpression(), !105)
  store i8 %1, ptr %4, align 1
    #dbg_declare(ptr %4, !106, !DIExpression(), !107)
  %5 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth), !dbg !108
  %6 = load i32, ptr %5, align 4, !dbg !109
  %7 = add nsw i32 %6, 1, !dbg !109
  store i32 %7, ptr %5, align 4, !dbg !109
  %8 = load i8, ptr %4, align 1, !dbg !110
  %9 = icmp eq i8 %8, -56, !dbg !112
  br i1 %9, label %10, label %15, !dbg !112

10:                                               ; preds = %2
  %11 = call ptr @__cxa_allocate_exception(i64 4) #8, !dbg !113
  %12 = getelementptr inbounds nuw %"struct.util::Error", ptr %11, i32 0, i32 0, !dbg !114
  %13 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth), !dbg !115
  %14 = load i32, ptr %13, align 4, !dbg !115
  store i32 %14, ptr %12, align 16, !dbg !114
  call void @__cxa_throw(ptr %11, ptr @_ZTIN4util5ErrorE, ptr null) #9, !dbg !113
  unreachable, !dbg !113

15:                                               ; preds = %2
  %16 = load ptr, ptr %3, align 8, !dbg !116
  %17 = load ptr, ptr %16, align 8, !dbg !117
  %18 = getelementptr inbounds ptr, ptr %17, i64 2, !dbg !117
  %19 = load ptr, ptr %18, align 8, !dbg !117
  %20 = call noundef double %19(ptr noundef nonnull align 8 dereferenceable(8) %16), !dbg !117
  ret double %20, !dbg !118
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

declare ptr @__cxa_allocate_exception(i64)

declare void @__cxa_throw(ptr, ptr, ptr)

; Function Attrs: mustprogress noinline optnone uwtable
define dso_local i32 @run(i32 noundef %0) #0 personality ptr @__gxx_personality_v0 !dbg !119 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca %struct.Box, align 8
  %5 = alloca %struct.Box.0, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  store i32 %0, ptr %3, align 4
    #dbg_declare(ptr %3, !122, !DIExpression(), !123)
    #dbg_declare(ptr %4, !124, !DIExpression(), !125)
  call void @_ZN3BoxIfLi3EEC2Ef(ptr noundef nonnull align 8 dereferenceable(20) %4, float noundef 1.500000e+00), !dbg !125
    #dbg_declare(ptr %5, !126, !DIExpression(), !127)
  %10 = load i32, ptr %3, align 4, !dbg !128
  %11 = sext i32 %10 to i64, !dbg !128
  invoke void @_ZN3BoxIlLi2EEC2El(ptr noundef nonnull align 8 dereferenceable(24) %5, i64 noundef %11)
          to label %12 unwind label %23, !dbg !127

12:                                               ; preds = %1
  %13 = invoke noundef double @_Z7measurePK5ShapeN4util2v14ModeE(ptr noundef %4, i8 noundef zeroext 0)
          to label %14 unwind label %27, !dbg !129

14:                                               ; preds = %12
  %15 = load i32, ptr %3, align 4, !dbg !131
  %16 = icmp ne i32 %15, 0, !dbg !131
  %17 = zext i1 %16 to i64, !dbg !131
  %18 = select i1 %16, i8 -56, i8 0, !dbg !131
  %19 = invoke noundef double @_Z7measurePK5ShapeN4util2v14ModeE(ptr noundef %5, i8 noundef zeroext %18)
          to label %20 unwind label %27, !dbg !132

20:                                               ; preds = %14
  %21 = fadd double %13, %19, !dbg !133
  %22 = fptosi double %21 to i32, !dbg !129
  store i32 %22, ptr %2, align 4, !dbg !134
  store i32 1, ptr %8, align 4
  br label %60, !dbg !134

23:                                               ; preds = %1
  %24 = landingpad { ptr, i32 }
          cleanup, !dbg !135
  %25 = extractvalue { ptr, i32 } %24, 0, !dbg !135
  store ptr %25, ptr %6, align 8, !dbg !135
  %26 = extractvalue { ptr, i32 } %24, 1, !dbg !135
  store i32 %26, ptr %7, align 4, !dbg !135
  br label %63, !dbg !135

27:                                               ; preds = %14, %12
  %28 = landingpad { ptr, i32 }
          catch ptr @_ZTIN4util5ErrorE
          catch ptr null, !dbg !136
  %29 = extractvalue { ptr, i32 } %28, 0, !dbg !136
  store ptr %29, ptr %6, align 8, !dbg !136
  %30 = extractvalue { ptr, i32 } %28, 1, !dbg !136
  store i32 %30, ptr %7, align 4, !dbg !136
  br label %31, !dbg !136

31:                                               ; preds = %27
  %32 = load i32, ptr %7, align 4, !dbg !137
  %33 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIN4util5ErrorE) #8, !dbg !137
  %34 = icmp eq i32 %32, %33, !dbg !137
  br i1 %34, label %35, label %45, !dbg !137

35:                                               ; preds = %31
    #dbg_declare(ptr %9, !138, !DIExpression(), !141)
  %36 = load ptr, ptr %6, align 8, !dbg !142
  %37 = call ptr @__cxa_begin_catch(ptr %36) #8, !dbg !142
  store ptr %37, ptr %9, align 8, !dbg !142
  %38 = load ptr, ptr %9, align 8, !dbg !144, !nonnull !103, !align !146
  %39 = getelementptr inbounds nuw %"struct.util::Error", ptr %38, i32 0, i32 0, !dbg !147
  %40 = load i32, ptr %39, align 4, !dbg !147
  %41 = invoke noundef nonnull align 4 dereferenceable(4) ptr @_ZN4utilL8instanceEv()
          to label %42 unwind label %53, !dbg !148

42:                                               ; preds = %35
  %43 = load i32, ptr %41, align 4, !dbg !148
  %44 = add nsw i32 %40, %43, !dbg !149
  store i32 %44, ptr %2, align 4, !dbg !150
  store i32 1, ptr %8, align 4
  invoke void @__cxa_end_catch()
          to label %57 unwind label %49, !dbg !151

45:                                               ; preds = %31
  %46 = load ptr, ptr %6, align 8, !dbg !137
  %47 = call ptr @__cxa_begin_catch(ptr %46) #8, !dbg !137
  store i32 -1, ptr %2, align 4, !dbg !152
  store i32 1, ptr %8, align 4
  invoke void @__cxa_end_catch()
          to label %48 unwind label %49, !dbg !142

48:                                               ; preds = %45
  br label %60

49:                                               ; preds = %42, %45
  %50 = landingpad { ptr, i32 }
          cleanup, !dbg !135
  %51 = extractvalue { ptr, i32 } %50, 0, !dbg !135
  store ptr %51, ptr %6, align 8, !dbg !135
  %52 = extractvalue { ptr, i32 } %50, 1, !dbg !135
  store i32 %52, ptr %7, align 4, !dbg !135
  br label %62, !dbg !135

53:                                               ; preds = %35
  %54 = landingpad { ptr, i32 }
          cleanup, !dbg !153
  %55 = extractvalue { ptr, i32 } %54, 0, !dbg !153
  store ptr %55, ptr %6, align 8, !dbg !153
  %56 = extractvalue { ptr, i32 } %54, 1, !dbg !153
  store i32 %56, ptr %7, align 4, !dbg !153
  invoke void @__cxa_end_catch()
          to label %58 unwind label %69, !dbg !151

57:                                               ; preds = %42
  br label %60

58:                                               ; preds = %53
  br label %62, !dbg !151

59:                                               ; No predecessors!
  call void @llvm.trap(), !dbg !151
  unreachable, !dbg !151

60:                                               ; preds = %57, %48, %20
  call void @_ZN3BoxIlLi2EED2Ev(ptr noundef nonnull align 8 dereferenceable(24) %5) #8, !dbg !135
  call void @_ZN3BoxIfLi3EED2Ev(ptr noundef nonnull align 8 dereferenceable(20) %4) #8, !dbg !135
  %61 = load i32, ptr %2, align 4, !dbg !135
  ret i32 %61, !dbg !135

62:                                               ; preds = %58, %49
  call void @_ZN3BoxIlLi2EED2Ev(ptr noundef nonnull align 8 dereferenceable(24) %5) #8, !dbg !135
  br label %63, !dbg !135

63:                                               ; preds = %62, %23
  call void @_ZN3BoxIfLi3EED2Ev(ptr noundef nonnull align 8 dereferenceable(20) %4) #8, !dbg !135
  br label %64, !dbg !135

64:                                               ; preds = %63
  %65 = load ptr, ptr %6, align 8, !dbg !135
  %66 = load i32, ptr %7, align 4, !dbg !135
  %67 = insertvalue { ptr, i32 } poison, ptr %65, 0, !dbg !135
  %68 = insertvalue { ptr, i32 } %67, i32 %66, 1, !dbg !135
  resume { ptr, i32 } %68, !dbg !135

69:                                               ; preds = %53
  %70 = landingpad { ptr, i32 }
          catch ptr null, !dbg !151
  %71 = extractvalue { ptr, i32 } %70, 0, !dbg !151
  call void @__clang_call_terminate(ptr %71) #10, !dbg !151
  unreachable, !dbg !151

; uselistorder directives
  uselistorder ptr %2, { 0, 2, 1, 3 }
  uselistorder ptr %6, { 0, 1, 3, 4, 2, 5, 6 }
  uselistorder ptr %8, { 1, 0, 2 }
  uselistorder label %49, { 1, 0 }
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN3BoxIfLi3EEC2Ef(ptr noundef nonnull align 8 dereferenceable(20) %0, float noundef %1) unnamed_addr #2 comdat align 2 !dbg !154 {
  %3 = alloca ptr, align 8
  %4 = alloca float, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !155, !DIExpression(), !157)
  store float %1, ptr %4, align 4
    #dbg_declare(ptr %4, !158, !DIExpression(), !159)
  %9 = load ptr, ptr %3, align 8
  call void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %9) #8, !dbg !160
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV3BoxIfLi3EE, i32 0, i32 0, i32 2), ptr %9, align 8, !dbg !161
    #dbg_declare(ptr %5, !162, !DIExpression(), !166)
  %10 = getelementptr inbounds nuw %struct.Box, ptr %9, i32 0, i32 1, !dbg !167
  store ptr %10, ptr %5, align 8, !dbg !167
    #dbg_declare(ptr %6, !168, !DIExpression(), !166)
  %11 = load ptr, ptr %5, align 8, !dbg !170, !nonnull !103, !align !146
  %12 = getelementptr inbounds [3 x float], ptr %11, i64 0, i64 0, !dbg !170
  store ptr %12, ptr %6, align 8, !dbg !170
    #dbg_declare(ptr %7, !171, !DIExpression(), !166)
  %13 = load ptr, ptr %5, align 8, !dbg !170, !nonnull !103, !align !146
  %14 = getelementptr inbounds [3 x float], ptr %13, i64 0, i64 0, !dbg !170
  %15 = getelementptr inbounds float, ptr %14, i64 3, !dbg !170
  store ptr %15, ptr %7, align 8, !dbg !170
  br label %16, !dbg !170

16:                                               ; preds = %24, %2
  %17 = load ptr, ptr %6, align 8, !dbg !170
  %18 = load ptr, ptr %7, align 8, !dbg !170
  %19 = icmp ne ptr %17, %18, !dbg !170
  br i1 %19, label %20, label %27, !dbg !170

20:                                               ; preds = %16
    #dbg_declare(ptr %8, !172, !DIExpression(), !175)
  %21 = load ptr, ptr %6, align 8, !dbg !176
  store ptr %21, ptr %8, align 8, !dbg !175
  %22 = load float, ptr %4, align 4, !dbg !177
  %23 = load ptr, ptr %8, align 8, !dbg !178, !nonnull !103, !align !146
  store float %22, ptr %23, align 4, !dbg !179
  br label %24, !dbg !180

24:                                               ; preds = %20
  %25 = load ptr, ptr %6, align 8, !dbg !170
  %26 = getelementptr inbounds nuw float, ptr %25, i32 1, !dbg !170
  store ptr %26, ptr %6, align 8, !dbg !170
  br label %16, !dbg !170, !llvm.loop !181

27:                                               ; preds = %16
  ret void, !dbg !183
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN3BoxIlLi2EEC2El(ptr noundef nonnull align 8 dereferenceable(24) %0, i64 noundef %1) unnamed_addr #2 comdat align 2 !dbg !184 {
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !185, !DIExpression(), !187)
  store i64 %1, ptr %4, align 8
    #dbg_declare(ptr %4, !188, !DIExpression(), !189)
  %9 = load ptr, ptr %3, align 8
  call void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %9) #8, !dbg !190
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV3BoxIlLi2EE, i32 0, i32 0, i32 2), ptr %9, align 8, !dbg !191
    #dbg_declare(ptr %5, !192, !DIExpression(), !196)
  %10 = getelementptr inbounds nuw %struct.Box.0, ptr %9, i32 0, i32 1, !dbg !197
  store ptr %10, ptr %5, align 8, !dbg !197
    #dbg_declare(ptr %6, !198, !DIExpression(), !196)
  %11 = load ptr, ptr %5, align 8, !dbg !200, !nonnull !103, !align !201
  %12 = getelementptr inbounds [2 x i64], ptr %11, i64 0, i64 0, !dbg !200
  store ptr %12, ptr %6, align 8, !dbg !200
    #dbg_declare(ptr %7, !202, !DIExpression(), !196)
  %13 = load ptr, ptr %5, align 8, !dbg !200, !nonnull !103, !align !201
  %14 = getelementptr inbounds [2 x i64], ptr %13, i64 0, i64 0, !dbg !200
  %15 = getelementptr inbounds i64, ptr %14, i64 2, !dbg !200
  store ptr %15, ptr %7, align 8, !dbg !200
  br label %16, !dbg !200

16:                                               ; preds = %24, %2
  %17 = load ptr, ptr %6, align 8, !dbg !200
  %18 = load ptr, ptr %7, align 8, !dbg !200
  %19 = icmp ne ptr %17, %18, !dbg !200
  br i1 %19, label %20, label %27, !dbg !200

20:                                               ; preds = %16
    #dbg_declare(ptr %8, !203, !DIExpression(), !206)
  %21 = load ptr, ptr %6, align 8, !dbg !207
  store ptr %21, ptr %8, align 8, !dbg !206
  %22 = load i64, ptr %4, align 8, !dbg !208
  %23 = load ptr, ptr %8, align 8, !dbg !209, !nonnull !103, !align !201
  store i64 %22, ptr %23, align 8, !dbg !210
  br label %24, !dbg !211

24:                                               ; preds = %20
  %25 = load ptr, ptr %6, align 8, !dbg !200
  %26 = getelementptr inbounds nuw i64, ptr %25, i32 1, !dbg !200
  store ptr %26, ptr %6, align 8, !dbg !200
  br label %16, !dbg !200, !llvm.loop !212

27:                                               ; preds = %16
  ret void, !dbg !214
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #3

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_end_catch()

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define internal noundef nonnull align 4 dereferenceable(4) ptr @_ZN4utilL8instanceEv() #2 !dbg !20 {
  ret ptr @_ZZN4utilL8instanceEvE5value, !dbg !215
}

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #4 comdat {
  %2 = call ptr @__cxa_begin_catch(ptr %0) #8
  call void @_ZSt9terminatev() #10
  unreachable
}

declare void @_ZSt9terminatev()

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #5

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN3BoxIlLi2EED2Ev(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #2 comdat align 2 !dbg !216 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !220, !DIExpression(), !221)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #8, !dbg !222
  ret void, !dbg !224
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN3BoxIfLi3EED2Ev(ptr noundef nonnull align 8 dereferenceable(20) %0) unnamed_addr #2 comdat align 2 !dbg !225 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !229, !DIExpression(), !230)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) #8, !dbg !231
  ret void, !dbg !233
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !234 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !236, !DIExpression(), !238)
  %3 = load ptr, ptr %2, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV5Shape, i32 0, i32 0, i32 2), ptr %3, align 8, !dbg !239
  ret void, !dbg !239
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN3BoxIfLi3EED0Ev(ptr noundef nonnull align 8 dereferenceable(20) %0) unnamed_addr #2 comdat align 2 !dbg !240 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !241, !DIExpression(), !242)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN3BoxIfLi3EED2Ev(ptr noundef nonnull align 8 dereferenceable(20) %3) #8, !dbg !243
  call void @_ZdlPvm(ptr noundef %3, i64 noundef 24) #11, !dbg !243
  ret void, !dbg !243
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef double @_ZNK3BoxIfLi3EE4areaEv(ptr noundef nonnull align 8 dereferenceable(20) %0) unnamed_addr #2 comdat align 2 !dbg !244 {
  %2 = alloca ptr, align 8
  %3 = alloca float, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca float, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !245, !DIExpression(), !247)
  %8 = load ptr, ptr %2, align 8
    #dbg_declare(ptr %3, !248, !DIExpression(), !249)
  store float 1.000000e+00, ptr %3, align 4, !dbg !249
    #dbg_declare(ptr %4, !250, !DIExpression(), !254)
  %9 = getelementptr inbounds nuw %struct.Box, ptr %8, i32 0, i32 1, !dbg !255
  store ptr %9, ptr %4, align 8, !dbg !255
    #dbg_declare(ptr %5, !256, !DIExpression(), !254)
  %10 = load ptr, ptr %4, align 8, !dbg !259, !nonnull !103, !align !146
  %11 = getelementptr inbounds [3 x float], ptr %10, i64 0, i64 0, !dbg !259
  store ptr %11, ptr %5, align 8, !dbg !259
    #dbg_declare(ptr %6, !260, !DIExpression(), !254)
  %12 = load ptr, ptr %4, align 8, !dbg !259, !nonnull !103, !align !146
  %13 = getelementptr inbounds [3 x float], ptr %12, i64 0, i64 0, !dbg !259
  %14 = getelementptr inbounds float, ptr %13, i64 3, !dbg !259
  store ptr %14, ptr %6, align 8, !dbg !259
  br label %15, !dbg !259

15:                                               ; preds = %25, %1
  %16 = load ptr, ptr %5, align 8, !dbg !259
  %17 = load ptr, ptr %6, align 8, !dbg !259
  %18 = icmp ne ptr %16, %17, !dbg !259
  br i1 %18, label %19, label %28, !dbg !259

19:                                               ; preds = %15
    #dbg_declare(ptr %7, !261, !DIExpression(), !263)
  %20 = load ptr, ptr %5, align 8, !dbg !264
  %21 = load float, ptr %20, align 4, !dbg !264
  store float %21, ptr %7, align 4, !dbg !263
  %22 = load float, ptr %7, align 4, !dbg !265
  %23 = load float, ptr %3, align 4, !dbg !266
  %24 = fmul float %23, %22, !dbg !266
  store float %24, ptr %3, align 4, !dbg !266
  br label %25, !dbg !267

25:                                               ; preds = %19
  %26 = load ptr, ptr %5, align 8, !dbg !259
  %27 = getelementptr inbounds nuw float, ptr %26, i32 1, !dbg !259
  store ptr %27, ptr %5, align 8, !dbg !259
  br label %15, !dbg !259, !llvm.loop !268

28:                                               ; preds = %15
  %29 = load float, ptr %3, align 4, !dbg !270
  %30 = fpext float %29 to double, !dbg !270
  ret double %30, !dbg !271
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !272 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !273, !DIExpression(), !274)
  %3 = load ptr, ptr %2, align 8
  ret void, !dbg !275
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN5ShapeD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #2 comdat align 2 !dbg !276 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !277, !DIExpression(), !278)
  %3 = load ptr, ptr %2, align 8
  call void @llvm.trap() #10, !dbg !279
  unreachable, !dbg !279
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #6

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local void @_ZN3BoxIlLi2EED0Ev(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #2 comdat align 2 !dbg !280 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !281, !DIExpression(), !282)
  %3 = load ptr, ptr %2, align 8
  call void @_ZN3BoxIlLi2EED2Ev(ptr noundef nonnull align 8 dereferenceable(24) %3) #8, !dbg !283
  call void @_ZdlPvm(ptr noundef %3, i64 noundef 24) #11, !dbg !283
  ret void, !dbg !283
}

; Function Attrs: mustprogress noinline nounwind optnone uwtable
define linkonce_odr dso_local noundef double @_ZNK3BoxIlLi2EE4areaEv(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #2 comdat align 2 !dbg !284 {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !285, !DIExpression(), !287)
  %8 = load ptr, ptr %2, align 8
    #dbg_declare(ptr %3, !288, !DIExpression(), !289)
  store i64 1, ptr %3, align 8, !dbg !289
    #dbg_declare(ptr %4, !290, !DIExpression(), !294)
  %9 = getelementptr inbounds nuw %struct.Box.0, ptr %8, i32 0, i32 1, !dbg !295
  store ptr %9, ptr %4, align 8, !dbg !295
    #dbg_declare(ptr %5, !296, !DIExpression(), !294)
  %10 = load ptr, ptr %4, align 8, !dbg !299, !nonnull !103, !align !201
  %11 = getelementptr inbounds [2 x i64], ptr %10, i64 0, i64 0, !dbg !299
  store ptr %11, ptr %5, align 8, !dbg !299
    #dbg_declare(ptr %6, !300, !DIExpression(), !294)
  %12 = load ptr, ptr %4, align 8, !dbg !299, !nonnull !103, !align !201
  %13 = getelementptr inbounds [2 x i64], ptr %12, i64 0, i64 0, !dbg !299
  %14 = getelementptr inbounds i64, ptr %13, i64 2, !dbg !299
  store ptr %14, ptr %6, align 8, !dbg !299
  br label %15, !dbg !299

15:                                               ; preds = %25, %1
  %16 = load ptr, ptr %5, align 8, !dbg !299
  %17 = load ptr, ptr %6, align 8, !dbg !299
  %18 = icmp ne ptr %16, %17, !dbg !299
  br i1 %18, label %19, label %28, !dbg !299

19:                                               ; preds = %15
    #dbg_declare(ptr %7, !301, !DIExpression(), !303)
  %20 = load ptr, ptr %5, align 8, !dbg !304
  %21 = load i64, ptr %20, align 8, !dbg !304
  store i64 %21, ptr %7, align 8, !dbg !303
  %22 = load i64, ptr %7, align 8, !dbg !305
  %23 = load i64, ptr %3, align 8, !dbg !306
  %24 = mul nsw i64 %23, %22, !dbg !306
  store i64 %24, ptr %3, align 8, !dbg !306
  br label %25, !dbg !307

25:                                               ; preds = %19
  %26 = load ptr, ptr %5, align 8, !dbg !299
  %27 = getelementptr inbounds nuw i64, ptr %26, i32 1, !dbg !299
  store ptr %27, ptr %5, align 8, !dbg !299
  br label %15, !dbg !299, !llvm.loop !308

28:                                               ; preds = %15
  %29 = load i64, ptr %3, align 8, !dbg !310
  %30 = sitofp i64 %29 to double, !dbg !310
  ret double %30, !dbg !311
}

; Function Attrs: noinline uwtable
define weak_odr hidden noundef ptr @_ZTW5depth() #7 comdat {
  %1 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth)
  ret ptr %1
}

; uselistorder directives
uselistorder ptr @llvm.threadlocal.address.p0, { 0, 2, 1 }
uselistorder ptr @__cxa_end_catch, { 1, 2, 0 }
uselistorder ptr @_ZN3BoxIlLi2EED2Ev, { 3, 2, 0, 1 }
uselistorder ptr @_ZN3BoxIfLi3EED2Ev, { 3, 2, 0, 1 }
uselistorder ptr @_ZN5ShapeC2Ev, { 1, 0 }
uselistorder ptr @_ZN5ShapeD2Ev, { 0, 2, 1 }

attributes #0 = { mustprogress noinline optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind memory(none) }
attributes #4 = { noinline noreturn nounwind uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #6 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { noinline uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind }
attributes #9 = { noreturn }
attributes #10 = { noreturn nounwind }
attributes #11 = { builtin nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!91, !92, !93, !94, !95, !96, !97}
!llvm.ident = !{!98}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 16, type: !16, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !12, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "classes.cpp", directory: "/corpus", checksumkind: CSK_MD5, checksum: "84d8a8c7bda7ca67ef575961a43be9fa")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Mode", scope: !6, file: !3, line: 12, baseType: !8, size: 8, flags: DIFlagEnumClass, elements: !9, identifier: "_ZTSN4util2v14ModeE")
!6 = !DINamespace(name: "v1", scope: !7, exportSymbols: true)
!7 = !DINamespace(name: "util", scope: null)
!8 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!9 = !{!10, !11}
!10 = !DIEnumerator(name: "A", value: 0, isUnsigned: true)
!11 = !DIEnumerator(name: "B", value: 200, isUnsigned: true)
!12 = !{!13, !16}
!13 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Error", scope: !7, file: !3, line: 13, size: 32, flags: DIFlagTypePassByValue, elements: !14, identifier: "_ZTSN4util5ErrorE")
!14 = !{!15}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "code", scope: !13, file: !3, line: 13, baseType: !16, size: 32)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{!0, !18, !24, !65, !68}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "value", scope: !20, file: !3, line: 14, type: !16, isLocal: true, isDefinition: true)
!20 = distinct !DISubprogram(name: "instance", linkageName: "_ZN4utilL8instanceEv", scope: !7, file: !3, line: 14, type: !21, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!21 = !DISubroutineType(types: !22)
!22 = !{!23}
!23 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !16, size: 64)
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTV3BoxIfLi3EE", scope: !2, file: !3, type: !26, isLocal: false, isDefinition: true, declaration: !27, align: 64)
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !28, file: !3, baseType: !26, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box<float, 3>", file: !3, line: 6, size: 192, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !29, vtableHolder: !31, templateParams: !62, identifier: "_ZTS3BoxIfLi3EE")
!29 = !{!30, !48, !53, !57}
!30 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !28, baseType: !31, extraData: i32 0)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", file: !3, line: 2, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !32, vtableHolder: !31, identifier: "_ZTS5Shape")
!32 = !{!33, !38, !42}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Shape", scope: !3, file: !3, baseType: !34, size: 64, flags: DIFlagArtificial)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !36, size: 64)
!36 = !DISubroutineType(types: !37)
!37 = !{!16}
!38 = !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD4Ev", scope: !31, file: !3, line: 3, type: !39, scopeLine: 3, containingType: !31, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!39 = !DISubroutineType(types: !40)
!40 = !{null, !41}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "area", linkageName: "_ZNK5Shape4areaEv", scope: !31, file: !3, line: 4, type: !43, scopeLine: 4, containingType: !31, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!43 = !DISubroutineType(types: !44)
!44 = !{!45, !46}
!45 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!47 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !31)
!48 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !28, file: !3, line: 7, baseType: !49, size: 96, offset: 64)
!49 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 96, elements: !51)
!50 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!51 = !{!52}
!52 = !DISubrange(count: 3)
!53 = !DISubprogram(name: "Box", linkageName: "_ZN3BoxIfLi3EEC4Ef", scope: !28, file: !3, line: 8, type: !54, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!54 = !DISubroutineType(types: !55)
!55 = !{null, !56, !50}
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!57 = !DISubprogram(name: "area", linkageName: "_ZNK3BoxIfLi3EE4areaEv", scope: !28, file: !3, line: 9, type: !58, scopeLine: 9, containingType: !28, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!58 = !DISubroutineType(types: !59)
!59 = !{!45, !60}
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!61 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !28)
!62 = !{!63, !64}
!63 = !DITemplateTypeParameter(name: "T", type: !50)
!64 = !DITemplateValueParameter(name: "N", type: !16, value: i32 3)
!65 = !DIGlobalVariableExpression(var: !66, expr: !DIExpression())
!66 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTV5Shape", scope: !2, file: !3, type: !26, isLocal: false, isDefinition: true, declaration: !67, align: 64)
!67 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !31, file: !3, baseType: !26, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!68 = !DIGlobalVariableExpression(var: !69, expr: !DIExpression())
!69 = distinct !DIGlobalVariable(name: "_vtable$", linkageName: "_ZTV3BoxIlLi2EE", scope: !2, file: !3, type: !26, isLocal: false, isDefinition: true, declaration: !70, align: 64)
!70 = !DIDerivedType(tag: DW_TAG_variable, name: "_vtable$", scope: !71, file: !3, baseType: !26, flags: DIFlagPrivate | DIFlagArtificial | DIFlagStaticMember)
!71 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box<long, 2>", file: !3, line: 6, size: 192, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !72, vtableHolder: !31, templateParams: !88, identifier: "_ZTS3BoxIlLi2EE")
!72 = !{!73, !74, !79, !83}
!73 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !71, baseType: !31, extraData: i32 0)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !71, file: !3, line: 7, baseType: !75, size: 128, offset: 64)
!75 = !DICompositeType(tag: DW_TAG_array_type, baseType: !76, size: 128, elements: !77)
!76 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!77 = !{!78}
!78 = !DISubrange(count: 2)
!79 = !DISubprogram(name: "Box", linkageName: "_ZN3BoxIlLi2EEC4El", scope: !71, file: !3, line: 8, type: !80, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!80 = !DISubroutineType(types: !81)
!81 = !{null, !82, !76}
!82 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!83 = !DISubprogram(name: "area", linkageName: "_ZNK3BoxIlLi2EE4areaEv", scope: !71, file: !3, line: 9, type: !84, scopeLine: 9, containingType: !71, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!84 = !DISubroutineType(types: !85)
!85 = !{!45, !86}
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!87 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !71)
!88 = !{!89, !90}
!89 = !DITemplateTypeParameter(name: "T", type: !76)
!90 = !DITemplateValueParameter(name: "N", type: !16, value: i32 2)
!91 = !{i32 7, !"Dwarf Version", i32 5}
!92 = !{i32 2, !"Debug Info Version", i32 3}
!93 = !{i32 1, !"wchar_size", i32 4}
!94 = !{i32 8, !"PIC Level", i32 2}
!95 = !{i32 7, !"PIE Level", i32 2}
!96 = !{i32 7, !"uwtable", i32 2}
!97 = !{i32 7, !"frame-pointer", i32 2}
!98 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!99 = distinct !DISubprogram(name: "measure", linkageName: "_Z7measurePK5ShapeN4util2v14ModeE", scope: !3, file: !3, line: 17, type: !100, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !103)
!100 = !DISubroutineType(types: !101)
!101 = !{!45, !102, !5}
!102 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64)
!103 = !{}
!104 = !DILocalVariable(name: "s", arg: 1, scope: !99, file: !3, line: 17, type: !102)
!105 = !DILocation(line: 17, column: 29, scope: !99)
!106 = !DILocalVariable(name: "m", arg: 2, scope: !99, file: !3, line: 17, type: !5)
!107 = !DILocation(line: 17, column: 43, scope: !99)
!108 = !DILocation(line: 18, column: 5, scope: !99)
!109 = !DILocation(line: 18, column: 3, scope: !99)
!110 = !DILocation(line: 19, column: 7, scope: !111)
!111 = distinct !DILexicalBlock(scope: !99, file: !3, line: 19, column: 7)
!112 = !DILocation(line: 19, column: 9, scope: !111)
!113 = !DILocation(line: 19, column: 27, scope: !111)
!114 = !DILocation(line: 19, column: 44, scope: !111)
!115 = !DILocation(line: 19, column: 45, scope: !111)
!116 = !DILocation(line: 20, column: 10, scope: !99)
!117 = !DILocation(line: 20, column: 13, scope: !99)
!118 = !DILocation(line: 20, column: 3, scope: !99)
!119 = distinct !DISubprogram(name: "run", scope: !3, file: !3, line: 22, type: !120, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !103)
!120 = !DISubroutineType(types: !121)
!121 = !{!16, !16}
!122 = !DILocalVariable(name: "k", arg: 1, scope: !119, file: !3, line: 22, type: !16)
!123 = !DILocation(line: 22, column: 24, scope: !119)
!124 = !DILocalVariable(name: "a", scope: !119, file: !3, line: 23, type: !28)
!125 = !DILocation(line: 23, column: 17, scope: !119)
!126 = !DILocalVariable(name: "b", scope: !119, file: !3, line: 24, type: !71)
!127 = !DILocation(line: 24, column: 16, scope: !119)
!128 = !DILocation(line: 24, column: 18, scope: !119)
!129 = !DILocation(line: 26, column: 16, scope: !130)
!130 = distinct !DILexicalBlock(scope: !119, file: !3, line: 25, column: 7)
!131 = !DILocation(line: 26, column: 57, scope: !130)
!132 = !DILocation(line: 26, column: 45, scope: !130)
!133 = !DILocation(line: 26, column: 43, scope: !130)
!134 = !DILocation(line: 26, column: 5, scope: !130)
!135 = !DILocation(line: 32, column: 1, scope: !119)
!136 = !DILocation(line: 32, column: 1, scope: !130)
!137 = !DILocation(line: 27, column: 3, scope: !130)
!138 = !DILocalVariable(name: "e", scope: !119, file: !3, line: 27, type: !139)
!139 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !140, size: 64)
!140 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!141 = !DILocation(line: 27, column: 31, scope: !119)
!142 = !DILocation(line: 31, column: 3, scope: !143)
!143 = distinct !DILexicalBlock(scope: !119, file: !3, line: 29, column: 17)
!144 = !DILocation(line: 28, column: 12, scope: !145)
!145 = distinct !DILexicalBlock(scope: !119, file: !3, line: 27, column: 34)
!146 = !{i64 4}
!147 = !DILocation(line: 28, column: 14, scope: !145)
!148 = !DILocation(line: 28, column: 21, scope: !145)
!149 = !DILocation(line: 28, column: 19, scope: !145)
!150 = !DILocation(line: 28, column: 5, scope: !145)
!151 = !DILocation(line: 29, column: 3, scope: !145)
!152 = !DILocation(line: 30, column: 5, scope: !143)
!153 = !DILocation(line: 32, column: 1, scope: !145)
!154 = distinct !DISubprogram(name: "Box", linkageName: "_ZN3BoxIfLi3EEC2Ef", scope: !28, file: !3, line: 8, type: !54, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !53, retainedNodes: !103)
!155 = !DILocalVariable(name: "this", arg: 1, scope: !154, type: !156, flags: DIFlagArtificial | DIFlagObjectPointer)
!156 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!157 = !DILocation(line: 0, scope: !154)
!158 = !DILocalVariable(name: "s", arg: 2, scope: !154, file: !3, line: 8, type: !50)
!159 = !DILocation(line: 8, column: 18, scope: !154)
!160 = !DILocation(line: 8, column: 12, scope: !154)
!161 = !DILocation(line: 8, column: 21, scope: !154)
!162 = !DILocalVariable(name: "__range2", scope: !163, type: !165, flags: DIFlagArtificial)
!163 = distinct !DILexicalBlock(scope: !164, file: !3, line: 8, column: 23)
!164 = distinct !DILexicalBlock(scope: !154, file: !3, line: 8, column: 21)
!165 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !49, size: 64)
!166 = !DILocation(line: 0, scope: !163)
!167 = !DILocation(line: 8, column: 38, scope: !163)
!168 = !DILocalVariable(name: "__begin0", scope: !163, type: !169, flags: DIFlagArtificial)
!169 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !50, size: 64)
!170 = !DILocation(line: 8, column: 36, scope: !163)
!171 = !DILocalVariable(name: "__end0", scope: !163, type: !169, flags: DIFlagArtificial)
!172 = !DILocalVariable(name: "x", scope: !173, file: !3, line: 8, type: !174)
!173 = distinct !DILexicalBlock(scope: !163, file: !3, line: 8, column: 23)
!174 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !50, size: 64)
!175 = !DILocation(line: 8, column: 34, scope: !173)
!176 = !DILocation(line: 8, column: 36, scope: !173)
!177 = !DILocation(line: 8, column: 48, scope: !173)
!178 = !DILocation(line: 8, column: 44, scope: !173)
!179 = !DILocation(line: 8, column: 46, scope: !173)
!180 = !DILocation(line: 8, column: 23, scope: !163)
!181 = distinct !{!181, !180, !182}
!182 = !DILocation(line: 8, column: 48, scope: !163)
!183 = !DILocation(line: 8, column: 51, scope: !154)
!184 = distinct !DISubprogram(name: "Box", linkageName: "_ZN3BoxIlLi2EEC2El", scope: !71, file: !3, line: 8, type: !80, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !79, retainedNodes: !103)
!185 = !DILocalVariable(name: "this", arg: 1, scope: !184, type: !186, flags: DIFlagArtificial | DIFlagObjectPointer)
!186 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!187 = !DILocation(line: 0, scope: !184)
!188 = !DILocalVariable(name: "s", arg: 2, scope: !184, file: !3, line: 8, type: !76)
!189 = !DILocation(line: 8, column: 18, scope: !184)
!190 = !DILocation(line: 8, column: 12, scope: !184)
!191 = !DILocation(line: 8, column: 21, scope: !184)
!192 = !DILocalVariable(name: "__range2", scope: !193, type: !195, flags: DIFlagArtificial)
!193 = distinct !DILexicalBlock(scope: !194, file: !3, line: 8, column: 23)
!194 = distinct !DILexicalBlock(scope: !184, file: !3, line: 8, column: 21)
!195 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !75, size: 64)
!196 = !DILocation(line: 0, scope: !193)
!197 = !DILocation(line: 8, column: 38, scope: !193)
!198 = !DILocalVariable(name: "__begin0", scope: !193, type: !199, flags: DIFlagArtificial)
!199 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !76, size: 64)
!200 = !DILocation(line: 8, column: 36, scope: !193)
!201 = !{i64 8}
!202 = !DILocalVariable(name: "__end0", scope: !193, type: !199, flags: DIFlagArtificial)
!203 = !DILocalVariable(name: "x", scope: !204, file: !3, line: 8, type: !205)
!204 = distinct !DILexicalBlock(scope: !193, file: !3, line: 8, column: 23)
!205 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !76, size: 64)
!206 = !DILocation(line: 8, column: 34, scope: !204)
!207 = !DILocation(line: 8, column: 36, scope: !204)
!208 = !DILocation(line: 8, column: 48, scope: !204)
!209 = !DILocation(line: 8, column: 44, scope: !204)
!210 = !DILocation(line: 8, column: 46, scope: !204)
!211 = !DILocation(line: 8, column: 23, scope: !193)
!212 = distinct !{!212, !211, !213}
!213 = !DILocation(line: 8, column: 48, scope: !193)
!214 = !DILocation(line: 8, column: 51, scope: !184)
!215 = !DILocation(line: 14, column: 66, scope: !20)
!216 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIlLi2EED2Ev", scope: !71, file: !3, line: 6, type: !217, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !219, retainedNodes: !103)
!217 = !DISubroutineType(types: !218)
!218 = !{null, !82}
!219 = !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIlLi2EED4Ev", scope: !71, type: !217, containingType: !71, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!220 = !DILocalVariable(name: "this", arg: 1, scope: !216, type: !186, flags: DIFlagArtificial | DIFlagObjectPointer)
!221 = !DILocation(line: 0, scope: !216)
!222 = !DILocation(line: 6, column: 34, scope: !223)
!223 = distinct !DILexicalBlock(scope: !216, file: !3, line: 6, column: 34)
!224 = !DILocation(line: 6, column: 34, scope: !216)
!225 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIfLi3EED2Ev", scope: !28, file: !3, line: 6, type: !226, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !228, retainedNodes: !103)
!226 = !DISubroutineType(types: !227)
!227 = !{null, !56}
!228 = !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIfLi3EED4Ev", scope: !28, type: !226, containingType: !28, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!229 = !DILocalVariable(name: "this", arg: 1, scope: !225, type: !156, flags: DIFlagArtificial | DIFlagObjectPointer)
!230 = !DILocation(line: 0, scope: !225)
!231 = !DILocation(line: 6, column: 34, scope: !232)
!232 = distinct !DILexicalBlock(scope: !225, file: !3, line: 6, column: 34)
!233 = !DILocation(line: 6, column: 34, scope: !225)
!234 = distinct !DISubprogram(name: "Shape", linkageName: "_ZN5ShapeC2Ev", scope: !31, file: !3, line: 2, type: !39, scopeLine: 2, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !235, retainedNodes: !103)
!235 = !DISubprogram(name: "Shape", linkageName: "_ZN5ShapeC4Ev", scope: !31, type: !39, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!236 = !DILocalVariable(name: "this", arg: 1, scope: !234, type: !237, flags: DIFlagArtificial | DIFlagObjectPointer)
!237 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!238 = !DILocation(line: 0, scope: !234)
!239 = !DILocation(line: 2, column: 8, scope: !234)
!240 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIfLi3EED0Ev", scope: !28, file: !3, line: 6, type: !226, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !228, retainedNodes: !103)
!241 = !DILocalVariable(name: "this", arg: 1, scope: !240, type: !156, flags: DIFlagArtificial | DIFlagObjectPointer)
!242 = !DILocation(line: 0, scope: !240)
!243 = !DILocation(line: 6, column: 34, scope: !240)
!244 = distinct !DISubprogram(name: "area", linkageName: "_ZNK3BoxIfLi3EE4areaEv", scope: !28, file: !3, line: 9, type: !58, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !57, retainedNodes: !103)
!245 = !DILocalVariable(name: "this", arg: 1, scope: !244, type: !246, flags: DIFlagArtificial | DIFlagObjectPointer)
!246 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64)
!247 = !DILocation(line: 0, scope: !244)
!248 = !DILocalVariable(name: "p", scope: !244, file: !3, line: 9, type: !50)
!249 = !DILocation(line: 9, column: 36, scope: !244)
!250 = !DILocalVariable(name: "__range2", scope: !251, type: !252, flags: DIFlagArtificial)
!251 = distinct !DILexicalBlock(scope: !244, file: !3, line: 9, column: 43)
!252 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !253, size: 64)
!253 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !49)
!254 = !DILocation(line: 0, scope: !251)
!255 = !DILocation(line: 9, column: 57, scope: !251)
!256 = !DILocalVariable(name: "__begin0", scope: !251, type: !257, flags: DIFlagArtificial)
!257 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !258, size: 64)
!258 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !50)
!259 = !DILocation(line: 9, column: 55, scope: !251)
!260 = !DILocalVariable(name: "__end0", scope: !251, type: !257, flags: DIFlagArtificial)
!261 = !DILocalVariable(name: "x", scope: !262, file: !3, line: 9, type: !50)
!262 = distinct !DILexicalBlock(scope: !251, file: !3, line: 9, column: 43)
!263 = !DILocation(line: 9, column: 53, scope: !262)
!264 = !DILocation(line: 9, column: 55, scope: !262)
!265 = !DILocation(line: 9, column: 68, scope: !262)
!266 = !DILocation(line: 9, column: 65, scope: !262)
!267 = !DILocation(line: 9, column: 43, scope: !251)
!268 = distinct !{!268, !267, !269}
!269 = !DILocation(line: 9, column: 68, scope: !251)
!270 = !DILocation(line: 9, column: 78, scope: !244)
!271 = !DILocation(line: 9, column: 71, scope: !244)
!272 = distinct !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD2Ev", scope: !31, file: !3, line: 3, type: !39, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !38, retainedNodes: !103)
!273 = !DILocalVariable(name: "this", arg: 1, scope: !272, type: !237, flags: DIFlagArtificial | DIFlagObjectPointer)
!274 = !DILocation(line: 0, scope: !272)
!275 = !DILocation(line: 3, column: 21, scope: !272)
!276 = distinct !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD0Ev", scope: !31, file: !3, line: 3, type: !39, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !38, retainedNodes: !103)
!277 = !DILocalVariable(name: "this", arg: 1, scope: !276, type: !237, flags: DIFlagArtificial | DIFlagObjectPointer)
!278 = !DILocation(line: 0, scope: !276)
!279 = !DILocation(line: 3, column: 20, scope: !276)
!280 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIlLi2EED0Ev", scope: !71, file: !3, line: 6, type: !217, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !219, retainedNodes: !103)
!281 = !DILocalVariable(name: "this", arg: 1, scope: !280, type: !186, flags: DIFlagArtificial | DIFlagObjectPointer)
!282 = !DILocation(line: 0, scope: !280)
!283 = !DILocation(line: 6, column: 34, scope: !280)
!284 = distinct !DISubprogram(name: "area", linkageName: "_ZNK3BoxIlLi2EE4areaEv", scope: !71, file: !3, line: 9, type: !84, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !83, retainedNodes: !103)
!285 = !DILocalVariable(name: "this", arg: 1, scope: !284, type: !286, flags: DIFlagArtificial | DIFlagObjectPointer)
!286 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64)
!287 = !DILocation(line: 0, scope: !284)
!288 = !DILocalVariable(name: "p", scope: !284, file: !3, line: 9, type: !76)
!289 = !DILocation(line: 9, column: 36, scope: !284)
!290 = !DILocalVariable(name: "__range2", scope: !291, type: !292, flags: DIFlagArtificial)
!291 = distinct !DILexicalBlock(scope: !284, file: !3, line: 9, column: 43)
!292 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !293, size: 64)
!293 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !75)
!294 = !DILocation(line: 0, scope: !291)
!295 = !DILocation(line: 9, column: 57, scope: !291)
!296 = !DILocalVariable(name: "__begin0", scope: !291, type: !297, flags: DIFlagArtificial)
!297 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !298, size: 64)
!298 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !76)
!299 = !DILocation(line: 9, column: 55, scope: !291)
!300 = !DILocalVariable(name: "__end0", scope: !291, type: !297, flags: DIFlagArtificial)
!301 = !DILocalVariable(name: "x", scope: !302, file: !3, line: 9, type: !76)
!302 = distinct !DILexicalBlock(scope: !291, file: !3, line: 9, column: 43)
!303 = !DILocation(line: 9, column: 53, scope: !302)
!304 = !DILocation(line: 9, column: 55, scope: !302)
!305 = !DILocation(line: 9, column: 68, scope: !302)
!306 = !DILocation(line: 9, column: 65, scope: !302)
!307 = !DILocation(line: 9, column: 43, scope: !291)
!308 = distinct !{!308, !307, !309}
!309 = !DILocation(line: 9, column: 68, scope: !291)
!310 = !DILocation(line: 9, column: 78, scope: !284)
!311 = !DILocation(line: 9, column: 71, scope: !284)
