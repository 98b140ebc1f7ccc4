; ModuleID = 'use-lists-text.bc'
source_filename = "use-lists-text.ll"

@later_twice = global [3 x ptr] [ptr @late, ptr @late, ptr @late]
@late_user = global ptr @late
@nested = global { ptr, [2 x ptr] } { ptr @late, [2 x ptr] [ptr getelementptr (i8, ptr @late, i64 8), ptr @early] }
@early = global i32 0
@early_users = global [2 x ptr] [ptr @early, ptr @early]
@late = global i32 1
@after = global ptr getelementptr (i8, ptr @late, i64 8)
@addresses = global [2 x ptr] [ptr blockaddress(@blocks, %one), ptr blockaddress(@blocks, %two)]
@same_addresses = global [2 x ptr] [ptr blockaddress(@blocks, %one), ptr blockaddress(@blocks, %one)]
@equivalent = global [2 x ptr] [ptr dso_local_equivalent @target, ptr dso_local_equivalent @target]
@info = external constant ptr
@between = global ptr @info

@alias = alias i32, ptr @late

define void @calls(ptr %p) prefix ptr @target prologue ptr @target {
  call void @target(ptr @target)
  call void @target(ptr %p) [ "a"(ptr @target, ptr @late), "b"(ptr @target) ]
  call void %p(ptr %p) [ "a"(ptr %p) ]
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "nop", ""()
  store ptr getelementptr (i8, ptr @late, i64 16), ptr @late_user, align 8
  store ptr @late, ptr getelementptr (i8, ptr @late, i64 16), align 8
  ret void
}

define i32 @blocks(ptr %to, i32 %n) {
entry:
  indirectbr ptr %to, [label %one, label %two, label %one]

one:                                              ; preds = %entry, %entry, %two
  %a = phi i32 [ %n, %entry ], [ %n, %entry ], [ %b, %two ]
  store ptr blockaddress(@blocks, %three), ptr %to, align 8
  br label %two

two:                                              ; preds = %three, %one, %entry
  %b = phi i32 [ %n, %entry ], [ %a, %one ], [ %d, %three ]
  %c = icmp eq i32 %b, %b
  br i1 %c, label %one, label %three

three:                                            ; preds = %two
  %e = phi i32 [ %b, %two ]
  %d = add i32 %b, %e
  br label %two
}

define void @after_blocks(ptr %p) {
  store ptr blockaddress(@blocks, %two), ptr %p, align 8
  store ptr blockaddress(@blocks, %three), ptr %p, align 8
  ret void
}

define void @pad() personality ptr @personality {
entry:
  invoke void @target(ptr @info)
          to label %end unwind label %lpad

lpad:                                             ; preds = %entry
  %x = landingpad { ptr, i32 }
          catch ptr @info
          catch ptr @early
          filter [2 x ptr] [ptr @info, ptr @early]
          catch ptr @info
          filter [1 x ptr] [ptr @info]
  resume { ptr, i32 } %x

end:                                              ; preds = %entry
  ret void
}

define void @more() personality ptr @personality {
  call void @target(ptr @info)
  %r = call i32 @llvm.umax.i32(i32 1, i32 2)
  %s = call i32 @llvm.umax.i32(i32 %r, i32 %r)
  %t = call i32 @llvm.umax.i32(i32 %s, i32 %r)
  ret void
}

declare i32 @personality(...)

declare void @target(ptr)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
