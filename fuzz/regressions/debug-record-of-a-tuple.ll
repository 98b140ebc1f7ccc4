define void @foo() {
entry:
  %s = alloca i32
    #dbg_value(ptr %s, !DILocalVariable(scope: !1), !{}, !DILocation(scope: !1))
  ret void
}

!1 = distinct !DISubprogram()
