#!/usr/bin/env bash
# The text that LLVM 14 prints of a bitcode file depends on the allocator.
#
# Seen with LLVM 14.0.6 (in llvmlite 0.41.1): a variable is initialized with `shl (A, sub (-1, B))`, where A and B are
# `shufflevector` expressions with undefined masks. With the allocator of glibc it is `zeroinitializer`; with one that
# gives each block a lower address than the one before, it is `poison`. The reader makes all shuffles at the end of the
# block of constants and has placeholders until then; it replaces them in the order of their addresses, and constants
# are folded again after each. If A comes first, an undefined value is shifted, which is zero; if B comes first, the
# distance is undefined, and the result is poison. One expects the same text of the same file, since the reader of
# LLVM is used to tell whether two files are the same.
#
# Needs bash, python3 with pip, unzip, cc, and the network; x86-64 with glibc. Fails if it does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# A bitcode file without abbreviations. Assemblers fold expressions, so the records are written one by one.
cat >make.py <<'PY'
bits = []


def fixed(value, width):
    bits.extend(value >> at & 1 for at in range(width))


def vbr(value, width):
    while value >> (width - 1):
        fixed(value & ((1 << width - 1) - 1) | 1 << width - 1, width)
        value >>= width - 1
    fixed(value, width)


def align():
    fixed(0, -len(bits) % 32)


def record(code, *operands):
    fixed(3, 2)
    for number in (code, len(operands), *operands):
        vbr(number, 6)


def block(kind, *contents):
    fixed(1, 2)
    vbr(kind, 8)
    vbr(2, 4)
    align()
    place = len(bits)
    fixed(0, 32)
    for content in contents:
        content()
    fixed(0, 2)
    align()
    words = (len(bits) - place) // 32 - 1
    bits[place : place + 32] = [words >> at & 1 for at in range(32)]


def types():
    record(1, 3)  # how many
    record(7, 32)  # 0: i32
    record(12, 1, 0)  # 1: <1 x i32>
    record(12, 2, 0)  # 2: <2 x i32>


def constants():
    record(1, 1)  # of type <1 x i32>
    record(3)  # 1: undef, the masks
    record(22, 2**32 - 1)  # 2: -1
    record(22, 7)  # 3
    record(22, 31)  # 4
    record(1, 2)  # of type <2 x i32>
    record(22, 5, 6)  # 5
    record(1, 1)  # of type <1 x i32>
    record(19, 2, 5, 5, 1)  # 6: A, a shuffle of another type
    record(16, 3, 4, 1)  # 7: B, a shuffle
    record(10, 1, 2, 7)  # 8: sub -1, B
    record(10, 7, 6, 8)  # 9: shl A, (sub -1, B)


def module():
    record(1, 1)  # the version
    block(17, types)
    record(7, 1, 2, 10, 0, 0, 0)  # a variable, initialized with constant 9
    block(11, constants)


fixed(0xDEC04342, 32)
block(13, lambda: record(1, *b"LLVM14.0.6"), lambda: record(2, 0))
block(8, module)
with open("a.bc", "wb") as file:
    file.write(bytes(sum(bits[at + bit] << bit for bit in range(8)) for at in range(0, len(bits), 8)))
PY
python3 make.py

cat >down.c <<'C'
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

static char *next;

static void *take(size_t size, size_t align) {
  size_t room = (size_t)1 << 36;
  if (!next)
    next = (char *)mmap(0, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) + room;
  if (align < 16)
    align = 16;
  char *block = (char *)(((size_t)next - size) & ~(align - 1));
  next = block - 16;
  ((size_t *)block)[-1] = size;
  return block;
}

void *malloc(size_t size) { return take(size, 16); }
void free(void *block) { (void)block; }
void *calloc(size_t count, size_t size) { return take(count * size, 16); }
void *memalign(size_t align, size_t size) { return take(size, align); }
void *aligned_alloc(size_t align, size_t size) { return take(size, align); }
size_t malloc_usable_size(void *block) { return block ? ((size_t *)block)[-1] : 0; }
int posix_memalign(void **block, size_t align, size_t size) {
  *block = take(size, align);
  return 0;
}
void *realloc(void *old, size_t size) {
  void *block = take(size, 16);
  size_t before = malloc_usable_size(old);
  if (old)
    memcpy(block, old, before < size ? before : size);
  return block;
}
C
cc -O1 -shared -fPIC -o down.so down.c

cat >read.py <<'PY'
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.LLVMPY_GetGlobalContext.restype = ctypes.c_void_p
library.LLVMPY_ParseBitcode.restype = ctypes.c_void_p
text = ctypes.c_char_p()
with open("a.bc", "rb") as file:
    data = file.read()
context = ctypes.c_void_p(library.LLVMPY_GetGlobalContext())
module = library.LLVMPY_ParseBitcode(context, data, ctypes.c_size_t(len(data)), ctypes.byref(text))
library.LLVMPY_PrintModuleToString(ctypes.c_void_p(module), ctypes.byref(text))
print(text.value.decode())
PY
pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.9 \
  --platform manylinux2014_x86_64 --dest wheel llvmlite==0.41.1
unzip -q wheel/*.whl -d llvmlite

check() { # ALLOCATOR INITIALIZER
  LD_PRELOAD=$1 python3 read.py llvmlite/llvmlite/binding/libllvmlite.so >a.txt
  grep -qx "@0 = global <1 x i32> $2" a.txt || { echo "with '$1': $(grep '^@0' a.txt)"; exit 1; }
}
check '' zeroinitializer
check "$PWD/down.so" poison
echo "as described: the text depends on the allocator"
