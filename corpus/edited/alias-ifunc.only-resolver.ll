; ModuleID = 'alias-ifunc.bc'
source_filename = "alias-ifunc.ll"

declare void @fn(i32, ...)

define ptr @resolver() {
  ret ptr @fn
}
