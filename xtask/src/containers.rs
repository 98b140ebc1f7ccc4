//! The part of `cargo xtask corpus` that makes `corpus/containers`: containers of bitcode, and what LLVM's own tools extract from them.
use std::collections::BTreeMap;
use std::path::Path;

use crate::llvm;

/// A tool of LLVM, what it makes (files in `corpus/containers`, or none for an intermediate one), its arguments, with words of [`SHORT`].
const STEPS: &[(&str, &[&str], &str)] = &[
    ("clang", &["a.bc"], "{E} -emit-llvm ../src/part-a.c -o a.bc"),
    ("clang", &["b.bc"], "{E} -emit-llvm ../src/part-b.c -o b.bc"),
    ("clang", &["a.o"], "{E} -fembed-bitcode=all ../src/part-a.c -o a.o"),
    ("clang", &[], "{E} -fembed-bitcode=bitcode ../src/part-b.c -o b.tmp"),
    ("clang", &["fat-lto.o"], "{E} -flto -ffat-lto-objects ../src/part-a.c -o fat-lto.o"),
    ("clang", &["macho.o"], "--target=arm64-apple-macosx11 {F} -fembed-bitcode=bitcode ../src/part-a.c -o macho.o"),
    ("clang", &["coff.obj"], "--target=x86_64-pc-windows-msvc {F} -fembed-bitcode=bitcode ../src/part-a.c -o coff.obj"),
    ("clang", &["wasm.o"], "--target=wasm32-unknown-unknown {F} -fembed-bitcode=bitcode ../src/part-a.c -o wasm.o"),
    // What lies in these.
    ("llvm-objcopy", &["fat-lto.bc"], "--dump-section=.llvm.lto=fat-lto.bc fat-lto.o /dev/null"),
    ("llvm-objcopy", &["macho.bc"], "--dump-section=__LLVM,__bitcode=macho.bc macho.o /dev/null"),
    ("llvm-objcopy", &["coff.bc"], "--dump-section=.llvmbc=coff.bc coff.obj /dev/null"),
    ("llvm-objcopy", &["wasm.bc"], "--dump-section=.llvmbc=wasm.bc wasm.o /dev/null"),
    // A linked section, with zeros between its parts.
    ("llvm-objcopy", &[], "--set-section-alignment .llvmbc=16 a.o a-aligned.tmp"),
    ("llvm-objcopy", &[], "--set-section-alignment .llvmbc=16 b.tmp b-aligned.tmp"),
    ("ld.lld", &["linked.o"], "-r b-aligned.tmp a-aligned.tmp -o linked.o"),
    ("llvm-objcopy", &["linked.section"], "--dump-section=.llvmbc=linked.section linked.o /dev/null"),
    // An object as wllvm and gllvm make it names the files with its bitcode.
    (
        "llvm-objcopy",
        &["named.o"],
        "--remove-section=.llvmbc --remove-section=.llvmcmd --add-section=.llvm_bc=../src/bitcode-paths.txt a.o named.o",
    ),
    ("llvm-objcopy", &["compressed.o"], "--compress-sections=.llvmbc=zlib a.o compressed.o"),
    ("llvm-ar", &["gnu.a"], "rcsD --format=gnu gnu.a a.o b.bc ../src/part-a.c a.bc"),
    ("llvm-ar", &["twice.a"], "qcsD --format=gnu twice.a a.bc ../multi/two.bc a.bc"),
    ("llvm-ar", &["bsd.a"], "rcsD --format=bsd bsd.a a.o b.bc"),
    ("llvm-ar", &["darwin.a"], "rcsD --format=darwin darwin.a macho.o b.bc"),
    ("llvm-ar", &["coff.lib"], "rcsD --format=coff coff.lib coff.obj b.bc"),
    ("llvm-ar", &["aix.a"], "rcsD --format=bigarchive aix.a a.bc b.bc"),
    ("llvm-ar", &["thin.a"], "rcsTD thin.a a.o b.bc"),
    ("clang", &[], "--target=x86_64-apple-macosx11 {F} -emit-llvm ../src/part-a.c -o x86-64.tmp"),
    ("llvm-lipo", &["universal.o"], "-create macho.o x86-64.tmp -output universal.o"),
    ("clang-offload-bundler", &["bundle.bundle"], "-type=bc {B} -input=a.bc -input=b.bc -output=bundle.bundle"),
    ("clang-offload-bundler", &["compressed.bundle"], "-type=bc -compress {B} -input=a.bc -input=b.bc -output=compressed.bundle"),
    ("clang-offload-bundler", &["bundle.o"], "-type=o {B} -input=a.o -input=b.bc -output=bundle.o"),
    ("llvm-offload-binary", &["offload.packed"], "-o offload.packed {A} {N}"),
    ("clang", &["offload.o"], "{E} -Xclang -fembed-offload-object=offload.packed ../src/part-a.c -o offload.o"),
    // The modules of a file of two.
    ("llvm-modextract", &["two.0.bc"], "-b -n 0 ../multi/two.bc -o two.0.bc"),
    ("llvm-modextract", &["two.1.bc"], "-b -n 1 ../multi/two.bc -o two.1.bc"),
    ("llvm-cat", &["cat.bc"], "-b a.bc b.bc -o cat.bc"),
    ("llvm-dis", &["a.dis.ll"], "a.bc -o a.dis.ll"),
];

/// The placeholder for several arguments.
const SHORT: &[(&str, &str)] = &[
    ("{E}", "--target=x86_64-unknown-linux-gnu {F}"),
    ("{F}", "-O1 -c -ffile-compilation-dir=/corpus"),
    ("{B}", "-targets=host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx906"),
    ("{A}", "--image=file=a.bc,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip"),
    ("{N}", "--image=file=b.bc,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=cuda"),
];

/// Makes `corpus/containers`; gives the maker of each file.
pub(crate) fn make(corpus: &Path, makers: &mut BTreeMap<String, String>) -> Result<(), String> {
    let dir = corpus.join("containers");
    // An archive that is there would be added to.
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for (name, outputs, args) in STEPS {
        let path = llvm::find(name).ok_or_else(|| format!("{name} of LLVM {} is not installed", llvm::MAJOR))?;
        let mut args = (*args).to_owned();
        for (short, long) in SHORT {
            args = args.replace(short, long);
        }
        let args: Vec<&str> = args.split_whitespace().collect();
        llvm::run(&path, &args, &dir)?;
        for output in *outputs {
            let version = llvm::version_of(&path).map(|(_, version)| format!(" {version}")).unwrap_or_default();
            makers.insert(format!("containers/{output}"), format!("{name}{version}"));
        }
    }
    for file in llvm::files_below(&dir, ".tmp")? {
        std::fs::remove_file(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}
