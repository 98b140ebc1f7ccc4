; Declarations only, with attribute groups that repeat.
declare i32 @a(i32) #0
declare i32 @b(i32) #1
declare i32 @c(i32) #0
declare void @d() #2
declare void @e()

attributes #0 = { nounwind }
attributes #1 = { nounwind willreturn }
attributes #2 = { "only"="strings" "b" }
