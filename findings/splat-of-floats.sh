#!/usr/bin/env bash
# A vector of equal floating-point numbers that clang 23 writes is `undef` for LLVM 17 and 18, which say nothing.
#
# Seen with LLVM 23.1.4 as the writer: of `{1.5, 1.5}` and `{1.0, 2.0}`, both `<2 x double>`, llvm-dis 17.0.6 and 18.1.8
# print `undef` and the second vector as it is, exit with 0 and write no message; llvm-dis 20.1.8 prints
# `splat (double 1.500000e+00)`. The same holds for 13 and 16. LLVM 23 writes the first vector as one FLOAT record
# whose type is the vector; a reader until 18 takes such a record for `undef`. One expects older readers to refuse what
# they do not know, as they do with new opcodes and attributes.
#
# Needs bash, python3 with venv, and the network. Fails if a tool does something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
install() { # MAJOR VERSION PACKAGE...
  local major=$1 version=$2 package
  python3 -m venv "room$major"
  for package in "${@:3}"; do
    "room$major/bin/pip" install -q --disable-pip-version-check "karellen-llvm-$package==$version"
  done
  "room$major/bin/python" -c pass # The wheels complete their links when Python starts.
}
tool() { # MAJOR NAME ARGUMENT...
  local room=$dir/room$1 name=$2
  shift 2
  LD_LIBRARY_PATH="$room/lib:$room/lib/x86_64-unknown-linux-gnu" "$room/bin/$name" "$@"
}
install 23 23.1.4.post8 core toolchain-tools clang
install 20 20.1.8 core toolchain-tools
install 18 18.1.8.0 core toolchain-tools
install 17 17.0.6.0 core toolchain-tools

cat >a.c <<'C'
typedef double pair __attribute__((vector_size(16)));
pair equal = {1.5, 1.5};
pair unequal = {1.0, 2.0};
C
tool 23 clang --target=x86_64-unknown-linux-gnu -c -emit-llvm a.c -o a.bc

for major in 17 18 20; do
  tool "$major" llvm-dis a.bc -o a.ll 2>messages
  [ ! -s messages ] || { echo "llvm-dis of $major says: $(cat messages)"; exit 1; }
  case $major in
  20) wanted='<2 x double> splat (double 1.500000e+00)' ;;
  *) wanted='<2 x double> undef' ;;
  esac
  grep -qF "@equal = dso_local global $wanted" a.ll || { echo "$major: $(grep '^@equal' a.ll)"; exit 1; }
  grep -qF '@unequal = dso_local global <2 x double> <double 1.000000e+00, double 2.000000e+00>' a.ll
done
echo "as described: undef in LLVM 17 and 18"
