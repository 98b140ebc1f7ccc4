#!/bin/sh
# Makes the inputs and what llvm-nm 22 says of them. LLVM 22's tools must be in PATH.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
cat > "$work/a.c" <<'END'
extern int ext(int);
extern int extv;
extern __attribute__((weak)) int wext(void);
int glob = 1;
static int loc = 2;
const int ro = 3;
int bss[3];
__attribute__((weak)) int wdef(void) { return loc; }
__attribute__((weak)) int wv = 3;
__attribute__((visibility("hidden"))) int hid(void) { return bss[0]++; }
static __attribute__((noinline)) int st(int x) { return x * loc; }
int f(int a) { loc++; return st(a) + ext(a) + extv + glob + ro + (wext ? wext() : 0) + hid(); }
END
build() {
  target=$1
  shift
  clang --target="$target" -O1 -ffile-prefix-map="$work"=/src -fdebug-compilation-dir=/src "$@"
}
build wasm32-unknown-unknown -c "$work/a.c" -o a.wasm.o
build wasm64-unknown-unknown -c "$work/a.c" -o a.wasm64.o
build powerpc-ibm-aix -c "$work/a.c" -o a.xcoff32.o
build powerpc64-ibm-aix -c "$work/a.c" -o a.xcoff64.o
build x86_64-linux-gnu -g -gdwarf-4 -c "$work/a.c" -o a.elf.o
build riscv64-linux-gnu -g -c "$work/a.c" -o a.riscv.o
build i686-linux-gnu -g -ffunction-sections -fcommon -c "$work/a.c" -o a.i686.o
build x86_64-apple-macosx11 -c "$work/a.c" -o a.x86_64.macho.o
build arm64-apple-macosx11 -c "$work/a.c" -o a.arm64.macho.o
build x86_64-pc-windows-msvc -c "$work/a.c" -o a.coff.obj
build x86_64-linux-gnu -fembed-bitcode -c "$work/a.c" -o a.embedded.o
printf 'LIBRARY lib.dll\nEXPORTS\n  fun\n  var DATA\n  con CONSTANT\n' > "$work/lib.def"
rm -f ./*.a ./*.lib
llvm-dlltool -m i386:x86-64 -d "$work/lib.def" -l import.lib
llvm-dlltool -m arm64ec -d "$work/lib.def" -l ec.lib
llvm-ar --format gnu rcsD gnu.a a.elf.o a.riscv.o
llvm-ar --format bsd rcsD bsd.a a.elf.o a.wasm.o
llvm-ar --format darwin rcsD darwin.a a.x86_64.macho.o
llvm-ar --format darwin rcsD darwin-arm64.a a.arm64.macho.o
llvm-ar --format coff rcsD coff.a a.coff.obj
llvm-ar --format bigarchive rcsD big.a a.xcoff32.o a.xcoff64.o
llvm-ar --thin rcsD thin.a a.elf.o a.i686.o
llvm-lipo -create a.x86_64.macho.o a.arm64.macho.o -output fat.macho
llvm-lipo -create darwin.a darwin-arm64.a -output fat.lib
python3 images.py
printf "VERS_1 { global: f; };\nVERS_2 { global: glob; };\n" > "$work/map"
clang --target=x86_64-linux-gnu -O1 -fPIC -c "$work/a.c" -o "$work/pic.o"
ld -shared -nostdlib --hash-style=gnu -z noseparate-code --version-script "$work/map" "$work/pic.o" -o versions.so
rm -r "$work"
python3 lists.py > lists.txt
