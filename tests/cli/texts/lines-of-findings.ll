; What the verifier finds in a text is shown with its line: an instruction, a function, an alias, a node.
; FAIL: %bcconv --check %s
@h = alias i32, ptr @missing
@missing = external global i32

define i1 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b

a:
  %x = freeze i1 %c
  br label %b

b:
  ret i1 %x
}

define void @g() !prof !2 {
  ret void
}

!named = !{!0}
!llvm.ident = !{!3}
!0 = !DILocalVariable(name: "x", scope: !1)
!1 = !DIFile(filename: "a", directory: "b")
!2 = !{!"function_entry_count"}
!3 = !{!"a", !"b"}
