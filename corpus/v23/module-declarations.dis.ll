; ModuleID = 'module-declarations.bc'
source_filename = "module-declarations.ll"

; Function Attrs: nounwind
declare i32 @a(i32) #0

; Function Attrs: nounwind willreturn
declare i32 @b(i32) #1

; Function Attrs: nounwind
declare i32 @c(i32) #0

declare void @d() #2

declare void @e()

attributes #0 = { nounwind }
attributes #1 = { nounwind willreturn }
attributes #2 = { "b" "only"="strings" }
