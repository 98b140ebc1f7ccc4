#!/usr/bin/env bash
# `llvm.minimumnum` of two numbers is the greater one on x86 with LLVM 20 and 21.
#
# Seen with clang 20.1.8 and 21.1.8 for x86-64, at -O0 and at -O2 alike: minimumnum(0, -2) is 0 and maximumnum(0, -2) is -2;
# minimumnum(1, -2) is 1 and maximumnum(1, -2) is -2. minimumnum(-2, 1) is 1. clang 23.1.4 computes -2 and 0, -2 and 1,
# and -2. One expects a reader to be able to rely on an intrinsic that a release has, names and verifies.
#
# Needs bash, python3 with venv, a linker and libc for C, and the network. Fails if a program prints something else.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >a.ll <<'LL'
declare double @llvm.minimumnum.f64(double, double)
declare double @llvm.maximumnum.f64(double, double)
define double @least(double %a, double %b) {
  %r = call double @llvm.minimumnum.f64(double %a, double %b)
  ret double %r
}
define double @most(double %a, double %b) {
  %r = call double @llvm.maximumnum.f64(double %a, double %b)
  ret double %r
}
LL
cat >b.c <<'C'
#include <stdio.h>
double least(double, double), most(double, double);
int main(void) {
  volatile double zero = 0, one = 1, minus_two = -2;
  printf("%g %g, ", least(zero, minus_two), most(zero, minus_two));
  printf("%g %g, %g\n", least(one, minus_two), most(one, minus_two), least(minus_two, one));
}
C

for version in 20.1.8 21.1.8 23.1.4.post8; do
  python3 -m venv room
  for package in core toolchain-tools clang; do
    room/bin/pip install -q --disable-pip-version-check "karellen-llvm-$package==$version"
  done
  room/bin/python -c pass # The wheels complete their links when Python starts.
  for level in -O0 -O2; do
    LD_LIBRARY_PATH="$dir/room/lib:$dir/room/lib/x86_64-unknown-linux-gnu" \
      room/bin/clang --target=x86_64-unknown-linux-gnu -Wno-override-module "$level" -c a.ll -o a.o
    cc b.c a.o -o program
    case $version in
    23.*) wanted='-2 0, -2 1, -2' ;;
    *) wanted='0 -2, 1 -2, 1' ;;
    esac
    printed=$(./program)
    [ "$printed" = "$wanted" ] || { echo "$version $level: $printed"; exit 1; }
  done
  rm -rf room
done
echo "as described: the greater number with 20 and 21, the lesser one with 23"
