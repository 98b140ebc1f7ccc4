; ModuleID = 'comdat.bc'
source_filename = "comdat.ll"

$fn = comdat any

$any = comdat any

$exact = comdat exactmatch

$largest = comdat largest

$nodup = comdat nodeduplicate

$same = comdat samesize

$"odd name" = comdat any

@any = global i32 0, comdat
@v1 = global i32 0, comdat($any)
@exact = linkonce_odr global i32 0, comdat
@largest = weak_odr global i32 0, comdat
@nodup = global i32 0, comdat
@same = weak global i32 0, comdat
@"odd name" = global i32 0, comdat
@v2 = internal global i32 0, section "s", comdat($"odd name"), align 4

define linkonce_odr void @fn() comdat {
  ret void
}

define internal void @helper() section ".text.h" comdat($fn) align 16 {
  ret void
}
