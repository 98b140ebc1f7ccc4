#!/bin/sh
# Makes the bitcode of this folder with clang 22.
set -e
cd "$(dirname "$0")"
for name in old new; do
  clang-22 -target x86_64-unknown-linux-gnu -O1 -g -c -emit-llvm -ffile-compilation-dir=. -o $name.bc $name.c
done
llvm-as-22 -o ../html/names.bc ../html/names.ll
seq -f 'define void @f%g() { ret void }' 1000 | llvm-as-22 -o ../html/many.bc -
