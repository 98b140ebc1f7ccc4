; ModuleID = 'global-properties.bc'
source_filename = "global-properties.ll"
target triple = "x86_64-unknown-linux-gnu"

$c = comdat any

$same_name = comdat largest

@s = global i32 0, section ".mysec"
@sq = global i32 0, section "quote\22 back\\ nl\0A end"
@pt = global i32 0, partition "part1"
@al1 = global i32 0, align 1
@al2 = global i64 0, align 4294967296
@co = global i32 0, comdat($c)
@same_name = global i32 0, comdat
@m0 = external global i32, code_model "tiny"
@m1 = external global i32, code_model "small"
@m2 = external global i32, code_model "kernel"
@m3 = external global i32, code_model "medium"
@m4 = external global i32, code_model "large"
@n0 = global i32 0, no_sanitize_address
@n1 = global i32 0, no_sanitize_hwaddress
@n2 = global i32 0, sanitize_memtag
@n3 = global i32 0, sanitize_address_dyninit
@n4 = global i32 0, no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit, align 8
@at0 = global i32 0 #0
@at1 = global i32 0, section "x", align 4 #1
@at2 = global i32 0 #2
@md0 = global i32 0, !type !0
@md1 = global i32 0, align 8, !type !0, !type !1, !associated !2
@md2 = external global i32, !absolute_symbol !3
@all = internal unnamed_addr constant i32 0, section "s", partition "p", code_model "large", no_sanitize_address, comdat($c), align 32, !type !1 #1

attributes #0 = { "bss-section"="mybss" "data-section"="mydata" }
attributes #1 = { "k2"="v\22\\" "key" }
attributes #2 = { "bss-section"="b" "one-off" }

!0 = !{i64 0, !"typeid1"}
!1 = !{i64 8, !"typeid2"}
!2 = !{ptr @s}
!3 = !{i64 0, i64 256}
