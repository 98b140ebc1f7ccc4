; ModuleID = 'clang-cpp-O2.bc'
source_filename = "classes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

$_ZTW5depth = comdat any

$_ZTIN4util5ErrorE = comdat any

$_ZTSN4util5ErrorE = comdat any

@depth = dso_local thread_local global i32 0, align 4
@_ZTIN4util5ErrorE = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTSN4util5ErrorE }, comdat, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTSN4util5ErrorE = linkonce_odr dso_local constant [14 x i8] c"N4util5ErrorE\00", comdat, align 1

; Function Attrs: mustprogress uwtable
define dso_local noundef double @_Z7measurePK5ShapeN4util2v14ModeE(ptr noundef %0, i8 noundef %1) local_unnamed_addr #0 {
  %3 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth)
  %4 = load i32, ptr %3, align 4, !tbaa !6
  %5 = add nsw i32 %4, 1
  store i32 %5, ptr %3, align 4, !tbaa !6
  %6 = icmp eq i8 %1, -56
  br i1 %6, label %7, label %10

7:                                                ; preds = %2
  %8 = tail call ptr @__cxa_allocate_exception(i64 4) #5
  %9 = load i32, ptr %3, align 4, !tbaa !6
  store i32 %9, ptr %8, align 16, !tbaa !10
  tail call void @__cxa_throw(ptr nonnull %8, ptr nonnull @_ZTIN4util5ErrorE, ptr null) #6
  unreachable

10:                                               ; preds = %2
  %11 = load ptr, ptr %0, align 8, !tbaa !12
  %12 = getelementptr inbounds nuw i8, ptr %11, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = tail call noundef double %13(ptr noundef nonnull align 8 dereferenceable(8) %0)
  ret double %14
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

declare ptr @__cxa_allocate_exception(i64) local_unnamed_addr

; Function Attrs: cold noreturn
declare void @__cxa_throw(ptr, ptr, ptr) local_unnamed_addr #2

; Function Attrs: mustprogress uwtable
define dso_local range(i32 -2147483606, -2147483648) i32 @run(i32 noundef %0) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 {
  %2 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth)
  %3 = load i32, ptr %2, align 4, !tbaa !6
  %4 = icmp eq i32 %0, 0
  %5 = add nsw i32 %3, 2
  store i32 %5, ptr %2, align 4, !tbaa !6
  br i1 %4, label %21, label %6

6:                                                ; preds = %1
  %7 = tail call ptr @__cxa_allocate_exception(i64 4) #5
  %8 = load i32, ptr %2, align 4, !tbaa !6
  store i32 %8, ptr %7, align 16, !tbaa !10
  invoke void @__cxa_throw(ptr nonnull %7, ptr nonnull @_ZTIN4util5ErrorE, ptr null) #6
          to label %9 unwind label %10

9:                                                ; preds = %6
  unreachable

10:                                               ; preds = %6
  %11 = landingpad { ptr, i32 }
          catch ptr @_ZTIN4util5ErrorE
          catch ptr null
  %12 = extractvalue { ptr, i32 } %11, 0
  %13 = extractvalue { ptr, i32 } %11, 1
  %14 = tail call i32 @llvm.eh.typeid.for.p0(ptr nonnull @_ZTIN4util5ErrorE) #5
  %15 = icmp eq i32 %13, %14
  %16 = tail call ptr @__cxa_begin_catch(ptr %12) #5
  br i1 %15, label %17, label %20

17:                                               ; preds = %10
  %18 = load i32, ptr %16, align 4, !tbaa !10
  tail call void @__cxa_end_catch()
  %19 = add nsw i32 %18, 42
  br label %21

20:                                               ; preds = %10
  tail call void @__cxa_end_catch()
  br label %21

21:                                               ; preds = %1, %20, %17
  %22 = phi i32 [ -1, %20 ], [ %19, %17 ], [ 3, %1 ]
  ret i32 %22
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #3

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: uwtable
define weak_odr hidden noundef ptr @_ZTW5depth() local_unnamed_addr #4 comdat {
  %1 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @depth)
  ret ptr %1
}

attributes #0 = { mustprogress uwtable "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { cold noreturn }
attributes #3 = { nounwind memory(none) }
attributes #4 = { uwtable "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv" }
attributes #5 = { nounwind }
attributes #6 = { noreturn }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}
!llvm.errno.tbaa = !{!6}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 4}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = !{!7, !7, i64 0}
!7 = !{!"int", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = !{!11, !7, i64 0}
!11 = !{!"_ZTSN4util5ErrorE", !7, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"vtable pointer", !9, i64 0}
