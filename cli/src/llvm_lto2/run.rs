//! `llvm-lto2 run`: the thin link with a linker's resolutions.
use std::path::{Path, PathBuf};

use bctk::lto::thin::{self, Index, Link, Resolution, Resolutions};
use bctk_bitcode::LlvmVersion;
use bctk_ir::module::Module;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_object::symbols::SymbolTable;
use bctk_support::parallel::prelude::*;

use super::options::Options;
use crate::diag::Fault;
use crate::limits;
use crate::llvm_lto::{suffixed, write};
use crate::llvm_output::Stop;
use crate::output::Resolved;

/// What the command line says of symbols.
struct Stated {
    /// By file and symbol; those of one symbol in the order of the command line.
    sorted: Vec<(Vec<u8>, Vec<u8>, Resolution)>,
    /// For the first one of each symbol, how many of that symbol were used.
    used: Vec<u32>,
}

impl Stated {
    fn new(mut resolutions: Vec<(Vec<u8>, Vec<u8>, Resolution)>) -> Stated {
        resolutions.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        Stated { used: vec![0; resolutions.len()], sorted: resolutions }
    }

    /// The next resolution for a symbol of a file. A symbol that was renamed when its module was split has a suffix.
    fn take(&mut self, file: &[u8], symbol: &[u8]) -> Option<Resolution> {
        self.take_exactly(file, symbol).or_else(|| {
            let dot = symbol.iter().rposition(|&c| c == b'.')?;
            self.take_exactly(file, symbol.get(..dot)?)
        })
    }

    fn take_exactly(&mut self, file: &[u8], symbol: &[u8]) -> Option<Resolution> {
        let first = self.sorted.partition_point(|row| (row.0.as_slice(), row.1.as_slice()) < (file, symbol));
        let used = self.used.get_mut(first)?;
        let row = self.sorted.get(first + *used as usize).filter(|row| row.0 == file && row.1 == symbol)?;
        *used += 1;
        Some(row.2)
    }

    /// Symbols with resolutions that were not used, each once.
    fn unused(&self) -> Vec<(&[u8], &[u8])> {
        let mut unused = Vec::new();
        let mut at = 0;
        for group in self.sorted.chunk_by(|a, b| a.0 == b.0 && a.1 == b.1) {
            if self.used.get(at).is_some_and(|&used| (used as usize) < group.len())
                && let Some(row) = group.first()
            {
                unused.push((row.0.as_slice(), row.1.as_slice()));
            }
            at += group.len();
        }
        unused
    }
}

/// Files that are written at a time.
const BATCH: usize = 512;

/// The index and the list of imports for one module's backend.
type Made = Result<(Vec<u8>, Vec<u8>), bctk_bitcode::Error>;

/// What is known of all modules after they were read.
#[derive(Default)]
struct Read {
    index: Index,
    resolutions: Resolutions,
    /// The target of the first module.
    triple: Vec<u8>,
    /// Whether the modules differ in what of them is split.
    split: Option<bool>,
    /// The contents of `resolution.txt`.
    listed: Vec<u8>,
    missing: bool,
}

/// Does the thin link, and writes its results once all of it is done.
pub(super) fn run(tool: &str, mut options: Options, llvm: LlvmVersion) -> Result<(), Stop> {
    let mut stated = Stated::new(std::mem::take(&mut options.resolutions));
    let mut read = Read::default();
    thin::read(&options.inputs, llvm, &limits::read_options(), true, |_, path, said| {
        let (module, table) = (said.module, said.symbols.unwrap_or_default());
        read.add(tool, path, module.as_ref(), &table, &mut stated, options.save.resolution).map_err(|fault| thin::error_of(path, &fault))
    })
    .map_err(Fault::from)?;
    let unused = stated.unused();
    for (file, symbol) in &unused {
        eprintln!("{tool}: unused symbol resolution for {},{}", String::from_utf8_lossy(file), String::from_utf8_lossy(symbol));
    }
    if read.missing || !unused.is_empty() {
        return Err(Stop::Told);
    }
    drop(stated);
    finish(tool, &options, llvm, read)
}

impl Read {
    fn add(
        &mut self,
        tool: &str,
        path: &Path,
        module: Option<&Module>,
        table: &SymbolTable<'_>,
        stated: &mut Stated,
        lists: bool,
    ) -> Result<(), thin::Fault> {
        let refused = |what: &str| Err(thin::Fault::new(what));
        let Some((module, summary)) = module.and_then(|module| Some((module, module.summary.as_deref()?))) else {
            return refused("regular LTO is not supported: the module has no summary for ThinLTO");
        };
        if summary.full_lto {
            return refused("regular LTO is not supported: the summary is one for full LTO");
        }
        let file = path.as_os_str().as_encoded_bytes();
        let mut resolved = Vec::new();
        if lists {
            self.listed.extend_from_slice(file);
            self.listed.push(b'\n');
        }
        for symbol in thin::relevant(table) {
            match stated.take(file, symbol.name) {
                Some(resolution) => {
                    if lists {
                        list(&mut self.listed, file, symbol.name, resolution);
                    }
                    resolved.push((thin::symbol(&symbol), resolution));
                }
                None => {
                    let (file, symbol) = (String::from_utf8_lossy(file), String::from_utf8_lossy(symbol.name));
                    eprintln!("{tool}: missing symbol resolution for {file},{symbol}");
                    self.missing = true;
                }
            }
        }
        if self.missing {
            return Ok(());
        }
        if self.triple.is_empty() {
            self.triple = table.triple().to_vec();
        }
        let is_split = summary.flags & SPLIT != 0;
        if *self.split.get_or_insert(is_split) != is_split {
            return refused("modules of which some are split into LTO units and some are not, are not supported");
        }
        let first = self.index.len();
        let number = self.index.modules().len() as u32;
        self.resolutions.add(resolved.iter().copied(), number);
        match summary.modules.is_empty() {
            true => _ = self.index.add_module(file, module.provenance.hash.unwrap_or_default())?,
            false => self.index.add(module, file)?,
        }
        self.resolutions.drop_profiles(&mut self.index, first, number);
        self.resolutions.apply(&mut self.index, resolved.into_iter(), number);
        Ok(())
    }
}

/// The flag of an index whose modules are split into LTO units.
const SPLIT: u64 = 1 << 3;

/// A line of `resolution.txt`.
fn list(out: &mut Vec<u8>, file: &[u8], symbol: &[u8], resolution: Resolution) {
    out.extend_from_slice(b"-r=");
    out.extend_from_slice(file);
    out.push(b',');
    out.extend_from_slice(symbol);
    out.push(b',');
    let letters = [(resolution.prevailing, b'p'), (resolution.local, b'l'), (resolution.visible, b'x'), (resolution.redefined, b'r')];
    out.extend(letters.into_iter().filter(|letter| letter.0).map(|letter| letter.1));
    out.push(b'\n');
}

/// Decides, and writes all files.
fn finish(tool: &str, options: &Options, llvm: LlvmVersion, read: Read) -> Result<(), Stop> {
    let Read { mut index, resolutions, triple, listed, .. } = read;
    let fault = |message: String| Stop::Fault(Fault::Content("LTO::run failed".into(), message));
    index.seal();
    index.check_supported().map_err(|refused| fault(refused.to_string()))?;
    let (symbols, choice) = resolutions.finish(&index);
    thin::find_dead(&mut index, &symbols, &options.imports.limits, options.optimizes).map_err(|error| fault(error.to_string()))?;
    if options.hot_cold_new {
        index.set_hot_cold_new();
    }
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    if options.save.resolution {
        files.push((suffixed(&options.output, ".resolution.txt"), listed));
    }
    for (wanted, suffix) in [(options.save.preopt, ".0.0.preopt.bc"), (options.save.internalize, ".0.2.internalize.bc")] {
        if wanted {
            files.push((suffixed(&options.output, suffix), regular(&triple, llvm).map_err(|error| fault(error.to_string()))?));
        }
    }
    if options.save.combined_index {
        let bytes = thin::bytes(&index.whole(), llvm, false).map_err(|error| fault(error.to_string()))?;
        files.push((suffixed(&options.output, ".index.bc"), bytes));
        let picture = suffixed(&options.output, ".index.dot");
        eprintln!("{tool}: note: {}, a picture of the index, is not written", picture.display());
    }
    let exported = resolutions.exported(&index);
    drop(resolutions);
    let link = match options.optimizes {
        true => Link::new(&index, &choice, &options.imports.limits, &mut 0),
        false => Link::without_imports(&index),
    };
    let is_elf = Triple::parse(&triple).format == ObjectFormat::Elf;
    link.resolve(&mut index, &symbols, &exported, &choice, is_elf, &options.imports.limits);
    let resolved = Resolved::default();
    for (path, bytes) in files {
        write(&path, &options.inputs, &resolved, &bytes)?;
    }
    for inputs in options.inputs.chunks(BATCH) {
        let made: Vec<Made> = inputs
            .par_iter()
            .map(|input| {
                let needed = link.needed(&index, input.as_os_str().as_encoded_bytes());
                let mut imports = Vec::new();
                for from in needed.imports().filter(|_| options.emit_imports) {
                    imports.extend_from_slice(from);
                    imports.push(b'\n');
                }
                Ok((thin::bytes(&index.part(&needed), llvm, true)?, imports))
            })
            .collect();
        for (input, made) in inputs.iter().zip(made) {
            let (bytes, imports) = made.map_err(|error| fault(error.to_string()))?;
            write(&suffixed(input, ".thinlto.bc"), &options.inputs, &resolved, &bytes)?;
            if options.emit_imports {
                write(&suffixed(input, ".imports"), &options.inputs, &resolved, &imports)?;
            }
        }
    }
    Ok(())
}

/// The module of regular LTO, into which nothing was linked.
fn regular(triple: &[u8], llvm: LlvmVersion) -> Result<Vec<u8>, bctk_bitcode::Error> {
    let mut module = Module::new("ld-temp.o");
    module.triple = module.strings.push(triple);
    bctk_bitcode::write(&module, &thin::write_options(llvm, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolutions_are_used_in_turn() {
        let row = |file: &str, symbol: &str, prevailing| {
            (file.as_bytes().to_vec(), symbol.as_bytes().to_vec(), Resolution { prevailing, ..Resolution::default() })
        };
        let mut stated = Stated::new(vec![row("b", "f", true), row("a", "f", true), row("a", "f", false), row("a", "g", true)]);
        let prevails = |found: Option<Resolution>| found.map(|resolution| resolution.prevailing);
        assert_eq!(prevails(stated.take(b"a", b"f")), Some(true));
        assert_eq!(prevails(stated.take(b"a", b"f")), Some(false));
        assert_eq!(stated.take(b"a", b"f"), None);
        assert_eq!(prevails(stated.take(b"a", b"g.1234")), Some(true));
        assert_eq!(stated.unused(), [(&b"b"[..], &b"f"[..])]);
    }
}
