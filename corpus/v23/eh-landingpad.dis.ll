; ModuleID = 'eh-landingpad.bc'
source_filename = "eh-landingpad.ll"

@ti = external constant ptr
@tj = external constant ptr

declare void @may_throw()

declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw()
          to label %a unwind label %p1

a:                                                ; preds = %0
  invoke void @may_throw()
          to label %b unwind label %p2

b:                                                ; preds = %a
  invoke void @may_throw()
          to label %c unwind label %p3

c:                                                ; preds = %b
  invoke void @may_throw()
          to label %d unwind label %p4

d:                                                ; preds = %p2, %c
  ret void

p1:                                               ; preds = %0
  %1 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %1

p2:                                               ; preds = %a
  %2 = landingpad { ptr, i32 }
          catch ptr @ti
          catch ptr null
  %3 = extractvalue { ptr, i32 } %2, 0
  br label %d

p3:                                               ; preds = %b
  %4 = landingpad { ptr, i32 }
          filter [2 x ptr] [ptr @ti, ptr @tj]
          filter [0 x ptr] zeroinitializer
          filter [1 x ptr] zeroinitializer
  resume { ptr, i32 } %4

p4:                                               ; preds = %c
  %5 = landingpad { ptr, i32 }
          cleanup
          catch ptr @ti
          filter [1 x ptr] [ptr @tj]
          catch ptr @tj
  unreachable
}
