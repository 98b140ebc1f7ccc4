; Landing pads with catch, filter and cleanup clauses; resume.
@ti = external constant ptr
@tj = external constant ptr

declare void @may_throw()
declare i32 @__gxx_personality_v0(...)

define void @f() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw()
          to label %a unwind label %p1

a:
  invoke void @may_throw()
          to label %b unwind label %p2

b:
  invoke void @may_throw()
          to label %c unwind label %p3

c:
  invoke void @may_throw()
          to label %d unwind label %p4

d:
  ret void

p1:
  %1 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %1

p2:
  %2 = landingpad { ptr, i32 }
          catch ptr @ti
          catch ptr null
  %3 = extractvalue { ptr, i32 } %2, 0
  br label %d

p3:
  %4 = landingpad { ptr, i32 }
          filter [2 x ptr] [ptr @ti, ptr @tj]
          filter [0 x ptr] zeroinitializer
          filter [1 x ptr] [ptr null]
  resume { ptr, i32 } %4

p4:
  %5 = landingpad { ptr, i32 }
          cleanup
          catch ptr @ti
          filter [1 x ptr] [ptr @tj]
          catch ptr @tj
  unreachable
}
