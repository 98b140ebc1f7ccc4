#!/usr/bin/env bash
# Without optimization, LLVM 11 stores a value behind the `callbr` of its block, where the indirect destination misses it.
#
# Seen with LLVM 11.0 (in llvmlite 0.37.0): %y is made before the assembly, which may jump to %out, and %out returns
# it by a `phi`. The stores of %y follow the assembly, so that the jump skips it and %out reads what was on the stack.
# LLVM 10.0 (in llvmlite 0.36.0) stores it before. In LLVM 11, the instruction for such assembly was no terminator any
# more, as its results are to be used behind it, while the register allocator stored the values of a block before its
# terminators. One expects a value that is made before the assembly to be there wherever that jumps to.
#
# Needs bash, python3 with pip, unzip, and the network; x86-64 with glibc. Fails if a release does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >a.ll <<'LL'
target triple = "x86_64-unknown-linux-gnu"
define i32 @f(i32 %x) {
entry:
  %y = add i32 %x, 7
  callbr void asm sideeffect "testl $0, $0; jz ${1:l}", "r,X"(i32 %x, i8* blockaddress(@f, %out))
          to label %next [label %out]
next:
  %z = mul i32 %y, 3
  br label %out
out:
  %r = phi i32 [ %y, %entry ], [ %z, %next ]
  ret i32 %r
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
for name in ["InitializeNativeTarget", "InitializeNativeAsmPrinter", "InitializeNativeAsmParser"]:
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
machine = create(target, triple, b"", b"", 0, b"pic", b"default", 0, 0, b"")
emit = function("TargetMachineEmitToMemory", pointer, pointer, pointer, number, ctypes.POINTER(text))
code = emit(machine, module, 0, ctypes.byref(error))
start, size = function("GetBufferStart", pointer, pointer)(code), function("GetBufferSize", ctypes.c_size_t, pointer)(code)
print(ctypes.string_at(start, size).decode())
PY

check() { # LLVMLITE STORES-BEFORE STORES-BEHIND
  mkdir "$1"
  pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.8 \
    --platform manylinux2014_x86_64 --platform manylinux2010_x86_64 --dest "$1" "llvmlite==$1"
  unzip -q "$1"/*.whl -d "$1"
  python3 compile.py "$1/llvmlite/binding/libllvmlite.so" >a.s
  # %y and what %out is to return have a stack slot each.
  before=$(sed -n '/^f:/,/testl/p' a.s | grep -cE 'movl.*%e.., -[0-9]+\(%rsp\)' || true)
  behind=$(sed -n '/testl/,/jmp/p' a.s | grep -cE 'movl.*%e.., -[0-9]+\(%rsp\)' || true)
  [ "$before $behind" = "$2 $3" ] || { echo "llvmlite $1: $before stores before and $behind behind"; cat a.s; exit 1; }
}
check 0.36.0 2 0
check 0.37.0 0 2
echo "as described: LLVM 11 stores the value behind the assembly"
