; RUN: %llvm-as-19 %s -o -
; ORACLE: llvm-as-19 %s -o -
; RUN: %llvm-as-14 %s -o -
; ORACLE: llvm-as-14 %s -o -
@a = private global i32 0, section "__DATA, __objc_catlist, regular, no_dead_strip"
@b = private global i32 0, section "__DATA, __other, regular"
