#!/usr/bin/env bash
# LLVM 4 changes the address of a constant `getelementptr` whose indices are beyond their arrays.
#
# Seen with LLVM 4.0 (in llvmlite 0.20.0): of `[2 x [4 x i32]]* @a, i64 0, i64 2, i64 5`, which is 52 bytes behind @a, the
# parser makes `i64 2, i64 1, i64 1`, which is 84 bytes behind it. LLVM 5.0 (in llvmlite 0.21.0) makes
# `i64 1, i64 1, i64 1`, 52 bytes. Both carry 5 = 1 * 4 + 1 to the index before, which becomes 3 = 1 * 2 + 1 and is
# carried on; LLVM 4 had carried that index once before it grew, and adds both. One expects folding to keep an address.
#
# Needs bash, python3 with pip, unzip, and the network; x86-64 with glibc. Fails if a release does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >a.ll <<'LL'
@a = global [2 x [4 x i32]] zeroinitializer
@p = global i32* getelementptr ([2 x [4 x i32]], [2 x [4 x i32]]* @a, i64 0, i64 2, i64 5)
LL
cat >parse.py <<'PY'
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.LLVMPY_GetGlobalContext.restype = ctypes.c_void_p
library.LLVMPY_ParseAssembly.restype = ctypes.c_void_p
text = ctypes.c_char_p()
with open("a.ll", "rb") as file:
    context = ctypes.c_void_p(library.LLVMPY_GetGlobalContext())
    module = library.LLVMPY_ParseAssembly(context, file.read(), ctypes.byref(text))
library.LLVMPY_PrintModuleToString(ctypes.c_void_p(module), ctypes.byref(text))
print(text.value.decode())
PY

check() { # LLVMLITE INDICES
  mkdir "$1"
  pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.6 \
    --platform manylinux1_x86_64 --dest "$1" "llvmlite==$1"
  unzip -q "$1"/*.whl -d "$1"
  python3 parse.py "$1/llvmlite/binding/libllvmlite.so" >a.txt
  grep -q "@a, $2)" a.txt || { echo "llvmlite $1: $(grep '^@p' a.txt)"; exit 1; }
}
check 0.20.0 'i64 2, i64 1, i64 1'
check 0.21.0 'i64 1, i64 1, i64 1'
echo "as described: another address in LLVM 4"
