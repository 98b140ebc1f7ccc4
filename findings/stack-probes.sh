#!/usr/bin/env bash
# LLVM 10 and older take the way in which LLVM 11 probes the stack for the name of a function.
#
# Seen with LLVM 10.0 (in llvmlite 0.36.0): a function with `"probe-stack"="inline-asm"` and a large variable calls
# `"inline-asm"`, a symbol that nothing defines, with the size of the variable in %eax. LLVM 11.0 (in llvmlite 0.37.0)
# touches the stack page by page in the function itself. The value of the attribute was the name of a function before,
# and older releases neither know the new word nor say so: the error comes from the linker.
#
# Needs bash, python3 with pip, unzip, and the network; x86-64 with glibc. Fails if a release does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >a.ll <<'LL'
target triple = "x86_64-unknown-linux-gnu"
declare void @use(i8*)
define void @f() "probe-stack"="inline-asm" {
  %a = alloca [20000 x i8], align 16
  %p = getelementptr [20000 x i8], [20000 x i8]* %a, i64 0, i64 0
  call void @use(i8* %p)
  ret void
}
LL
cat >compile.py <<'PY'
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


def function(name, result, *arguments):
    found = getattr(library, "LLVMPY_" + name)
    found.restype, found.argtypes = result, arguments
    return found


pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
for name in ["InitializeNativeTarget", "InitializeNativeAsmPrinter"]:
    function(name, None)()
error = text()
with open("a.ll", "rb") as file:
    context = function("GetGlobalContext", pointer)()
    parse = function("ParseAssembly", pointer, pointer, text, ctypes.POINTER(text))
    module = parse(context, file.read(), ctypes.byref(error))
triple = b"x86_64-unknown-linux-gnu"
target = function("GetTargetFromTriple", pointer, text, ctypes.POINTER(text))(triple, ctypes.byref(error))
# Target, triple, processor, features, level, relocations, code model, comments, JIT, ABI.
create = function("CreateTargetMachine", pointer, pointer, text, text, text, number, text, text, number, number, text)
machine = create(target, triple, b"", b"", 2, b"pic", b"default", 0, 0, b"")
emit = function("TargetMachineEmitToMemory", pointer, pointer, pointer, number, ctypes.POINTER(text))
code = emit(machine, module, 0, ctypes.byref(error))
start, size = function("GetBufferStart", pointer, pointer)(code), function("GetBufferSize", ctypes.c_size_t, pointer)(code)
print(ctypes.string_at(start, size).decode())
PY

check() { # LLVMLITE PYTHON CALLS PAGES
  mkdir "$1"
  pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --python-version "$2" \
    --platform manylinux2014_x86_64 --platform manylinux2010_x86_64 --dest "$1" "llvmlite==$1"
  unzip -q "$1"/*.whl -d "$1"
  python3 compile.py "$1/llvmlite/binding/libllvmlite.so" >a.s
  calls=$(grep -cE 'call.*inline-asm' a.s || true)
  pages=$(grep -cE 'sub.*\$4096, %rsp' a.s || true)
  [ "$calls $pages" = "$3 $4" ] || { echo "llvmlite $1: $calls calls, $pages pages, expected $3 and $4"; exit 1; }
}
check 0.36.0 3.8 1 0
check 0.37.0 3.8 0 4
echo "as described: LLVM 10 calls a function named inline-asm"
