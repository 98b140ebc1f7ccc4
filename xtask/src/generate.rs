//! `cargo xtask generate DIR [COUNT [SEED]]`: writes bitcode of generated modules; the installed LLVM 23 must read and verify each.
//!
//! `cargo xtask oracle DIR` then compares what bcconv and LLVM make of them.
use bctk_generate::numbers::Numbers;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{llvm, parallel};

/// The default number of modules.
const COUNT: usize = 500;
/// The bytes from which one module is generated: the minimum, and the most added to it.
const BYTES: (usize, usize) = (200, 8000);

/// Runs the command; `Ok(false)` means that LLVM refuses a module.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (dir, rest) = args.split_first().ok_or("expected a folder")?;
    let number = |at: usize, default: usize| match rest.get(at) {
        None => Ok(default),
        Some(text) => text.parse::<usize>().map_err(|e| format!("{text}: {e}")),
    };
    let (count, seed) = (number(0, COUNT)?, number(1, 0)?);
    let dir = PathBuf::from(dir);
    std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let verifier = llvm::find_of("opt", bctk_ir::version::LlvmVersion::DEFAULT.major);
    if verifier.is_none() {
        println!("generate: nothing is verified: opt of LLVM {} is not installed", bctk_ir::version::LlvmVersion::DEFAULT.major);
    }
    let outcomes = parallel::each(&parallel::threads(), count, |_, at| one(&dir, seed + at, verifier.as_deref()).err());
    let faults: Vec<(usize, String)> = (seed..).zip(outcomes).filter_map(|(seed, fault)| Some((seed, fault?))).collect();
    for (seed, fault) in &faults {
        println!("{}: {}", name(*seed), fault.trim_end());
    }
    println!("generate: {count} modules, {} refused", faults.len());
    Ok(faults.is_empty())
}

fn name(seed: usize) -> String {
    format!("{seed:06}.bc")
}

/// The bytes for one module, from random numbers.
pub(crate) fn bytes(seed: usize) -> Vec<u8> {
    let mut numbers = Numbers::spread(seed as u64 + 1);
    let len = BYTES.0 + numbers.below(BYTES.1);
    numbers.bytes(len)
}

fn one(dir: &Path, seed: usize, verifier: Option<&Path>) -> Result<(), String> {
    let bytes = bytes(seed);
    let module = bctk_generate::module(&mut arbitrary::Unstructured::new(&bytes), &bctk_generate::Options::default())
        .map_err(|e| format!("not made: {e}"))?;
    let bitcode = bctk_bitcode::write(&module, &bctk_bitcode::WriteOptions::default()).map_err(|e| format!("not written: {e}"))?;
    let path = dir.join(name(seed));
    std::fs::write(&path, bitcode).map_err(|e| format!("{}: {e}", path.display()))?;
    let Some(verifier) = verifier else { return Ok(()) };
    let mut command = Command::new(verifier);
    command.args(["-passes=verify", "-disable-output"]).arg(&path).stdin(Stdio::null());
    let answer = command.output().map_err(|e| format!("{}: {e}", verifier.display()))?;
    let said = String::from_utf8_lossy(&answer.stderr);
    // A target that this LLVM was built without matters to no verifier. Any other warning says that debug information is dropped.
    let said: Vec<&str> = said.lines().filter(|line| !line.contains("failed to create target machine")).collect();
    if answer.status.success() && said.is_empty() {
        return Ok(());
    }
    Err(said.into_iter().take(4).collect::<Vec<_>>().join("\n  "))
}
