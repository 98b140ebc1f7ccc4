#!/usr/bin/env bash
# Until LLVM 6, the optimizer removes what a function stores in a variable that it passes by copy in a tail call.
#
# Seen with LLVM 6.0 (in llvmlite 0.26.0): at level 2, the store of 42 in %a goes, and the call passes an undefined
# value. With `call` in place of `tail call` it stays. LLVM 7.0 (in llvmlite 0.28.0) keeps it both ways. Alias analysis
# took it that no tail call reads the stack of its caller, also where `byval` has the call itself read it. Since `tail`
# only says that the callee does not touch variables of the caller, one expects a copy to be made before.
#
# Needs bash, python3 with pip, unzip, and the network; x86-64 with glibc. Fails if a release does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for kind in "tail call" "call"; do
  cat >"${kind/ /-}.ll" <<LL
target triple = "x86_64-unknown-linux-gnu"
%s = type { i64, i64, i64 }
declare void @use(%s* byval align 8)
define void @f() {
  %a = alloca %s, align 8
  %p = getelementptr %s, %s* %a, i64 0, i32 0
  store i64 42, i64* %p, align 8
  $kind void @use(%s* byval align 8 %a)
  ret void
}
LL
done
cat >optimize.py <<'PY'
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


def function(name, result, *arguments):
    found = getattr(library, "LLVMPY_" + name)
    found.restype, found.argtypes = result, arguments
    return found


pointer = ctypes.c_void_p
text = ctypes.c_char_p()
with open(sys.argv[2], "rb") as file:
    context = function("GetGlobalContext", pointer)()
    parse = function("ParseAssembly", pointer, pointer, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p))
    module = parse(context, file.read(), ctypes.byref(text))
builder = function("PassManagerBuilderCreate", pointer)()
function("PassManagerBuilderSetOptLevel", None, pointer, ctypes.c_uint)(builder, 2)
passes = function("CreatePassManager", pointer)()
function("PassManagerBuilderPopulateModulePassManager", None, pointer, pointer)(builder, passes)
function("RunPassManager", ctypes.c_int, pointer, pointer)(passes, module)
show = function("PrintModuleToString", None, pointer, ctypes.POINTER(ctypes.c_char_p))
show(module, ctypes.byref(text))
print(text.value.decode())
PY

check() { # LLVMLITE FILE STORES
  if [ ! -d "$1" ]; then
    mkdir "$1"
    pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.6 \
      --platform manylinux1_x86_64 --dest "$1" "llvmlite==$1"
    unzip -q "$1"/*.whl -d "$1"
  fi
  python3 optimize.py "$1/llvmlite/binding/libllvmlite.so" "$2" >out.txt
  grep -q 'call void @use' out.txt || { echo "llvmlite $1, $2: no call"; exit 1; }
  stores=$(grep -c 'store i64 42' out.txt || true)
  [ "$stores" = "$3" ] || { echo "llvmlite $1, $2: $stores stores, expected $3"; exit 1; }
}
check 0.26.0 tail-call.ll 0
check 0.26.0 call.ll 1
check 0.28.0 tail-call.ll 1
check 0.28.0 call.ll 1
echo "as described: LLVM 6 passes an undefined value in a tail call"
