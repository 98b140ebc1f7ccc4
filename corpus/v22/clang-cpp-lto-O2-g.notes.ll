; ModuleID = 'clang-cpp-lto-O2-g.bc'
source_filename = "classes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

$_ZN3BoxIfLi3EED0Ev = comdat any

$_ZNK3BoxIfLi3EE4areaEv = comdat any

$_ZN5ShapeD2Ev = comdat any

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

$_ZTV3BoxIlLi2EE = comdat any

$_ZTI3BoxIlLi2EE = comdat any

$_ZTS3BoxIlLi2EE = comdat any

@depth = hidden thread_local global i32 0, align 4, !dbg !0 ; [#uses=3 type=ptr]
@_ZTIN4util5ErrorE = linkonce_odr hidden constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN4util5ErrorE }, comdat, align 8 ; [#uses=4 type=ptr]
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr] ; [#uses=1 type=ptr]
@_ZTSN4util5ErrorE = linkonce_odr hidden constant [14 x i8] c"N4util5ErrorE\00", comdat, align 1 ; [#uses=1 type=ptr]
@_ZTV3BoxIfLi3EE = linkonce_odr hidden unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI3BoxIfLi3EE, ptr @_ZN5ShapeD2Ev, ptr @_ZN3BoxIfLi3EED0Ev, ptr @_ZNK3BoxIfLi3EE4areaEv] }, comdat, align 8, !dbg !24, !type !91, !type !92, !type !93, !type !94, !vcall_visibility !95 ; [#uses=1 type=ptr]
@_ZTI3BoxIfLi3EE = linkonce_odr hidden constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS3BoxIfLi3EE, ptr @_ZTI5Shape }, comdat, align 8 ; [#uses=1 type=ptr]
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr] ; [#uses=1 type=ptr]
@_ZTS3BoxIfLi3EE = linkonce_odr hidden constant [12 x i8] c"3BoxIfLi3EE\00", comdat, align 1 ; [#uses=1 type=ptr]
@_ZTI5Shape = linkonce_odr hidden constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS5Shape }, comdat, align 8 ; [#uses=2 type=ptr]
@_ZTS5Shape = linkonce_odr hidden constant [7 x i8] c"5Shape\00", comdat, align 1 ; [#uses=1 type=ptr]
@_ZTV3BoxIlLi2EE = linkonce_odr hidden unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI3BoxIlLi2EE, ptr @_ZN5ShapeD2Ev, ptr @_ZN3BoxIlLi2EED0Ev, ptr @_ZNK3BoxIlLi2EE4areaEv] }, comdat, align 8, !dbg !68, !type !96, !type !97, !type !93, !type !94, !vcall_visibility !95 ; [#uses=1 type=ptr]
@_ZTI3BoxIlLi2EE = linkonce_odr hidden constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS3BoxIlLi2EE, ptr @_ZTI5Shape }, comdat, align 8 ; [#uses=1 type=ptr]
@_ZTS3BoxIlLi2EE = linkonce_odr hidden constant [12 x i8] c"3BoxIlLi2EE\00", comdat, align 1 ; [#uses=1 type=ptr]

; [#uses=0]
; Function Attrs: mustprogress uwtable
define hidden noundef double @_Z7measurePK5ShapeN4util2v14ModeE(ptr noundef %0, i8 noundef zeroext %1) local_unnamed_addr #0 !dbg !112 {
    #dbg_value(ptr %0, !117, !DIExpression(), !119)
    #dbg_value(i8 %1, !118, !DIExpression(), !119)
  %3 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth), !dbg !120 ; [#uses=3 type=ptr] [debug line = 18:5]
  %4 = load i32, ptr %3, align 4, !dbg !121, !tbaa !108 ; [#uses=1 type=i32] [debug line = 18:3]
  %5 = add nsw i32 %4, 1, !dbg !122               ; [#uses=1 type=i32] [debug line = 18:3]
  store i32 %5, ptr %3, align 4, !dbg !123, !tbaa !108 ; [debug line = 18:3]
  %6 = icmp eq i8 %1, -56, !dbg !124              ; [#uses=1 type=i1] [debug line = 19:9]
  br i1 %6, label %7, label %10, !dbg !126        ; [debug line = 19:9]

7:                                                ; preds = %2
  %8 = tail call ptr @__cxa_allocate_exception(i64 4) #9, !dbg !127 ; [#uses=2 type=ptr] [debug line = 19:27]
  %9 = load i32, ptr %3, align 4, !dbg !128, !tbaa !108 ; [#uses=1 type=i32] [debug line = 19:45]
  store i32 %9, ptr %8, align 16, !dbg !129, !tbaa !130 ; [debug line = 19:44]
  tail call void @__cxa_throw(ptr nonnull %8, ptr nonnull @_ZTIN4util5ErrorE, ptr null) #10, !dbg !127 ; [debug line = 19:27]
  unreachable, !dbg !127                          ; [debug line = 19:27]

10:                                               ; preds = %2
  %11 = load ptr, ptr %0, align 8, !dbg !132, !tbaa !133 ; [#uses=2 type=ptr] [debug line = 20:13]
  %12 = tail call i1 @llvm.type.test(ptr %11, metadata !"_ZTS5Shape"), !dbg !132 ; [#uses=1 type=i1] [debug line = 20:13]
  tail call void @llvm.assume(i1 %12), !dbg !132  ; [debug line = 20:13]
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 16, !dbg !132 ; [#uses=1 type=ptr] [debug line = 20:13]
  %14 = load ptr, ptr %13, align 8, !dbg !132     ; [#uses=1 type=ptr] [debug line = 20:13]
  %15 = tail call noundef double %14(ptr noundef nonnull align 8 dereferenceable(8) %0), !dbg !135 ; [#uses=1 type=double] [debug line = 20:13]
  ret double %15, !dbg !136                       ; [debug line = 20:3]
}

; [#uses=3]
; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; [#uses=2]
declare ptr @__cxa_allocate_exception(i64) local_unnamed_addr

; [#uses=2]
; Function Attrs: cold noreturn
declare void @__cxa_throw(ptr, ptr, ptr) local_unnamed_addr #2

; [#uses=3]
; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.type.test(ptr, metadata) #1

; [#uses=3]
; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

; [#uses=0]
; Function Attrs: mustprogress uwtable
define hidden range(i32 -2147483606, -2147483648) i32 @run(i32 noundef %0) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 !dbg !137 {
    #dbg_declare(ptr poison, !142, !DIExpression(DW_OP_LLVM_fragment, 160, 32), !147)
    #dbg_value(ptr poison, !117, !DIExpression(), !148)
    #dbg_value(ptr poison, !117, !DIExpression(), !151)
    #dbg_value(i32 %0, !141, !DIExpression(), !153)
    #dbg_value(ptr getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV3BoxIfLi3EE, i64 16), !142, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !153)
    #dbg_value(float 1.500000e+00, !142, !DIExpression(DW_OP_LLVM_fragment, 64, 32), !153)
    #dbg_value(float 1.500000e+00, !142, !DIExpression(DW_OP_LLVM_fragment, 96, 32), !153)
    #dbg_value(float 1.500000e+00, !142, !DIExpression(DW_OP_LLVM_fragment, 128, 32), !153)
    #dbg_value(ptr getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV3BoxIlLi2EE, i64 16), !143, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !153)
    #dbg_value(i32 %0, !143, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 64, DW_ATE_signed, DW_OP_stack_value, DW_OP_LLVM_fragment, 64, 64), !153)
    #dbg_value(i32 %0, !143, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 64, DW_ATE_signed, DW_OP_stack_value, DW_OP_LLVM_fragment, 128, 64), !153)
    #dbg_value(ptr undef, !117, !DIExpression(), !148)
    #dbg_value(i8 0, !118, !DIExpression(), !148)
  %2 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth), !dbg !154 ; [#uses=3 type=ptr] [debug line = 18:5@26:16]
  %3 = load i32, ptr %2, align 4, !dbg !155, !tbaa !108 ; [#uses=1 type=i32] [debug line = 18:3@26:16]
  %4 = tail call i1 @llvm.type.test(ptr nonnull getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV3BoxIfLi3EE, i64 16), metadata !"_ZTS5Shape"), !dbg !156 ; [#uses=1 type=i1] [debug line = 20:13@26:16]
  tail call void @llvm.assume(i1 %4), !dbg !156   ; [debug line = 20:13@26:16]
  %5 = icmp eq i32 %0, 0, !dbg !157               ; [#uses=1 type=i1] [debug line = 26:57]
    #dbg_value(ptr undef, !117, !DIExpression(), !151)
    #dbg_value(i8 poison, !118, !DIExpression(), !151)
  %6 = add nsw i32 %3, 2, !dbg !158               ; [#uses=1 type=i32] [debug line = 18:3@26:45]
  store i32 %6, ptr %2, align 4, !dbg !159, !tbaa !108 ; [debug line = 18:3@26:45]
  br i1 %5, label %11, label %7, !dbg !160        ; [debug line = 19:9@26:45]

7:                                                ; preds = %1
  %8 = tail call ptr @__cxa_allocate_exception(i64 4) #9, !dbg !161 ; [#uses=2 type=ptr] [debug line = 19:27@26:45]
  %9 = load i32, ptr %2, align 4, !dbg !162, !tbaa !108 ; [#uses=1 type=i32] [debug line = 19:45@26:45]
  store i32 %9, ptr %8, align 16, !dbg !163, !tbaa !130 ; [debug line = 19:44@26:45]
  invoke void @__cxa_throw(ptr nonnull %8, ptr nonnull @_ZTIN4util5ErrorE, ptr null) #10
          to label %10 unwind label %13, !dbg !161 ; [debug line = 19:27@26:45]

10:                                               ; preds = %7
  unreachable, !dbg !161                          ; [debug line = 19:27@26:45]

11:                                               ; preds = %1
    #dbg_value(i64 0, !143, !DIExpression(DW_OP_LLVM_fragment, 128, 64), !153)
    #dbg_value(i64 0, !143, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !153)
  %12 = tail call i1 @llvm.type.test(ptr nonnull getelementptr inbounds nuw inrange(-16, 24) (i8, ptr @_ZTV3BoxIlLi2EE, i64 16), metadata !"_ZTS5Shape"), !dbg !164 ; [#uses=1 type=i1] [debug line = 20:13@26:45]
  tail call void @llvm.assume(i1 %12), !dbg !164  ; [debug line = 20:13@26:45]
  br label %24, !dbg !165                         ; [debug line = 26:5]

13:                                               ; preds = %7
  %14 = landingpad { ptr, i32 }
          catch ptr @_ZTIN4util5ErrorE
          catch ptr null, !dbg !166               ; [#uses=2 type={ ptr, i32 }] [debug line = 32:1]
  %15 = extractvalue { ptr, i32 } %14, 0, !dbg !166 ; [#uses=1 type=ptr] [debug line = 32:1]
  %16 = extractvalue { ptr, i32 } %14, 1, !dbg !166 ; [#uses=1 type=i32] [debug line = 32:1]
  %17 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIN4util5ErrorE) #9, !dbg !167 ; [#uses=1 type=i32] [debug line = 27:3]
  %18 = icmp eq i32 %16, %17, !dbg !167           ; [#uses=1 type=i1] [debug line = 27:3]
  %19 = tail call ptr @__cxa_begin_catch(ptr %15) #9, !dbg !153 ; [#uses=1 type=ptr] [debug line = 0:0]
  br i1 %18, label %20, label %23, !dbg !167      ; [debug line = 27:3]

20:                                               ; preds = %13
    #dbg_value(ptr %19, !144, !DIExpression(), !153)
  %21 = load i32, ptr %19, align 4, !dbg !168, !tbaa !130 ; [#uses=1 type=i32] [debug line = 28:14]
  tail call void @__cxa_end_catch(), !dbg !170    ; [debug line = 29:3]
  %22 = add nsw i32 %21, 42, !dbg !171            ; [#uses=1 type=i32] [debug line = 28:19]
  br label %24

23:                                               ; preds = %13
  tail call void @__cxa_end_catch(), !dbg !172    ; [debug line = 31:3]
  br label %24, !dbg !172                         ; [debug line = 31:3]

24:                                               ; preds = %23, %20, %11
  %25 = phi i32 [ 3, %11 ], [ %22, %20 ], [ -1, %23 ], !dbg !153 ; [#uses=1 type=i32] [debug line = 0:0]
  ret i32 %25, !dbg !174                          ; [debug line = 32:1]
}

; [#uses=1]
declare i32 @__gxx_personality_v0(...)

; [#uses=1]
; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #4

; [#uses=1]
declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

; [#uses=2]
declare void @__cxa_end_catch() local_unnamed_addr

; [#uses=1]
; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr hidden void @_ZN3BoxIfLi3EED0Ev(ptr noundef nonnull align 8 dereferenceable(20) %0) unnamed_addr #5 comdat align 2 !dbg !175 {
    #dbg_value(ptr %0, !180, !DIExpression(), !182)
  tail call void @_ZdlPvm(ptr noundef nonnull %0, i64 noundef 24) #11, !dbg !183 ; [debug line = 6:34]
  ret void, !dbg !184                             ; [debug line = 6:34]
}

; [#uses=1]
; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr hidden noundef double @_ZNK3BoxIfLi3EE4areaEv(ptr noundef nonnull align 8 dereferenceable(20) %0) unnamed_addr #6 comdat align 2 !dbg !185 {
    #dbg_value(ptr %0, !187, !DIExpression(), !200)
    #dbg_value(float 1.000000e+00, !189, !DIExpression(), !200)
    #dbg_value(ptr %0, !190, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !201)
    #dbg_value(ptr %0, !194, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !201)
    #dbg_value(ptr %0, !197, !DIExpression(DW_OP_plus_uconst, 20, DW_OP_stack_value), !201)
    #dbg_value(!DIArgList(ptr %0, i64 8), !194, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !201)
    #dbg_value(float 1.000000e+00, !189, !DIExpression(), !200)
    #dbg_value(!DIArgList(ptr %0, i64 8), !194, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !201)
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8, !dbg !202 ; [#uses=1 type=ptr] [debug line = 9:55]
    #dbg_value(ptr %2, !194, !DIExpression(), !201)
  %3 = load float, ptr %2, align 8, !dbg !203, !tbaa !204 ; [#uses=1 type=float] [debug line = 9:55]
    #dbg_value(float %3, !198, !DIExpression(), !206)
    #dbg_value(float %3, !189, !DIExpression(), !200)
    #dbg_value(!DIArgList(ptr %0, i64 12), !194, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !201)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 12, !dbg !207 ; [#uses=1 type=ptr] [debug line = 9:55]
    #dbg_value(ptr %4, !194, !DIExpression(), !201)
  %5 = load float, ptr %4, align 4, !dbg !208, !tbaa !204 ; [#uses=1 type=float] [debug line = 9:55]
    #dbg_value(float %5, !198, !DIExpression(), !206)
  %6 = fmul float %3, %5, !dbg !209               ; [#uses=1 type=float] [debug line = 9:65]
    #dbg_value(float %6, !189, !DIExpression(), !200)
    #dbg_value(!DIArgList(ptr %0, i64 16), !194, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !201)
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 16, !dbg !210 ; [#uses=1 type=ptr] [debug line = 9:55]
    #dbg_value(ptr %7, !194, !DIExpression(), !201)
  %8 = load float, ptr %7, align 8, !dbg !211, !tbaa !204 ; [#uses=1 type=float] [debug line = 9:55]
    #dbg_value(float %8, !198, !DIExpression(), !206)
  %9 = fmul float %6, %8, !dbg !212               ; [#uses=1 type=float] [debug line = 9:65]
    #dbg_value(float %9, !189, !DIExpression(), !200)
    #dbg_value(!DIArgList(ptr %0, i64 20), !194, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !201)
  %10 = fpext float %9 to double, !dbg !213       ; [#uses=1 type=double] [debug line = 9:78]
  ret double %10, !dbg !214                       ; [debug line = 9:71]
}

; [#uses=2]
; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr hidden void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #6 comdat align 2 !dbg !215 {
    #dbg_value(ptr %0, !217, !DIExpression(), !219)
  ret void, !dbg !220                             ; [debug line = 3:21]
}

; [#uses=2]
; Function Attrs: nobuiltin nounwind
declare !dbg !221 void @_ZdlPvm(ptr noundef, i64 noundef) local_unnamed_addr #7

; [#uses=1]
; Function Attrs: inlinehint mustprogress nounwind uwtable
define linkonce_odr hidden void @_ZN3BoxIlLi2EED0Ev(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #5 comdat align 2 !dbg !225 {
    #dbg_value(ptr %0, !230, !DIExpression(), !232)
  tail call void @_ZdlPvm(ptr noundef nonnull %0, i64 noundef 24) #11, !dbg !233 ; [debug line = 6:34]
  ret void, !dbg !234                             ; [debug line = 6:34]
}

; [#uses=1]
; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr hidden noundef double @_ZNK3BoxIlLi2EE4areaEv(ptr noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #6 comdat align 2 !dbg !235 {
    #dbg_value(ptr %0, !237, !DIExpression(), !250)
    #dbg_value(i64 1, !239, !DIExpression(), !250)
    #dbg_value(ptr %0, !240, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !251)
    #dbg_value(ptr %0, !244, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !251)
    #dbg_value(ptr %0, !247, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_stack_value), !251)
    #dbg_value(!DIArgList(ptr %0, i64 8), !244, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !251)
    #dbg_value(i64 1, !239, !DIExpression(), !250)
    #dbg_value(!DIArgList(ptr %0, i64 8), !244, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !251)
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 8, !dbg !252 ; [#uses=1 type=ptr] [debug line = 9:55]
    #dbg_value(ptr %2, !244, !DIExpression(), !251)
  %3 = load i64, ptr %2, align 8, !dbg !253, !tbaa !254 ; [#uses=1 type=i64] [debug line = 9:55]
    #dbg_value(i64 %3, !248, !DIExpression(), !256)
    #dbg_value(i64 %3, !239, !DIExpression(), !250)
    #dbg_value(!DIArgList(ptr %0, i64 16), !244, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !251)
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 16, !dbg !257 ; [#uses=1 type=ptr] [debug line = 9:55]
    #dbg_value(ptr %4, !244, !DIExpression(), !251)
  %5 = load i64, ptr %4, align 8, !dbg !258, !tbaa !254 ; [#uses=1 type=i64] [debug line = 9:55]
    #dbg_value(i64 %5, !248, !DIExpression(), !256)
  %6 = mul nsw i64 %5, %3, !dbg !259              ; [#uses=1 type=i64] [debug line = 9:65]
    #dbg_value(i64 %6, !239, !DIExpression(), !250)
    #dbg_value(!DIArgList(ptr %0, i64 24), !244, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !251)
  %7 = sitofp i64 %6 to double, !dbg !260         ; [#uses=1 type=double] [debug line = 9:78]
  ret double %7, !dbg !261                        ; [debug line = 9:71]
}

; [#uses=0]
; Function Attrs: uwtable
define weak_odr hidden noundef ptr @_ZTW5depth() local_unnamed_addr #8 comdat {
  %1 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth) ; [#uses=1 type=ptr]
  ret ptr %1
}

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { cold noreturn }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #4 = { nounwind memory(none) }
attributes #5 = { inlinehint mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind }
attributes #10 = { noreturn }
attributes #11 = { builtin nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!98, !99, !100, !101, !102, !103, !104, !105, !106}
!llvm.ident = !{!107}
!llvm.errno.tbaa = !{!108}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "depth", scope: !2, file: !3, line: 16, type: !16, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !12, globals: !17, splitDebugInlining: false, nameTableKind: None)
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
!20 = distinct !DISubprogram(name: "instance", linkageName: "_ZN4utilL8instanceEv", scope: !7, file: !3, line: 14, type: !21, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, keyInstructions: true)
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
!38 = !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD4Ev", scope: !31, file: !3, line: 3, type: !39, scopeLine: 3, containingType: !31, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!39 = !DISubroutineType(types: !40)
!40 = !{null, !41}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "area", linkageName: "_ZNK5Shape4areaEv", scope: !31, file: !3, line: 4, type: !43, scopeLine: 4, containingType: !31, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
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
!53 = !DISubprogram(name: "Box", linkageName: "_ZN3BoxIfLi3EEC4Ef", scope: !28, file: !3, line: 8, type: !54, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!54 = !DISubroutineType(types: !55)
!55 = !{null, !56, !50}
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!57 = !DISubprogram(name: "area", linkageName: "_ZNK3BoxIfLi3EE4areaEv", scope: !28, file: !3, line: 9, type: !58, scopeLine: 9, containingType: !28, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
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
!79 = !DISubprogram(name: "Box", linkageName: "_ZN3BoxIlLi2EEC4El", scope: !71, file: !3, line: 8, type: !80, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!80 = !DISubroutineType(types: !81)
!81 = !{null, !82, !76}
!82 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!83 = !DISubprogram(name: "area", linkageName: "_ZNK3BoxIlLi2EE4areaEv", scope: !71, file: !3, line: 9, type: !84, scopeLine: 9, containingType: !71, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!84 = !DISubroutineType(types: !85)
!85 = !{!45, !86}
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!87 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !71)
!88 = !{!89, !90}
!89 = !DITemplateTypeParameter(name: "T", type: !76)
!90 = !DITemplateValueParameter(name: "N", type: !16, value: i32 2)
!91 = !{i64 16, !"_ZTS3BoxIfLi3EE"}
!92 = !{i64 32, !"_ZTSM3BoxIfLi3EEKFdvE.virtual"}
!93 = !{i64 16, !"_ZTS5Shape"}
!94 = !{i64 32, !"_ZTSM5ShapeKFdvE.virtual"}
!95 = !{i64 1}
!96 = !{i64 16, !"_ZTS3BoxIlLi2EE"}
!97 = !{i64 32, !"_ZTSM3BoxIlLi2EEKFdvE.virtual"}
!98 = !{i32 7, !"Dwarf Version", i32 5}
!99 = !{i32 2, !"Debug Info Version", i32 3}
!100 = !{i32 1, !"wchar_size", i32 4}
!101 = !{i32 1, !"Virtual Function Elim", i32 0}
!102 = !{i32 8, !"PIC Level", i32 2}
!103 = !{i32 7, !"PIE Level", i32 2}
!104 = !{i32 7, !"uwtable", i32 2}
!105 = !{i32 1, !"ThinLTO", i32 0}
!106 = !{i32 1, !"EnableSplitLTOUnit", i32 1}
!107 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!108 = !{!109, !109, i64 0}
!109 = !{!"int", !110, i64 0}
!110 = !{!"omnipotent char", !111, i64 0}
!111 = !{!"Simple C++ TBAA"}
!112 = distinct !DISubprogram(name: "measure", linkageName: "_Z7measurePK5ShapeN4util2v14ModeE", scope: !3, file: !3, line: 17, type: !113, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !116, keyInstructions: true)
!113 = !DISubroutineType(types: !114)
!114 = !{!45, !115, !5}
!115 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64)
!116 = !{!117, !118}
!117 = !DILocalVariable(name: "s", arg: 1, scope: !112, file: !3, line: 17, type: !115)
!118 = !DILocalVariable(name: "m", arg: 2, scope: !112, file: !3, line: 17, type: !5)
!119 = !DILocation(line: 0, scope: !112)
!120 = !DILocation(line: 18, column: 5, scope: !112)
!121 = !DILocation(line: 18, column: 3, scope: !112)
!122 = !DILocation(line: 18, column: 3, scope: !112, atomGroup: 1, atomRank: 2)
!123 = !DILocation(line: 18, column: 3, scope: !112, atomGroup: 1, atomRank: 1)
!124 = !DILocation(line: 19, column: 9, scope: !125, atomGroup: 2, atomRank: 2)
!125 = distinct !DILexicalBlock(scope: !112, file: !3, line: 19, column: 7)
!126 = !DILocation(line: 19, column: 9, scope: !125, atomGroup: 2, atomRank: 1)
!127 = !DILocation(line: 19, column: 27, scope: !125)
!128 = !DILocation(line: 19, column: 45, scope: !125)
!129 = !DILocation(line: 19, column: 44, scope: !125)
!130 = !{!131, !109, i64 0}
!131 = !{!"_ZTSN4util5ErrorE", !109, i64 0}
!132 = !DILocation(line: 20, column: 13, scope: !112)
!133 = !{!134, !134, i64 0}
!134 = !{!"vtable pointer", !111, i64 0}
!135 = !DILocation(line: 20, column: 13, scope: !112, atomGroup: 3, atomRank: 2)
!136 = !DILocation(line: 20, column: 3, scope: !112, atomGroup: 3, atomRank: 1)
!137 = distinct !DISubprogram(name: "run", scope: !3, file: !3, line: 22, type: !138, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !140, keyInstructions: true)
!138 = !DISubroutineType(types: !139)
!139 = !{!16, !16}
!140 = !{!141, !142, !143, !144}
!141 = !DILocalVariable(name: "k", arg: 1, scope: !137, file: !3, line: 22, type: !16)
!142 = !DILocalVariable(name: "a", scope: !137, file: !3, line: 23, type: !28)
!143 = !DILocalVariable(name: "b", scope: !137, file: !3, line: 24, type: !71)
!144 = !DILocalVariable(name: "e", scope: !137, file: !3, line: 27, type: !145)
!145 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !146, size: 64)
!146 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!147 = !DILocation(line: 23, column: 17, scope: !137)
!148 = !DILocation(line: 0, scope: !112, inlinedAt: !149)
!149 = distinct !DILocation(line: 26, column: 16, scope: !150)
!150 = distinct !DILexicalBlock(scope: !137, file: !3, line: 25, column: 7)
!151 = !DILocation(line: 0, scope: !112, inlinedAt: !152)
!152 = distinct !DILocation(line: 26, column: 45, scope: !150)
!153 = !DILocation(line: 0, scope: !137)
!154 = !DILocation(line: 18, column: 5, scope: !112, inlinedAt: !149)
!155 = !DILocation(line: 18, column: 3, scope: !112, inlinedAt: !149)
!156 = !DILocation(line: 20, column: 13, scope: !112, inlinedAt: !149)
!157 = !DILocation(line: 26, column: 57, scope: !150)
!158 = !DILocation(line: 18, column: 3, scope: !112, inlinedAt: !152, atomGroup: 1, atomRank: 2)
!159 = !DILocation(line: 18, column: 3, scope: !112, inlinedAt: !152, atomGroup: 1, atomRank: 1)
!160 = !DILocation(line: 19, column: 9, scope: !125, inlinedAt: !152, atomGroup: 2, atomRank: 1)
!161 = !DILocation(line: 19, column: 27, scope: !125, inlinedAt: !152)
!162 = !DILocation(line: 19, column: 45, scope: !125, inlinedAt: !152)
!163 = !DILocation(line: 19, column: 44, scope: !125, inlinedAt: !152)
!164 = !DILocation(line: 20, column: 13, scope: !112, inlinedAt: !152)
!165 = !DILocation(line: 26, column: 5, scope: !150, atomGroup: 1, atomRank: 1)
!166 = !DILocation(line: 32, column: 1, scope: !150)
!167 = !DILocation(line: 27, column: 3, scope: !150)
!168 = !DILocation(line: 28, column: 14, scope: !169)
!169 = distinct !DILexicalBlock(scope: !137, file: !3, line: 27, column: 34)
!170 = !DILocation(line: 29, column: 3, scope: !169)
!171 = !DILocation(line: 28, column: 19, scope: !169, atomGroup: 3, atomRank: 2)
!172 = !DILocation(line: 31, column: 3, scope: !173)
!173 = distinct !DILexicalBlock(scope: !137, file: !3, line: 29, column: 17)
!174 = !DILocation(line: 32, column: 1, scope: !137, atomGroup: 4, atomRank: 1)
!175 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIfLi3EED0Ev", scope: !28, file: !3, line: 6, type: !176, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !178, retainedNodes: !179, keyInstructions: true)
!176 = !DISubroutineType(types: !177)
!177 = !{null, !56}
!178 = !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIfLi3EED4Ev", scope: !28, type: !176, containingType: !28, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!179 = !{!180}
!180 = !DILocalVariable(name: "this", arg: 1, scope: !175, type: !181, flags: DIFlagArtificial | DIFlagObjectPointer)
!181 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!182 = !DILocation(line: 0, scope: !175)
!183 = !DILocation(line: 6, column: 34, scope: !175)
!184 = !DILocation(line: 6, column: 34, scope: !175, atomGroup: 1, atomRank: 1)
!185 = distinct !DISubprogram(name: "area", linkageName: "_ZNK3BoxIfLi3EE4areaEv", scope: !28, file: !3, line: 9, type: !58, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !57, retainedNodes: !186, keyInstructions: true)
!186 = !{!187, !189, !190, !194, !197, !198}
!187 = !DILocalVariable(name: "this", arg: 1, scope: !185, type: !188, flags: DIFlagArtificial | DIFlagObjectPointer)
!188 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64)
!189 = !DILocalVariable(name: "p", scope: !185, file: !3, line: 9, type: !50)
!190 = !DILocalVariable(name: "__range2", scope: !191, type: !192, flags: DIFlagArtificial)
!191 = distinct !DILexicalBlock(scope: !185, file: !3, line: 9, column: 43)
!192 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !193, size: 64)
!193 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !49)
!194 = !DILocalVariable(name: "__begin0", scope: !191, type: !195, flags: DIFlagArtificial)
!195 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !196, size: 64)
!196 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !50)
!197 = !DILocalVariable(name: "__end0", scope: !191, type: !195, flags: DIFlagArtificial)
!198 = !DILocalVariable(name: "x", scope: !199, file: !3, line: 9, type: !50)
!199 = distinct !DILexicalBlock(scope: !191, file: !3, line: 9, column: 43)
!200 = !DILocation(line: 0, scope: !185)
!201 = !DILocation(line: 0, scope: !191)
!202 = !DILocation(line: 9, column: 55, scope: !191, atomGroup: 5, atomRank: 1)
!203 = !DILocation(line: 9, column: 55, scope: !199, atomGroup: 7, atomRank: 2)
!204 = !{!205, !205, i64 0}
!205 = !{!"float", !110, i64 0}
!206 = !DILocation(line: 0, scope: !199)
!207 = !DILocation(line: 9, column: 55, scope: !191, atomGroup: 15, atomRank: 1)
!208 = !DILocation(line: 9, column: 55, scope: !199, atomGroup: 16, atomRank: 2)
!209 = !DILocation(line: 9, column: 65, scope: !199, atomGroup: 17, atomRank: 2)
!210 = !DILocation(line: 9, column: 55, scope: !191, atomGroup: 20, atomRank: 1)
!211 = !DILocation(line: 9, column: 55, scope: !199, atomGroup: 21, atomRank: 2)
!212 = !DILocation(line: 9, column: 65, scope: !199, atomGroup: 22, atomRank: 2)
!213 = !DILocation(line: 9, column: 78, scope: !185, atomGroup: 12, atomRank: 2)
!214 = !DILocation(line: 9, column: 71, scope: !185, atomGroup: 12, atomRank: 1)
!215 = distinct !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD2Ev", scope: !31, file: !3, line: 3, type: !39, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !38, retainedNodes: !216, keyInstructions: true)
!216 = !{!217}
!217 = !DILocalVariable(name: "this", arg: 1, scope: !215, type: !218, flags: DIFlagArtificial | DIFlagObjectPointer)
!218 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!219 = !DILocation(line: 0, scope: !215)
!220 = !DILocation(line: 3, column: 21, scope: !215, atomGroup: 1, atomRank: 1)
!221 = !DISubprogram(name: "operator delete", linkageName: "_ZdlPvm", scope: !3, file: !3, type: !222, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!222 = !DISubroutineType(types: !223)
!223 = !{null, !26, !224}
!224 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!225 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIlLi2EED0Ev", scope: !71, file: !3, line: 6, type: !226, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !228, retainedNodes: !229, keyInstructions: true)
!226 = !DISubroutineType(types: !227)
!227 = !{null, !82}
!228 = !DISubprogram(name: "~Box", linkageName: "_ZN3BoxIlLi2EED4Ev", scope: !71, type: !226, containingType: !71, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!229 = !{!230}
!230 = !DILocalVariable(name: "this", arg: 1, scope: !225, type: !231, flags: DIFlagArtificial | DIFlagObjectPointer)
!231 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!232 = !DILocation(line: 0, scope: !225)
!233 = !DILocation(line: 6, column: 34, scope: !225)
!234 = !DILocation(line: 6, column: 34, scope: !225, atomGroup: 1, atomRank: 1)
!235 = distinct !DISubprogram(name: "area", linkageName: "_ZNK3BoxIlLi2EE4areaEv", scope: !71, file: !3, line: 9, type: !84, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !83, retainedNodes: !236, keyInstructions: true)
!236 = !{!237, !239, !240, !244, !247, !248}
!237 = !DILocalVariable(name: "this", arg: 1, scope: !235, type: !238, flags: DIFlagArtificial | DIFlagObjectPointer)
!238 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !87, size: 64)
!239 = !DILocalVariable(name: "p", scope: !235, file: !3, line: 9, type: !76)
!240 = !DILocalVariable(name: "__range2", scope: !241, type: !242, flags: DIFlagArtificial)
!241 = distinct !DILexicalBlock(scope: !235, file: !3, line: 9, column: 43)
!242 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !243, size: 64)
!243 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !75)
!244 = !DILocalVariable(name: "__begin0", scope: !241, type: !245, flags: DIFlagArtificial)
!245 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !246, size: 64)
!246 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !76)
!247 = !DILocalVariable(name: "__end0", scope: !241, type: !245, flags: DIFlagArtificial)
!248 = !DILocalVariable(name: "x", scope: !249, file: !3, line: 9, type: !76)
!249 = distinct !DILexicalBlock(scope: !241, file: !3, line: 9, column: 43)
!250 = !DILocation(line: 0, scope: !235)
!251 = !DILocation(line: 0, scope: !241)
!252 = !DILocation(line: 9, column: 55, scope: !241, atomGroup: 5, atomRank: 1)
!253 = !DILocation(line: 9, column: 55, scope: !249, atomGroup: 7, atomRank: 2)
!254 = !{!255, !255, i64 0}
!255 = !{!"long", !110, i64 0}
!256 = !DILocation(line: 0, scope: !249)
!257 = !DILocation(line: 9, column: 55, scope: !241, atomGroup: 37, atomRank: 1)
!258 = !DILocation(line: 9, column: 55, scope: !249, atomGroup: 38, atomRank: 2)
!259 = !DILocation(line: 9, column: 65, scope: !249, atomGroup: 39, atomRank: 2)
!260 = !DILocation(line: 9, column: 78, scope: !235, atomGroup: 12, atomRank: 2)
!261 = !DILocation(line: 9, column: 71, scope: !235, atomGroup: 12, atomRank: 1)

^0 = module: (path: "clang-cpp-lto-O2-g.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "llvm.type.test") ; guid = 608142985856744218
^2 = gv: (name: "__gxx_personality_v0") ; guid = 1233668236132380018
^3 = gv: (name: "_ZTI3BoxIfLi3EE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^18, ^26, ^25)))) ; guid = 1598095355206407323
^4 = gv: (name: "_ZdlPvm") ; guid = 2054777859222858863
^5 = gv: (name: "_ZN3BoxIlLi2EED0Ev", summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), insts: 2, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^4, tail: 1))))) ; guid = 2509505956323578029
^6 = gv: (name: "_Z7measurePK5ShapeN4util2v14ModeE", summaries: (function: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 18, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 1, mustBeUnreachable: 0), calls: ((callee: ^30, tail: 1), (callee: ^22, tail: 1)), typeIdInfo: (typeTestAssumeConstVCalls: ((vFuncId: (guid: 14923871475266172186, offset: 16)))), refs: (^12, ^10)))) ; guid = 2634161871789039650
^7 = gv: (name: "__cxa_begin_catch") ; guid = 2822380080272388849
^8 = gv: (name: "_ZN5ShapeD2Ev", summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), insts: 1, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0)))) ; guid = 5609283783287281456
^9 = gv: (name: "llvm.assume") ; guid = 6385187066495850096
^10 = gv: (name: "_ZTIN4util5ErrorE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^31, ^19)))) ; guid = 7174485016744143822
^11 = gv: (name: "_ZTI3BoxIlLi2EE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^18, ^25, ^15)))) ; guid = 7430872239398615902
^12 = gv: (name: "depth", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 7571574626440290322
^13 = gv: (name: "_ZNK3BoxIlLi2EE4areaEv", summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), insts: 7, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0)))) ; guid = 7673675468331675288
^14 = gv: (name: "llvm.threadlocal.address.p0") ; guid = 8720525458955629832
^15 = gv: (name: "_ZTS3BoxIlLi2EE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1)))) ; guid = 8887712517756406418
^16 = gv: (name: "llvm.eh.typeid.for.p0") ; guid = 9666263949719237654
^17 = gv: (name: "__cxa_end_catch") ; guid = 10158920175350430535
^18 = gv: (name: "_ZTVN10__cxxabiv120__si_class_type_infoE") ; guid = 10873349890511596996
^19 = gv: (name: "_ZTSN4util5ErrorE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1)))) ; guid = 10955430378764481230
^20 = gv: (name: "_ZTV3BoxIlLi2EE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^11, ^8, ^5, ^13)))) ; guid = 11291608451262264778
^21 = gv: (name: "_ZN3BoxIfLi3EED0Ev", summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), insts: 2, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^4, tail: 1))))) ; guid = 11325935249603182588
^22 = gv: (name: "__cxa_throw") ; guid = 11744965366672030630
^23 = gv: (name: "run", summaries: (function: (module: ^0, flags: (linkage: external, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 31, calls: ((callee: ^30, tail: 1), (callee: ^22), (callee: ^7, tail: 1), (callee: ^17, tail: 1)), refs: (^2, ^12, ^28, ^10, ^20)))) ; guid = 12498961576944480677
^24 = gv: (name: "_ZTW5depth", summaries: (function: (module: ^0, flags: (linkage: weak_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 2, refs: (^12)))) ; guid = 13613636049594390358
^25 = gv: (name: "_ZTI5Shape", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^31, ^27)))) ; guid = 14534566738853771329
^26 = gv: (name: "_ZTS3BoxIfLi3EE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1)))) ; guid = 14889388723276736646
^27 = gv: (name: "_ZTS5Shape", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1)))) ; guid = 14923871475266172186
^28 = gv: (name: "_ZTV3BoxIfLi3EE", summaries: (variable: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 1), refs: (^3, ^21, ^29, ^8)))) ; guid = 14990126363678889715
^29 = gv: (name: "_ZNK3BoxIfLi3EE4areaEv", summaries: (function: (module: ^0, flags: (linkage: linkonce_odr, visibility: hidden, notEligibleToImport: 1, live: 0, dsoLocal: 1, canAutoHide: 1, importType: definition), insts: 10, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0)))) ; guid = 15316972905430963306
^30 = gv: (name: "__cxa_allocate_exception") ; guid = 15475840464582149017
^31 = gv: (name: "_ZTVN10__cxxabiv117__class_type_infoE") ; guid = 16105443863886496782
^32 = flags: 8
^33 = blockcount: 0
