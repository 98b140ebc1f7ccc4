//! `cargo xtask`: maintenance commands.
use std::process::ExitCode;

mod bench;
mod bridge;
mod capi;
mod ci;
mod codegen;
mod containers;
mod corpus;
mod demands;
mod dist;
mod documents;
mod edited;
mod fidelity;
mod fold_diff;
mod folding_page;
mod fuzz;
mod fuzz_seeds;
mod generate;
mod intrinsic_history;
mod intrinsic_signatures;
mod intrinsic_types;
mod intrinsics;
mod libcalls;
mod lit;
mod llvm;
mod manifest;
mod old_corpus;
mod older;
mod oracle;
mod parallel;
mod pgo;
mod processors;
mod random_edits;
mod readmes;
mod release_corpus;
mod selection;
mod symbols;
mod tables_page;
mod tidy;
mod translate_page;
mod translated;
mod verifier_messages;
mod verify_diff;
mod versions;

const USAGE: &str = "usage: cargo xtask COMMAND

  corpus [--check]   make corpus/ anew from installed tools of LLVM 22 (and 13 to 21), or verify it against its manifest (needs no LLVM)
  corpus N           make corpus/vN anew from installed tools of LLVM N, from 23 on
  oracle [DIR]       compare bcconv with the installed tools of LLVM 13 to 23, or of --llvm N, over every .bc and .ll below DIR
                     (default: corpus/vN)
  generate DIR [N]   write bitcode of N generated modules below DIR (default: 500), and have LLVM 23 verify each
  fidelity DIR...    compare bcconv with the LLVM that each bitcode file below DIR is of (see --help after it)
  lit LLVM_TEST_DIR  run LLVM's own tests of its tools with LLVM's tools and with ours (see --help after it)
  fuzz [TARGET...]   run the fuzz targets, a minute each (--time SECONDS, --runs N, --seed N, --jobs N; --quick: a faster build, slower programs; --seeds: only make seeds in fuzz/corpus)
  verify-diff [IN...]  damage valid texts and compare what llvm-as of LLVM 23 and ours say about them (see --help after it)
  fold-diff          compare what LLVM's readers and ours make of constant expressions (see --help after it)
  random-edits [IN...]  make random edits by bctk-edit in generated modules or in files, and check the results (see --help after it)
  demands [DIR...]   ask each LLVM how many operands it takes in each record, and compare that with the schema (see --help after it)
  translate [FILE...]  translate to each installed LLVM, which must take the result (see --help after it)
  translate --run [SOURCE...]  translate programs, and run what each LLVM makes of them; --csmith COUNT and --generate COUNT make programs
  bridge             link C and Rust as one with lld of other LLVMs than rustc's, through `bctk bridge` (see --help after it)
  bench [FILE...]    compare our tools with those of LLVM 22: time, memory, threads, goals, past results (see --help after it)
  dist               make the packages of a release: archive, Debian package, checksums, bill of materials (see --help after it)
  pgo [FILE...]      build the programs for a release with a profile of what they do (see --help after it)
  codegen            write docs/format from the record schema, and the header of the C API from its sources
  capi PREFIX        build the C library and install it with its header (see --help after it)
  intrinsics [N=INC...] [N:LIB...]  write the table of intrinsics from the headers of LLVM 22 and 23 (INC where one is not installed) and the
                     answers of llvm-dis-4 to 21 and 24, which must be on the PATH; LIB, LLVM's library of release N, tells the names that it has;
                     --newer: only what LLVM 24 answers; --types [--only N,…] [--old DIR] [--bin DIR]: only whether the verifiers of LLVM 4 to 21 take
                     the signatures of the table
  libcalls [INC]     write the table of functions of runtime libraries from the same
  processors DIR     write the table of processors and target features from the lists in DIR, one for each release and target
  select [INTRINSIC...]  which intrinsics the code generators of older releases select, and with which results (see --help after it)
  tidy               house rules that no compiler checks
  ci                 everything that must pass: .ci/run
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let outcome = match command.as_str() {
        "corpus" => corpus::run(&rest),
        "oracle" => oracle::run(&rest),
        "dist" => dist::run(&rest),
        "pgo" => pgo::run(&rest),
        "generate" => generate::run(&rest),
        "fidelity" => fidelity::run(&rest),
        "demands" => demands::run(&rest),
        "fold-diff" => fold_diff::run(&rest),
        "fuzz" => fuzz::run(&rest),
        "bench" => bench::run(&rest),
        "bridge" => bridge::run(&rest),
        "capi" => capi::run(&rest),
        "codegen" => codegen::run(&rest),
        "intrinsics" => intrinsics::run(&rest),
        "lit" => lit::run(&rest),
        "libcalls" => libcalls::run(&rest),
        "processors" => processors::run(&rest),
        "random-edits" => random_edits::run(&rest),
        "select" => selection::run(&rest),
        "tidy" => tidy::run(&rest),
        "translate" => translated::run(&rest),
        "verify-diff" => verify_diff::run(&rest),
        "ci" => ci::run(&rest),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask {command}: {message}");
            ExitCode::FAILURE
        }
    }
}
