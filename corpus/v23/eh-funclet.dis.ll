; ModuleID = 'eh-funclet.bc'
source_filename = "eh-funclet.ll"
target triple = "x86_64-pc-windows-msvc"

@type = external global ptr

declare void @may_throw()

declare i32 @__CxxFrameHandler3(...)

define i32 @f(i32 %x) personality ptr @__CxxFrameHandler3 {
entry:
  %obj = alloca i32, align 4
  invoke void @may_throw()
          to label %cont unwind label %dispatch

dispatch:                                         ; preds = %entry
  %cs = catchswitch within none [label %handler, label %handler2, label %all] unwind to caller

handler:                                          ; preds = %dispatch
  %cp = catchpad within %cs [ptr @type, i32 8, ptr %obj]
  call void @may_throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %cont

handler2:                                         ; preds = %dispatch
  %0 = catchpad within %cs [ptr null, i32 64, ptr null]
  invoke void @may_throw() [ "funclet"(token %0) ]
          to label %h2 unwind label %inner

h2:                                               ; preds = %ih, %handler2
  catchret from %0 to label %cont

inner:                                            ; preds = %handler2
  %1 = catchswitch within %0 [label %ih] unwind label %cleanup

ih:                                               ; preds = %inner
  %2 = catchpad within %1 []
  catchret from %2 to label %h2

cleanup:                                          ; preds = %inner
  %3 = cleanuppad within %0 []
  cleanupret from %3 unwind to caller

all:                                              ; preds = %dispatch
  %4 = catchpad within %cs [ptr null, i32 64, ptr null]
  unreachable

cont:                                             ; preds = %h2, %handler, %entry
  invoke void @may_throw()
          to label %done unwind label %clean

clean:                                            ; preds = %cont
  %5 = cleanuppad within none [i32 7, ptr @type]
  call void @may_throw() [ "funclet"(token %5) ]
  cleanupret from %5 unwind label %last

last:                                             ; preds = %clean
  %6 = catchswitch within none [label %lh] unwind to caller

lh:                                               ; preds = %last
  %7 = catchpad within %6 [ptr null, i32 64, ptr null]
  catchret from %7 to label %done

done:                                             ; preds = %lh, %cont
  ret i32 %x
}
