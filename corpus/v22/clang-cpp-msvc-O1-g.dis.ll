; ModuleID = 'clang-cpp-msvc-O1-g.bc'
source_filename = "classes.cpp"
target datalayout = "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-windows-msvc19.33.0"

%rtti.TypeDescriptor16 = type { ptr, ptr, [17 x i8] }
%eh.CatchableType = type { i32, i32, i32, i32, i32, i32, i32 }
%eh.CatchableTypeArray.1 = type { i32, [1 x i32] }
%eh.ThrowInfo = type { i32, i32, i32, i32 }
%rtti.CompleteObjectLocator = type { i32, i32, i32, i32, i32, i32 }
%rtti.ClassHierarchyDescriptor = type { i32, i32, i32, i32 }
%rtti.BaseClassDescriptor = type { i32, i32, i32, i32, i32, i32, i32 }
%rtti.TypeDescriptor11 = type { ptr, ptr, [12 x i8] }
%"struct.util::Error" = type { i32 }
%struct.Box = type { %struct.Shape, [3 x float] }
%struct.Shape = type { ptr }
%struct.Box.0 = type { %struct.Shape, [2 x i32] }

$"?area@?$Box@M$02@@UEBANXZ" = comdat any

$"??_GShape@@UEAAPEAXI@Z" = comdat any

$"??_G?$Box@M$02@@UEAAPEAXI@Z" = comdat any

$"?area@?$Box@J$01@@UEBANXZ" = comdat any

$"??_G?$Box@J$01@@UEAAPEAXI@Z" = comdat any

$"??_R0?AUError@util@@@8" = comdat any

$"_CT??_R0?AUError@util@@@84" = comdat any

$"_CTA1?AUError@util@@" = comdat any

$"_TI1?AUError@util@@" = comdat any

$"??_7?$Box@M$02@@6B@" = comdat largest

$"??_R4?$Box@M$02@@6B@" = comdat any

$"??_R0?AU?$Box@M$02@@@8" = comdat any

$"??_R3?$Box@M$02@@8" = comdat any

$"??_R2?$Box@M$02@@8" = comdat any

$"??_R1A@?0A@EA@?$Box@M$02@@8" = comdat any

$"??_R1A@?0A@EA@Shape@@8" = comdat any

$"??_R0?AUShape@@@8" = comdat any

$"??_R3Shape@@8" = comdat any

$"??_R2Shape@@8" = comdat any

$"??_7Shape@@6B@" = comdat largest

$"??_R4Shape@@6B@" = comdat any

$"??_7?$Box@J$01@@6B@" = comdat largest

$"??_R4?$Box@J$01@@6B@" = comdat any

$"??_R0?AU?$Box@J$01@@@8" = comdat any

$"??_R3?$Box@J$01@@8" = comdat any

$"??_R2?$Box@J$01@@8" = comdat any

$"??_R1A@?0A@EA@?$Box@J$01@@8" = comdat any

@"?depth@@3HA" = dso_local thread_local local_unnamed_addr global i32 0, align 4, !dbg !0
@"??_7type_info@@6B@" = external constant ptr
@"??_R0?AUError@util@@@8" = linkonce_odr global %rtti.TypeDescriptor16 { ptr @"??_7type_info@@6B@", ptr null, [17 x i8] c".?AUError@util@@\00" }, comdat
@__ImageBase = external dso_local constant i8
@"_CT??_R0?AUError@util@@@84" = linkonce_odr unnamed_addr constant %eh.CatchableType { i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUError@util@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0, i32 -1, i32 0, i32 4, i32 0 }, section ".xdata", comdat
@"_CTA1?AUError@util@@" = linkonce_odr unnamed_addr constant %eh.CatchableTypeArray.1 { i32 1, [1 x i32] [i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"_CT??_R0?AUError@util@@@84" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32)] }, section ".xdata", comdat
@"_TI1?AUError@util@@" = linkonce_odr unnamed_addr constant %eh.ThrowInfo { i32 0, i32 0, i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"_CTA1?AUError@util@@" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, section ".xdata", comdat
@"?value@?1??instance@util@@YAAEAHXZ@4HA" = internal unnamed_addr global i1 false, align 4, !dbg !28
@"?$TSS0@?1??instance@util@@YAAEAHXZ@4HA" = internal global i32 0, align 4
@_Init_thread_epoch = external thread_local local_unnamed_addr global i32, align 4
@0 = private unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr @"??_R4?$Box@M$02@@6B@", ptr @"??_E?$Box@M$02@@UEAAPEAXI@Z", ptr @"?area@?$Box@M$02@@UEBANXZ"] }, comdat($"??_7?$Box@M$02@@6B@")
@"??_R4?$Box@M$02@@6B@" = linkonce_odr constant %rtti.CompleteObjectLocator { i32 1, i32 0, i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AU?$Box@M$02@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3?$Box@M$02@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R4?$Box@M$02@@6B@" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R0?AU?$Box@M$02@@@8" = linkonce_odr global %rtti.TypeDescriptor16 { ptr @"??_7type_info@@6B@", ptr null, [17 x i8] c".?AU?$Box@M$02@@\00" }, comdat
@"??_R3?$Box@M$02@@8" = linkonce_odr constant %rtti.ClassHierarchyDescriptor { i32 0, i32 0, i32 2, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R2?$Box@M$02@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R2?$Box@M$02@@8" = linkonce_odr constant [3 x i32] [i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@?$Box@M$02@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@Shape@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0], comdat
@"??_R1A@?0A@EA@?$Box@M$02@@8" = linkonce_odr constant %rtti.BaseClassDescriptor { i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AU?$Box@M$02@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 1, i32 0, i32 -1, i32 0, i32 64, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3?$Box@M$02@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R1A@?0A@EA@Shape@@8" = linkonce_odr constant %rtti.BaseClassDescriptor { i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUShape@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0, i32 0, i32 -1, i32 0, i32 64, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3Shape@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R0?AUShape@@@8" = linkonce_odr global %rtti.TypeDescriptor11 { ptr @"??_7type_info@@6B@", ptr null, [12 x i8] c".?AUShape@@\00" }, comdat
@"??_R3Shape@@8" = linkonce_odr constant %rtti.ClassHierarchyDescriptor { i32 0, i32 0, i32 1, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R2Shape@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R2Shape@@8" = linkonce_odr constant [2 x i32] [i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@Shape@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0], comdat
@1 = private unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr @"??_R4Shape@@6B@", ptr @"??_EShape@@UEAAPEAXI@Z", ptr @_purecall] }, comdat($"??_7Shape@@6B@")
@"??_R4Shape@@6B@" = linkonce_odr constant %rtti.CompleteObjectLocator { i32 1, i32 0, i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AUShape@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3Shape@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R4Shape@@6B@" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@2 = private unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr @"??_R4?$Box@J$01@@6B@", ptr @"??_E?$Box@J$01@@UEAAPEAXI@Z", ptr @"?area@?$Box@J$01@@UEBANXZ"] }, comdat($"??_7?$Box@J$01@@6B@")
@"??_R4?$Box@J$01@@6B@" = linkonce_odr constant %rtti.CompleteObjectLocator { i32 1, i32 0, i32 0, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AU?$Box@J$01@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3?$Box@J$01@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R4?$Box@J$01@@6B@" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R0?AU?$Box@J$01@@@8" = linkonce_odr global %rtti.TypeDescriptor16 { ptr @"??_7type_info@@6B@", ptr null, [17 x i8] c".?AU?$Box@J$01@@\00" }, comdat
@"??_R3?$Box@J$01@@8" = linkonce_odr constant %rtti.ClassHierarchyDescriptor { i32 0, i32 0, i32 2, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R2?$Box@J$01@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat
@"??_R2?$Box@J$01@@8" = linkonce_odr constant [3 x i32] [i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@?$Box@J$01@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R1A@?0A@EA@Shape@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 0], comdat
@"??_R1A@?0A@EA@?$Box@J$01@@8" = linkonce_odr constant %rtti.BaseClassDescriptor { i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R0?AU?$Box@J$01@@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32), i32 1, i32 0, i32 -1, i32 0, i32 64, i32 trunc (i64 sub nuw nsw (i64 ptrtoint (ptr @"??_R3?$Box@J$01@@8" to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32) }, comdat

@"??_7?$Box@M$02@@6B@" = unnamed_addr alias ptr, getelementptr inbounds ({ [3 x ptr] }, ptr @0, i32 0, i32 0, i32 1)
@"??_7Shape@@6B@" = unnamed_addr alias ptr, getelementptr inbounds ({ [3 x ptr] }, ptr @1, i32 0, i32 0, i32 1)
@"??_EShape@@UEAAPEAXI@Z" = weak dso_local unnamed_addr alias ptr (ptr, i32), ptr @"??_GShape@@UEAAPEAXI@Z"
@"??_E?$Box@M$02@@UEAAPEAXI@Z" = weak dso_local unnamed_addr alias ptr (ptr, i32), ptr @"??_G?$Box@M$02@@UEAAPEAXI@Z"
@"??_7?$Box@J$01@@6B@" = unnamed_addr alias ptr, getelementptr inbounds ({ [3 x ptr] }, ptr @2, i32 0, i32 0, i32 1)
@"??_E?$Box@J$01@@UEAAPEAXI@Z" = weak dso_local unnamed_addr alias ptr (ptr, i32), ptr @"??_G?$Box@J$01@@UEAAPEAXI@Z"

; Function Attrs: mustprogress uwtable
define dso_local noundef double @"?measure@@YANPEBUShape@@W4Mode@v1@util@@@Z"(ptr noundef %0, i8 noundef %1) local_unnamed_addr #0 !dbg !37 {
  %3 = alloca %"struct.util::Error", align 4
    #dbg_value(i8 %1, !57, !DIExpression(), !59)
    #dbg_value(ptr %0, !58, !DIExpression(), !59)
  %4 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @"?depth@@3HA"), !dbg !60
  %5 = load i32, ptr %4, align 4, !dbg !60
  %6 = add nsw i32 %5, 1, !dbg !60
  store i32 %6, ptr %4, align 4, !dbg !60
  %7 = icmp eq i8 %1, -56, !dbg !61
  br i1 %7, label %8, label %9, !dbg !61

8:                                                ; preds = %2
  store i32 %6, ptr %3, align 4, !dbg !62
  call void @_CxxThrowException(ptr nonnull %3, ptr nonnull @"_TI1?AUError@util@@") #8, !dbg !62
  unreachable, !dbg !62

9:                                                ; preds = %2
  %10 = load ptr, ptr %0, align 8, !dbg !64
  %11 = getelementptr inbounds nuw i8, ptr %10, i64 8, !dbg !64
  %12 = load ptr, ptr %11, align 8, !dbg !64
  %13 = tail call noundef double %12(ptr noundef nonnull align 8 dereferenceable(8) %0), !dbg !64
  ret double %13, !dbg !64
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

declare dso_local void @_CxxThrowException(ptr, ptr) local_unnamed_addr

; Function Attrs: mustprogress uwtable
define dso_local i32 @run(i32 noundef %0) local_unnamed_addr #0 personality ptr @__CxxFrameHandler3 !dbg !65 {
  %2 = alloca %"struct.util::Error", align 4
  %3 = alloca %struct.Box, align 8, !DIAssignID !115
    #dbg_assign(i1 poison, !70, !DIExpression(), !115, ptr %3, !DIExpression(), !116)
  %4 = alloca %struct.Box.0, align 8, !DIAssignID !117
    #dbg_assign(i1 poison, !91, !DIExpression(), !117, ptr %4, !DIExpression(), !116)
  %5 = alloca ptr, align 8, !DIAssignID !118
    #dbg_assign(i1 poison, !112, !DIExpression(), !118, ptr %5, !DIExpression(), !116)
    #dbg_value(i32 %0, !69, !DIExpression(), !116)
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #4, !dbg !119
    #dbg_value(float 1.500000e+00, !120, !DIExpression(), !135)
    #dbg_value(ptr %3, !123, !DIExpression(), !135)
  store ptr @"??_7?$Box@M$02@@6B@", ptr %3, align 8, !dbg !137, !DIAssignID !138
    #dbg_assign(ptr @"??_7?$Box@M$02@@6B@", !70, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !138, ptr %3, !DIExpression(), !116)
    #dbg_value(ptr %3, !125, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !139)
    #dbg_value(ptr %3, !129, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !139)
    #dbg_value(ptr %3, !131, !DIExpression(DW_OP_plus_uconst, 20, DW_OP_stack_value), !139)
    #dbg_value(!DIArgList(ptr %3, i64 8), !129, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !139)
  br label %6, !dbg !140

6:                                                ; preds = %6, %1
  %7 = phi i64 [ 8, %1 ], [ %9, %6 ]
    #dbg_value(!DIArgList(ptr %3, i64 %7), !129, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !139)
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 %7, !dbg !140
    #dbg_value(ptr %8, !129, !DIExpression(), !139)
    #dbg_value(ptr %8, !132, !DIExpression(), !141)
  store float 1.500000e+00, ptr %8, align 4, !dbg !142
  %9 = add nuw nsw i64 %7, 4, !dbg !140
    #dbg_value(!DIArgList(ptr %3, i64 %9), !129, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !139)
  %10 = icmp eq i64 %9, 20, !dbg !140
  br i1 %10, label %11, label %6, !dbg !140, !llvm.loop !143

11:                                               ; preds = %6
  call void @llvm.lifetime.start.p0(ptr nonnull %4) #4, !dbg !145
    #dbg_value(i32 %0, !146, !DIExpression(), !161)
    #dbg_value(ptr %4, !149, !DIExpression(), !161)
  store ptr @"??_7?$Box@J$01@@6B@", ptr %4, align 8, !dbg !163, !DIAssignID !164
    #dbg_assign(ptr @"??_7?$Box@J$01@@6B@", !91, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !164, ptr %4, !DIExpression(), !116)
    #dbg_value(ptr %4, !151, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !165)
    #dbg_value(ptr %4, !155, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !165)
    #dbg_value(ptr %4, !157, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_stack_value), !165)
    #dbg_value(!DIArgList(ptr %4, i64 8), !155, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !165)
  br label %12, !dbg !166

12:                                               ; preds = %12, %11
  %13 = phi i64 [ 8, %11 ], [ %15, %12 ]
    #dbg_value(!DIArgList(ptr %4, i64 %13), !155, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !165)
  %14 = getelementptr inbounds nuw i8, ptr %4, i64 %13, !dbg !166
    #dbg_value(ptr %14, !155, !DIExpression(), !165)
    #dbg_value(ptr %14, !158, !DIExpression(), !167)
  store i32 %0, ptr %14, align 4, !dbg !168
  %15 = add nuw nsw i64 %13, 4, !dbg !166
    #dbg_value(!DIArgList(ptr %4, i64 %15), !155, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !165)
  %16 = icmp eq i64 %15, 16, !dbg !166
  br i1 %16, label %17, label %12, !dbg !166, !llvm.loop !169

17:                                               ; preds = %12
    #dbg_value(i8 0, !57, !DIExpression(), !170)
    #dbg_value(ptr %3, !58, !DIExpression(), !170)
  %18 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @"?depth@@3HA"), !dbg !173
  %19 = load i32, ptr %18, align 4, !dbg !173
  %20 = add nsw i32 %19, 1, !dbg !173
  store i32 %20, ptr %18, align 4, !dbg !173
  %21 = load ptr, ptr %3, align 8, !dbg !174
  %22 = getelementptr inbounds nuw i8, ptr %21, i64 8, !dbg !174
  %23 = load ptr, ptr %22, align 8, !dbg !174
  %24 = invoke noundef double %23(ptr noundef nonnull align 8 dereferenceable(8) %3)
          to label %25 unwind label %39, !dbg !174

25:                                               ; preds = %17
  %26 = icmp eq i32 %0, 0, !dbg !175
  call void @llvm.lifetime.start.p0(ptr nonnull %2), !dbg !176
    #dbg_value(i8 poison, !57, !DIExpression(), !178)
    #dbg_value(ptr %4, !58, !DIExpression(), !178)
  %27 = load i32, ptr %18, align 4, !dbg !176
  %28 = add nsw i32 %27, 1, !dbg !176
  store i32 %28, ptr %18, align 4, !dbg !176
  br i1 %26, label %31, label %29, !dbg !179

29:                                               ; preds = %25
  store i32 %28, ptr %2, align 4, !dbg !180
  invoke void @_CxxThrowException(ptr nonnull %2, ptr nonnull @"_TI1?AUError@util@@") #8
          to label %30 unwind label %39, !dbg !180

30:                                               ; preds = %29
  unreachable, !dbg !180

31:                                               ; preds = %25
  %32 = load ptr, ptr %4, align 8, !dbg !181
  %33 = getelementptr inbounds nuw i8, ptr %32, i64 8, !dbg !181
  %34 = load ptr, ptr %33, align 8, !dbg !181
  %35 = invoke noundef double %34(ptr noundef nonnull align 8 dereferenceable(8) %4)
          to label %36 unwind label %39, !dbg !181

36:                                               ; preds = %31
  call void @llvm.lifetime.end.p0(ptr nonnull %2), !dbg !181
  %37 = fadd double %24, %35, !dbg !175
  %38 = fptosi double %37 to i32, !dbg !175
  br label %50, !dbg !175

39:                                               ; preds = %31, %29, %17
  %40 = catchswitch within none [label %41, label %48] unwind to caller, !dbg !182

41:                                               ; preds = %39
  %42 = catchpad within %40 [ptr @"??_R0?AUError@util@@@8", i32 8, ptr %5], !dbg !182
  %43 = load ptr, ptr %5, align 8, !dbg !183, !nonnull !185, !align !186
  %44 = load i32, ptr %43, align 4, !dbg !183
  call fastcc void @"?instance@util@@YAAEAHXZ"() [ "funclet"(token %42) ], !dbg !183
  %45 = load i1, ptr @"?value@?1??instance@util@@YAAEAHXZ@4HA", align 4, !dbg !183
  %46 = select i1 %45, i32 42, i32 0, !dbg !183
  %47 = add nsw i32 %46, %44, !dbg !183
  catchret from %42 to label %50, !dbg !187

48:                                               ; preds = %39
  %49 = catchpad within %40 [ptr null, i32 64, ptr null], !dbg !182
  catchret from %49 to label %50, !dbg !188

50:                                               ; preds = %41, %48, %36
  %51 = phi i32 [ %38, %36 ], [ %47, %41 ], [ -1, %48 ], !dbg !116
  call void @llvm.lifetime.end.p0(ptr nonnull %4) #4, !dbg !190
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #4, !dbg !190
  ret i32 %51, !dbg !190
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare dso_local i32 @__CxxFrameHandler3(...)

; Function Attrs: mustprogress nounwind uwtable
define internal fastcc void @"?instance@util@@YAAEAHXZ"() unnamed_addr #3 personality ptr @__CxxFrameHandler3 !dbg !24 {
  %1 = load atomic i32, ptr @"?$TSS0@?1??instance@util@@YAAEAHXZ@4HA" unordered, align 4, !dbg !191
  %2 = load i32, ptr @_Init_thread_epoch, align 4, !dbg !191
  %3 = icmp sgt i32 %1, %2, !dbg !191
  br i1 %3, label %4, label %8, !dbg !191, !prof !192

4:                                                ; preds = %0
  tail call void @_Init_thread_header(ptr nonnull @"?$TSS0@?1??instance@util@@YAAEAHXZ@4HA") #4, !dbg !191
  %5 = load atomic i32, ptr @"?$TSS0@?1??instance@util@@YAAEAHXZ@4HA" unordered, align 4, !dbg !191
  %6 = icmp eq i32 %5, -1, !dbg !191
  br i1 %6, label %7, label %8, !dbg !191

7:                                                ; preds = %4
  store i1 true, ptr @"?value@?1??instance@util@@YAAEAHXZ@4HA", align 4, !dbg !191
  tail call void @_Init_thread_footer(ptr nonnull @"?$TSS0@?1??instance@util@@YAAEAHXZ@4HA") #4, !dbg !191
  br label %8, !dbg !191

8:                                                ; preds = %7, %4, %0
  ret void, !dbg !191
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: nounwind
declare dso_local void @_Init_thread_header(ptr) local_unnamed_addr #4

; Function Attrs: nounwind
declare dso_local void @_Init_thread_footer(ptr) local_unnamed_addr #4

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef double @"?area@?$Box@M$02@@UEBANXZ"(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #3 comdat align 2 !dbg !193 {
    #dbg_value(ptr %0, !195, !DIExpression(), !208)
    #dbg_value(float 1.000000e+00, !197, !DIExpression(), !208)
    #dbg_value(ptr %0, !198, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !209)
    #dbg_value(ptr %0, !202, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !209)
    #dbg_value(ptr %0, !205, !DIExpression(DW_OP_plus_uconst, 20, DW_OP_stack_value), !209)
    #dbg_value(!DIArgList(ptr %0, i64 8), !202, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !209)
  br label %4, !dbg !210

2:                                                ; preds = %4
  %3 = fpext float %9 to double, !dbg !211
  ret double %3, !dbg !211

4:                                                ; preds = %1, %4
  %5 = phi float [ 1.000000e+00, %1 ], [ %9, %4 ]
  %6 = phi i64 [ 8, %1 ], [ %10, %4 ]
    #dbg_value(float %5, !197, !DIExpression(), !208)
    #dbg_value(!DIArgList(ptr %0, i64 %6), !202, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !209)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 %6, !dbg !210
    #dbg_value(ptr %7, !202, !DIExpression(), !209)
  %8 = load float, ptr %7, align 4, !dbg !212
    #dbg_value(float %8, !206, !DIExpression(), !213)
  %9 = fmul float %5, %8, !dbg !212
    #dbg_value(float %9, !197, !DIExpression(), !208)
  %10 = add nuw nsw i64 %6, 4, !dbg !210
    #dbg_value(!DIArgList(ptr %0, i64 %10), !202, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !209)
  %11 = icmp eq i64 %10, 20, !dbg !210
  br i1 %11, label %2, label %4, !dbg !210, !llvm.loop !214
}

declare dso_local void @_purecall() unnamed_addr

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef ptr @"??_GShape@@UEAAPEAXI@Z"(ptr noundef nonnull align 8 dereferenceable(8) %0, i32 noundef %1) unnamed_addr #3 comdat align 2 !dbg !215 {
    #dbg_value(i32 %1, !220, !DIExpression(), !223)
    #dbg_value(ptr %0, !221, !DIExpression(), !223)
  tail call void @llvm.trap() #9, !dbg !224
  unreachable, !dbg !224
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #5

; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr dso_local noundef ptr @"??_G?$Box@M$02@@UEAAPEAXI@Z"(ptr noundef nonnull align 8 dereferenceable(24) %0, i32 noundef %1) unnamed_addr #6 comdat align 2 !dbg !225 {
    #dbg_value(i32 %1, !232, !DIExpression(), !234)
    #dbg_value(ptr %0, !233, !DIExpression(), !234)
  %3 = and i32 %1, 1, !dbg !235
  %4 = icmp eq i32 %3, 0, !dbg !235
  br i1 %4, label %6, label %5, !dbg !235

5:                                                ; preds = %2
  tail call void @"??3@YAXPEAX_K@Z"(ptr noundef %0, i64 noundef 24) #10, !dbg !235
  br label %6, !dbg !235

6:                                                ; preds = %5, %2
  ret ptr %0, !dbg !235
}

; Function Attrs: nobuiltin nounwind
declare dso_local void @"??3@YAXPEAX_K@Z"(ptr noundef, i64 noundef) local_unnamed_addr #7

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef double @"?area@?$Box@J$01@@UEBANXZ"(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #3 comdat align 2 !dbg !236 {
    #dbg_value(ptr %0, !238, !DIExpression(), !251)
    #dbg_value(i32 1, !240, !DIExpression(), !251)
    #dbg_value(ptr %0, !241, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !252)
    #dbg_value(ptr %0, !245, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !252)
    #dbg_value(ptr %0, !248, !DIExpression(DW_OP_plus_uconst, 16, DW_OP_stack_value), !252)
    #dbg_value(!DIArgList(ptr %0, i64 8), !245, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !252)
  br label %4, !dbg !253

2:                                                ; preds = %4
  %3 = sitofp i32 %9 to double, !dbg !254
  ret double %3, !dbg !254

4:                                                ; preds = %1, %4
  %5 = phi i32 [ 1, %1 ], [ %9, %4 ]
  %6 = phi i64 [ 8, %1 ], [ %10, %4 ]
    #dbg_value(i32 %5, !240, !DIExpression(), !251)
    #dbg_value(!DIArgList(ptr %0, i64 %6), !245, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !252)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 %6, !dbg !253
    #dbg_value(ptr %7, !245, !DIExpression(), !252)
  %8 = load i32, ptr %7, align 4, !dbg !255
    #dbg_value(i32 %8, !249, !DIExpression(), !256)
  %9 = mul nsw i32 %8, %5, !dbg !255
    #dbg_value(i32 %9, !240, !DIExpression(), !251)
  %10 = add nuw nsw i64 %6, 4, !dbg !253
    #dbg_value(!DIArgList(ptr %0, i64 %10), !245, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !252)
  %11 = icmp eq i64 %10, 16, !dbg !253
  br i1 %11, label %2, label %4, !dbg !253, !llvm.loop !257
}

; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr dso_local noundef ptr @"??_G?$Box@J$01@@UEAAPEAXI@Z"(ptr noundef nonnull align 8 dereferenceable(16) %0, i32 noundef %1) unnamed_addr #6 comdat align 2 !dbg !258 {
    #dbg_value(i32 %1, !265, !DIExpression(), !267)
    #dbg_value(ptr %0, !266, !DIExpression(), !267)
  %3 = and i32 %1, 1, !dbg !268
  %4 = icmp eq i32 %3, 0, !dbg !268
  br i1 %4, label %6, label %5, !dbg !268

5:                                                ; preds = %2
  tail call void @"??3@YAXPEAX_K@Z"(ptr noundef %0, i64 noundef 16) #10, !dbg !268
  br label %6, !dbg !268

6:                                                ; preds = %5, %2
  ret ptr %0, !dbg !268
}

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #6 = { inlinehint mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { noreturn }
attributes #9 = { noreturn nounwind }
attributes #10 = { builtin nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!29, !30, !31, !32, !33, !34, !35}
!llvm.ident = !{!36}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", linkageName: "?depth@@3HA", scope: !2, file: !3, line: 16, type: !16, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !12, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "classes.cpp", directory: "/corpus", checksumkind: CSK_MD5, checksum: "84d8a8c7bda7ca67ef575961a43be9fa")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Mode", scope: !6, file: !3, line: 12, baseType: !8, size: 8, flags: DIFlagEnumClass, elements: !9, identifier: ".?AW4Mode@v1@util@@")
!6 = !DINamespace(name: "v1", scope: !7, exportSymbols: true)
!7 = !DINamespace(name: "util", scope: null)
!8 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!9 = !{!10, !11}
!10 = !DIEnumerator(name: "A", value: 0, isUnsigned: true)
!11 = !DIEnumerator(name: "B", value: 200, isUnsigned: true)
!12 = !{!13, !16}
!13 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Error", scope: !7, file: !3, line: 13, size: 32, flags: DIFlagTypePassByValue, elements: !14, identifier: ".?AUError@util@@")
!14 = !{!15}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "code", scope: !13, file: !3, line: 13, baseType: !16, size: 32)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{!0, !18, !20, !22}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression(DW_OP_constu, 200, DW_OP_stack_value))
!19 = distinct !DIGlobalVariable(name: "B", scope: !2, file: !3, line: 12, type: !5, isLocal: true, isDefinition: true)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression(DW_OP_constu, 0, DW_OP_stack_value))
!21 = distinct !DIGlobalVariable(name: "A", scope: !2, file: !3, line: 12, type: !5, isLocal: true, isDefinition: true)
!22 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression())
!23 = distinct !DIGlobalVariable(name: "value", scope: !24, file: !3, line: 14, type: !16, isLocal: true, isDefinition: true)
!24 = distinct !DISubprogram(name: "instance", linkageName: "?instance@util@@YAAEAHXZ", scope: !7, file: !3, line: 14, type: !25, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!25 = !DISubroutineType(cc: DW_CC_nocall, types: !26)
!26 = !{!27}
!27 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !16, size: 64)
!28 = !DIGlobalVariableExpression(var: !23, expr: !DIExpression(DW_OP_deref_size, 1, DW_OP_constu, 42, DW_OP_mul, DW_OP_constu, 0, DW_OP_plus, DW_OP_stack_value))
!29 = !{i32 2, !"CodeView", i32 1}
!30 = !{i32 2, !"Debug Info Version", i32 3}
!31 = !{i32 1, !"wchar_size", i32 2}
!32 = !{i32 8, !"PIC Level", i32 2}
!33 = !{i32 7, !"uwtable", i32 2}
!34 = !{i32 1, !"MaxTLSAlign", i32 65536}
!35 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!36 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!37 = distinct !DISubprogram(name: "measure", linkageName: "?measure@@YANPEBUShape@@W4Mode@v1@util@@@Z", scope: !3, file: !3, line: 17, type: !38, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !56)
!38 = !DISubroutineType(types: !39)
!39 = !{!40, !41, !5}
!40 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64)
!42 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !43)
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", file: !3, line: 2, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !44, vtableHolder: !43, identifier: ".?AUShape@@")
!44 = !{!45, !46, !48, !52}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: null, size: 128)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Shape", scope: !3, file: !3, baseType: !47, size: 64, flags: DIFlagArtificial)
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !45, size: 64)
!48 = !DISubprogram(name: "~Shape", scope: !43, file: !3, line: 3, type: !49, scopeLine: 3, containingType: !43, virtualIndex: 0, flags: DIFlagPrototyped | DIFlagIntroducedVirtual, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!49 = !DISubroutineType(types: !50)
!50 = !{null, !51}
!51 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!52 = !DISubprogram(name: "area", linkageName: "?area@Shape@@UEBANXZ", scope: !43, file: !3, line: 4, type: !53, scopeLine: 4, containingType: !43, virtualIndex: 1, flags: DIFlagPrototyped | DIFlagIntroducedVirtual, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
!53 = !DISubroutineType(types: !54)
!54 = !{!40, !55}
!55 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!56 = !{!57, !58}
!57 = !DILocalVariable(name: "m", arg: 2, scope: !37, file: !3, line: 17, type: !5)
!58 = !DILocalVariable(name: "s", arg: 1, scope: !37, file: !3, line: 17, type: !41)
!59 = !DILocation(line: 0, scope: !37)
!60 = !DILocation(line: 18, scope: !37)
!61 = !DILocation(line: 19, scope: !37)
!62 = !DILocation(line: 19, scope: !63)
!63 = distinct !DILexicalBlock(scope: !37, file: !3, line: 19)
!64 = !DILocation(line: 20, scope: !37)
!65 = distinct !DISubprogram(name: "run", scope: !3, file: !3, line: 22, type: !66, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !68)
!66 = !DISubroutineType(types: !67)
!67 = !{!16, !16}
!68 = !{!69, !70, !91, !112}
!69 = !DILocalVariable(name: "k", arg: 1, scope: !65, file: !3, line: 22, type: !16)
!70 = !DILocalVariable(name: "a", scope: !65, file: !3, line: 23, type: !71)
!71 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box<float,3>", file: !3, line: 6, size: 192, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !72, vtableHolder: !43, templateParams: !88, identifier: ".?AU?$Box@M$02@@")
!72 = !{!73, !45, !74, !79, !83}
!73 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !71, baseType: !43, extraData: i32 0)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !71, file: !3, line: 7, baseType: !75, size: 96, offset: 64)
!75 = !DICompositeType(tag: DW_TAG_array_type, baseType: !76, size: 96, elements: !77)
!76 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!77 = !{!78}
!78 = !DISubrange(count: 3)
!79 = !DISubprogram(name: "Box", scope: !71, file: !3, line: 8, type: !80, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!80 = !DISubroutineType(types: !81)
!81 = !{null, !82, !76}
!82 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!83 = !DISubprogram(name: "area", linkageName: "?area@?$Box@M$02@@UEBANXZ", scope: !71, file: !3, line: 9, type: !84, scopeLine: 9, containingType: !71, virtualIndex: 1, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!84 = !DISubroutineType(types: !85)
!85 = !{!40, !86}
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!87 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !71)
!88 = !{!89, !90}
!89 = !DITemplateTypeParameter(name: "T", type: !76)
!90 = !DITemplateValueParameter(name: "N", type: !16, value: i32 3)
!91 = !DILocalVariable(name: "b", scope: !65, file: !3, line: 24, type: !92)
!92 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box<long,2>", file: !3, line: 6, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !93, vtableHolder: !43, templateParams: !109, identifier: ".?AU?$Box@J$01@@")
!93 = !{!94, !45, !95, !100, !104}
!94 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !92, baseType: !43, extraData: i32 0)
!95 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !92, file: !3, line: 7, baseType: !96, size: 64, offset: 64)
!96 = !DICompositeType(tag: DW_TAG_array_type, baseType: !97, size: 64, elements: !98)
!97 = !DIBasicType(name: "long", size: 32, encoding: DW_ATE_signed)
!98 = !{!99}
!99 = !DISubrange(count: 2)
!100 = !DISubprogram(name: "Box", scope: !92, file: !3, line: 8, type: !101, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!101 = !DISubroutineType(types: !102)
!102 = !{null, !103, !97}
!103 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !92, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!104 = !DISubprogram(name: "area", linkageName: "?area@?$Box@J$01@@UEBANXZ", scope: !92, file: !3, line: 9, type: !105, scopeLine: 9, containingType: !92, virtualIndex: 1, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!105 = !DISubroutineType(types: !106)
!106 = !{!40, !107}
!107 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !108, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!108 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !92)
!109 = !{!110, !111}
!110 = !DITemplateTypeParameter(name: "T", type: !97)
!111 = !DITemplateValueParameter(name: "N", type: !16, value: i32 2)
!112 = !DILocalVariable(name: "e", scope: !65, file: !3, line: 27, type: !113)
!113 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !114, size: 64)
!114 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!115 = distinct !DIAssignID()
!116 = !DILocation(line: 0, scope: !65)
!117 = distinct !DIAssignID()
!118 = distinct !DIAssignID()
!119 = !DILocation(line: 23, scope: !65)
!120 = !DILocalVariable(name: "s", arg: 2, scope: !121, file: !3, line: 8, type: !76)
!121 = distinct !DISubprogram(name: "Box", linkageName: "??0?$Box@M$02@@QEAA@M@Z", scope: !71, file: !3, line: 8, type: !80, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !79, retainedNodes: !122)
!122 = !{!120, !123, !125, !129, !131, !132}
!123 = !DILocalVariable(name: "this", arg: 1, scope: !121, type: !124, flags: DIFlagArtificial | DIFlagObjectPointer)
!124 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!125 = !DILocalVariable(name: "__range2", scope: !126, type: !128, flags: DIFlagArtificial)
!126 = distinct !DILexicalBlock(scope: !127, file: !3, line: 8)
!127 = distinct !DILexicalBlock(scope: !121, file: !3, line: 8)
!128 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !75, size: 64)
!129 = !DILocalVariable(name: "__begin0", scope: !126, type: !130, flags: DIFlagArtificial)
!130 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !76, size: 64)
!131 = !DILocalVariable(name: "__end0", scope: !126, type: !130, flags: DIFlagArtificial)
!132 = !DILocalVariable(name: "x", scope: !133, file: !3, line: 8, type: !134)
!133 = distinct !DILexicalBlock(scope: !126, file: !3, line: 8)
!134 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !76, size: 64)
!135 = !DILocation(line: 0, scope: !121, inlinedAt: !136)
!136 = distinct !DILocation(line: 23, scope: !65)
!137 = !DILocation(line: 8, scope: !121, inlinedAt: !136)
!138 = distinct !DIAssignID()
!139 = !DILocation(line: 0, scope: !126, inlinedAt: !136)
!140 = !DILocation(line: 8, scope: !126, inlinedAt: !136)
!141 = !DILocation(line: 0, scope: !133, inlinedAt: !136)
!142 = !DILocation(line: 8, scope: !133, inlinedAt: !136)
!143 = distinct !{!143, !140, !140, !144}
!144 = !{!"llvm.loop.unroll.disable"}
!145 = !DILocation(line: 24, scope: !65)
!146 = !DILocalVariable(name: "s", arg: 2, scope: !147, file: !3, line: 8, type: !97)
!147 = distinct !DISubprogram(name: "Box", linkageName: "??0?$Box@J$01@@QEAA@J@Z", scope: !92, file: !3, line: 8, type: !101, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !100, retainedNodes: !148)
!148 = !{!146, !149, !151, !155, !157, !158}
!149 = !DILocalVariable(name: "this", arg: 1, scope: !147, type: !150, flags: DIFlagArtificial | DIFlagObjectPointer)
!150 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !92, size: 64)
!151 = !DILocalVariable(name: "__range2", scope: !152, type: !154, flags: DIFlagArtificial)
!152 = distinct !DILexicalBlock(scope: !153, file: !3, line: 8)
!153 = distinct !DILexicalBlock(scope: !147, file: !3, line: 8)
!154 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !96, size: 64)
!155 = !DILocalVariable(name: "__begin0", scope: !152, type: !156, flags: DIFlagArtificial)
!156 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !97, size: 64)
!157 = !DILocalVariable(name: "__end0", scope: !152, type: !156, flags: DIFlagArtificial)
!158 = !DILocalVariable(name: "x", scope: !159, file: !3, line: 8, type: !160)
!159 = distinct !DILexicalBlock(scope: !152, file: !3, line: 8)
!160 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !97, size: 64)
!161 = !DILocation(line: 0, scope: !147, inlinedAt: !162)
!162 = distinct !DILocation(line: 24, scope: !65)
!163 = !DILocation(line: 8, scope: !147, inlinedAt: !162)
!164 = distinct !DIAssignID()
!165 = !DILocation(line: 0, scope: !152, inlinedAt: !162)
!166 = !DILocation(line: 8, scope: !152, inlinedAt: !162)
!167 = !DILocation(line: 0, scope: !159, inlinedAt: !162)
!168 = !DILocation(line: 8, scope: !159, inlinedAt: !162)
!169 = distinct !{!169, !166, !166, !144}
!170 = !DILocation(line: 0, scope: !37, inlinedAt: !171)
!171 = distinct !DILocation(line: 26, scope: !172)
!172 = distinct !DILexicalBlock(scope: !65, file: !3, line: 25)
!173 = !DILocation(line: 18, scope: !37, inlinedAt: !171)
!174 = !DILocation(line: 20, scope: !37, inlinedAt: !171)
!175 = !DILocation(line: 26, scope: !172)
!176 = !DILocation(line: 18, scope: !37, inlinedAt: !177)
!177 = distinct !DILocation(line: 26, scope: !172)
!178 = !DILocation(line: 0, scope: !37, inlinedAt: !177)
!179 = !DILocation(line: 19, scope: !37, inlinedAt: !177)
!180 = !DILocation(line: 19, scope: !63, inlinedAt: !177)
!181 = !DILocation(line: 20, scope: !37, inlinedAt: !177)
!182 = !DILocation(line: 27, scope: !172)
!183 = !DILocation(line: 28, scope: !184)
!184 = distinct !DILexicalBlock(scope: !65, file: !3, line: 27)
!185 = !{}
!186 = !{i64 4}
!187 = !DILocation(line: 29, scope: !184)
!188 = !DILocation(line: 31, scope: !189)
!189 = distinct !DILexicalBlock(scope: !65, file: !3, line: 29)
!190 = !DILocation(line: 32, scope: !65)
!191 = !DILocation(line: 14, scope: !24)
!192 = !{!"branch_weights", i32 1, i32 1048575}
!193 = distinct !DISubprogram(name: "area", linkageName: "?area@?$Box@M$02@@UEBANXZ", scope: !71, file: !3, line: 9, type: !84, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !83, retainedNodes: !194)
!194 = !{!195, !197, !198, !202, !205, !206}
!195 = !DILocalVariable(name: "this", arg: 1, scope: !193, type: !196, flags: DIFlagArtificial | DIFlagObjectPointer)
!196 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64)
!197 = !DILocalVariable(name: "p", scope: !193, file: !3, line: 9, type: !76)
!198 = !DILocalVariable(name: "__range2", scope: !199, type: !200, flags: DIFlagArtificial)
!199 = distinct !DILexicalBlock(scope: !193, file: !3, line: 9)
!200 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !201, size: 64)
!201 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !75)
!202 = !DILocalVariable(name: "__begin0", scope: !199, type: !203, flags: DIFlagArtificial)
!203 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !204, size: 64)
!204 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !76)
!205 = !DILocalVariable(name: "__end0", scope: !199, type: !203, flags: DIFlagArtificial)
!206 = !DILocalVariable(name: "x", scope: !207, file: !3, line: 9, type: !76)
!207 = distinct !DILexicalBlock(scope: !199, file: !3, line: 9)
!208 = !DILocation(line: 0, scope: !193)
!209 = !DILocation(line: 0, scope: !199)
!210 = !DILocation(line: 9, scope: !199)
!211 = !DILocation(line: 9, scope: !193)
!212 = !DILocation(line: 9, scope: !207)
!213 = !DILocation(line: 0, scope: !207)
!214 = distinct !{!214, !210, !210, !144}
!215 = distinct !DISubprogram(name: "~Shape", linkageName: "??_GShape@@UEAAPEAXI@Z", scope: !43, file: !3, line: 3, type: !216, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !48, retainedNodes: !219)
!216 = !DISubroutineType(types: !217)
!217 = !{!218, !51, !16}
!218 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!219 = !{!220, !221}
!220 = !DILocalVariable(name: "should_call_delete", arg: 2, scope: !215, type: !16, flags: DIFlagArtificial)
!221 = !DILocalVariable(name: "this", arg: 1, scope: !215, type: !222, flags: DIFlagArtificial | DIFlagObjectPointer)
!222 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!223 = !DILocation(line: 0, scope: !215)
!224 = !DILocation(line: 3, scope: !215)
!225 = distinct !DISubprogram(name: "~Box", linkageName: "??_G?$Box@M$02@@UEAAPEAXI@Z", scope: !71, file: !3, line: 6, type: !226, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !228, retainedNodes: !231)
!226 = !DISubroutineType(types: !227)
!227 = !{!218, !82, !16}
!228 = !DISubprogram(name: "~Box", scope: !71, type: !229, containingType: !71, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!229 = !DISubroutineType(types: !230)
!230 = !{null, !82}
!231 = !{!232, !233}
!232 = !DILocalVariable(name: "should_call_delete", arg: 2, scope: !225, type: !16, flags: DIFlagArtificial)
!233 = !DILocalVariable(name: "this", arg: 1, scope: !225, type: !124, flags: DIFlagArtificial | DIFlagObjectPointer)
!234 = !DILocation(line: 0, scope: !225)
!235 = !DILocation(line: 6, scope: !225)
!236 = distinct !DISubprogram(name: "area", linkageName: "?area@?$Box@J$01@@UEBANXZ", scope: !92, file: !3, line: 9, type: !105, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !104, retainedNodes: !237)
!237 = !{!238, !240, !241, !245, !248, !249}
!238 = !DILocalVariable(name: "this", arg: 1, scope: !236, type: !239, flags: DIFlagArtificial | DIFlagObjectPointer)
!239 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !108, size: 64)
!240 = !DILocalVariable(name: "p", scope: !236, file: !3, line: 9, type: !97)
!241 = !DILocalVariable(name: "__range2", scope: !242, type: !243, flags: DIFlagArtificial)
!242 = distinct !DILexicalBlock(scope: !236, file: !3, line: 9)
!243 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !244, size: 64)
!244 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !96)
!245 = !DILocalVariable(name: "__begin0", scope: !242, type: !246, flags: DIFlagArtificial)
!246 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !247, size: 64)
!247 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !97)
!248 = !DILocalVariable(name: "__end0", scope: !242, type: !246, flags: DIFlagArtificial)
!249 = !DILocalVariable(name: "x", scope: !250, file: !3, line: 9, type: !97)
!250 = distinct !DILexicalBlock(scope: !242, file: !3, line: 9)
!251 = !DILocation(line: 0, scope: !236)
!252 = !DILocation(line: 0, scope: !242)
!253 = !DILocation(line: 9, scope: !242)
!254 = !DILocation(line: 9, scope: !236)
!255 = !DILocation(line: 9, scope: !250)
!256 = !DILocation(line: 0, scope: !250)
!257 = distinct !{!257, !253, !253, !144}
!258 = distinct !DISubprogram(name: "~Box", linkageName: "??_G?$Box@J$01@@UEAAPEAXI@Z", scope: !92, file: !3, line: 6, type: !259, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !261, retainedNodes: !264)
!259 = !DISubroutineType(types: !260)
!260 = !{!218, !103, !16}
!261 = !DISubprogram(name: "~Box", scope: !92, type: !262, containingType: !92, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!262 = !DISubroutineType(types: !263)
!263 = !{null, !103}
!264 = !{!265, !266}
!265 = !DILocalVariable(name: "should_call_delete", arg: 2, scope: !258, type: !16, flags: DIFlagArtificial)
!266 = !DILocalVariable(name: "this", arg: 1, scope: !258, type: !150, flags: DIFlagArtificial | DIFlagObjectPointer)
!267 = !DILocation(line: 0, scope: !258)
!268 = !DILocation(line: 6, scope: !258)
