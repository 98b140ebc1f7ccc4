; Funclets: catchswitch, catchpad, catchret, cleanuppad, cleanupret, nested, with funclet bundles.
target triple = "x86_64-pc-windows-msvc"

@type = external global ptr

declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)

define i32 @f(i32 %x) personality ptr @__CxxFrameHandler3 {
entry:
  %obj = alloca i32
  invoke void @may_throw()
          to label %cont unwind label %dispatch

dispatch:
  %cs = catchswitch within none [label %handler, label %handler2, label %all] unwind to caller

handler:
  %cp = catchpad within %cs [ptr @type, i32 8, ptr %obj]
  call void @may_throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %cont

handler2:
  %0 = catchpad within %cs [ptr null, i32 64, ptr null]
  invoke void @may_throw() [ "funclet"(token %0) ]
          to label %h2 unwind label %inner

h2:
  catchret from %0 to label %cont

inner:
  %1 = catchswitch within %0 [label %ih] unwind label %cleanup

ih:
  %2 = catchpad within %1 []
  catchret from %2 to label %h2

cleanup:
  %3 = cleanuppad within %0 []
  cleanupret from %3 unwind to caller

all:
  %4 = catchpad within %cs [ptr null, i32 64, ptr null]
  unreachable

cont:
  invoke void @may_throw()
          to label %done unwind label %clean

clean:
  %5 = cleanuppad within none [i32 7, ptr @type]
  call void @may_throw() [ "funclet"(token %5) ]
  cleanupret from %5 unwind label %last

last:
  %6 = catchswitch within none [label %lh] unwind to caller

lh:
  %7 = catchpad within %6 [ptr null, i32 64, ptr null]
  catchret from %7 to label %done

done:
  ret i32 %x
}
