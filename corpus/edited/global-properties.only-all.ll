; ModuleID = 'global-properties.bc'
source_filename = "global-properties.ll"
target triple = "x86_64-unknown-linux-gnu"

$c = comdat any

@all = hidden unnamed_addr constant i32 0, section "s", partition "p", code_model "large", no_sanitize_address, comdat($c), align 32, !type !0 #0

attributes #0 = { "k2"="v\22\\" "key" }

!0 = !{i64 8, !"typeid2"}
