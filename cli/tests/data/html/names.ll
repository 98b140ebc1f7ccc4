; Names that would end a script or begin a comment if they stood in a page as they are.
define void @"</script><script>document.title='broken'</script>"() {
  ret void
}
define void @"<!--<script>&amp;\22\5C"() {
  call void @"</script><script>document.title='broken'</script>"()
  ret void
}
