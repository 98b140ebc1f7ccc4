; ModuleID = 'comdat.bc'
source_filename = "comdat.ll"

$any = comdat any

@any = global i32 0, comdat
