; ModuleID = 'eh-clauses.bc'
source_filename = "eh-clauses.ll"

@a = external constant i32
@b = external constant i32

declare i32 @personality(...)

declare void @f()

define void @g() personality ptr @personality {
  invoke void @f()
          to label %return unwind label %first

first:                                            ; preds = %0
  %1 = landingpad { ptr, i32 }
          catch ptr @a
          catch ptr @b
          catch ptr @a
          filter [2 x ptr] [ptr @a, ptr @b]
          catch ptr @a
          catch ptr @b
  invoke void @f()
          to label %return unwind label %second

second:                                           ; preds = %first
  %2 = landingpad { ptr, i32 }
          filter [1 x ptr] [ptr @a]
          catch ptr @a
          catch ptr @a
          filter [2 x ptr] [ptr @b, ptr @a]
  unreachable

return:                                           ; preds = %first, %0
  ret void
}
