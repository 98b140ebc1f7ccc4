//! The thin link: the index of all modules, indexes for their backends, and lists of what they import.
use std::io::Write;
use std::path::{Path, PathBuf};

use bctk::lto::thin::{self, FirstCopy, Index, Link, Symbols};
use bctk_bitcode::LlvmVersion;

use super::Options;
use crate::diag::Fault;
use crate::limits;
use crate::llvm_output::Stop;
use crate::output::{Existing, Output, Resolved};

/// Makes the index of all modules (`-thinlto-action=thinlink`).
pub(super) fn link(options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    let Some(output) = &options.output else {
        return Err(super::usage("an output is necessary to store the index: -o"));
    };
    write_index(output, options, llvm)
}

/// The same as `OUTPUT.thinlto.bc` (`-thinlto`).
pub(super) fn index_of_all(options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    let output = options.output.as_deref().unwrap_or(Path::new(""));
    write_index(&suffixed(output, ".thinlto.bc"), options, llvm)
}

fn write_index(output: &Path, options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    let mut index = read(options, llvm)?;
    if options.thin_index {
        thin::find_dead(&mut index, &Symbols::default(), &thin::Limits::default(), false)
            .map_err(|fault| content(output, &fault.to_string()))?;
    }
    let bytes = thin::bytes(&index.whole(), llvm, false).map_err(|error| content(output, &error.to_string()))?;
    write(output, &options.inputs, &Resolved::default(), &bytes)
}

/// Reads the summaries of all inputs.
fn read(options: &Options, llvm: LlvmVersion) -> Result<Index, Stop> {
    let mut index = Index::default();
    let read = limits::read_options();
    thin::read(&options.inputs, llvm, &read, false, |_, path, said| {
        match said.module {
            Some(module) => index.add(&module, path.as_os_str().as_encoded_bytes()),
            None => {
                eprintln!("llvm-lto: note: {} has no summary; the index leaves it out", path.display());
                Ok(())
            }
        }
        .map_err(|fault| thin::error_of(path, &fault))
    })
    .map_err(Fault::from)?;
    index.seal();
    Ok(index)
}

/// Makes an index for the backend of each module (`-thinlto-action=distributedindexes`).
pub(super) fn indexes(options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    each(options, llvm, ".thinlto.bc", |index, link, path, output| {
        let needed = link.needed(index, path);
        thin::bytes(&index.part(&needed), llvm, true).map_err(|error| content(output, &error.to_string()))
    })
}

/// Makes the list of files that each module imports from (`-thinlto-action=emitimports`).
pub(super) fn imports(options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    each(options, llvm, ".imports", |index, link, path, _| {
        let mut list = Vec::new();
        for from in link.needed(index, path).imports() {
            list.extend_from_slice(from);
            list.push(b'\n');
        }
        Ok(list)
    })
}

/// Makes an output for each input, by the index of all modules. What was found out for one input stays in the index, as in LLVM's tool.
fn each(
    options: &Options,
    llvm: LlvmVersion,
    suffix: &str,
    make: impl Fn(&Index, &Link, &[u8], &Path) -> Result<Vec<u8>, Stop>,
) -> Result<(), Stop> {
    let many = options.inputs.len() != 1;
    if many && options.output.is_some() {
        return Err(super::usage("one output for several inputs: without -o, outputs are named after the inputs"));
    }
    if many && options.module_id.is_some() {
        return Err(super::usage("one module ID for several inputs"));
    }
    let mut index = load(options, llvm)?;
    let mut count = 0;
    let resolved = Resolved::default();
    for input in &options.inputs {
        let path = options.module_id.as_deref().unwrap_or(input.as_os_str()).as_encoded_bytes();
        let symbols = preserved(&index, input, options, llvm)?;
        thin::find_dead(&mut index, &symbols, &options.imports.limits, true).map_err(|fault| content(input, &fault.to_string()))?;
        let link = Link::new(&index, &FirstCopy, &options.imports.limits, &mut count);
        let output = options.output.clone().unwrap_or_else(|| suffixed(input, suffix));
        let output = replaced(output, options)?;
        let bytes = make(&index, &link, path, &output)?;
        write(&output, &options.inputs, &resolved, &bytes)?;
    }
    Ok(())
}

/// Reads the index of all modules.
pub(super) fn load(options: &Options, llvm: LlvmVersion) -> Result<Index, Stop> {
    let Some(path) = &options.index else {
        return Err(super::usage("this stage needs the index of all modules: --thinlto-index"));
    };
    let mut index = Index::default();
    thin::read(std::slice::from_ref(path), llvm, &limits::read_options(), false, |_, path, said| {
        let Some(module) = said.module else { return Ok(()) };
        index.add(&module, path.as_os_str().as_encoded_bytes()).map_err(|fault| thin::error_of(path, &fault))
    })
    .map_err(Fault::from)?;
    index.seal();
    Ok(index)
}

/// Symbols of a module that are needed outside of all modules: those that are exported, and those that it keeps in any case.
pub(super) fn preserved(index: &Index, input: &PathBuf, options: &Options, llvm: LlvmVersion) -> Result<Symbols, Stop> {
    let mut symbols = Symbols::new(index);
    thin::read(std::slice::from_ref(input), llvm, &limits::read_options(), true, |_, _, said| {
        let Some(table) = &said.symbols else { return Ok(()) };
        for symbol in thin::relevant(table).map(|symbol| thin::symbol(&symbol)) {
            let is_exported = !symbol.ir_name.is_empty() && options.exported.iter().any(|name| name == symbol.name);
            if is_exported || symbol.used {
                symbols.preserve(index, bctk_ir::summary::guid_of_name(symbol.ir_name));
            }
        }
        Ok(())
    })
    .map_err(Fault::from)?;
    Ok(symbols)
}

/// Another place for an output, as `--thinlto-prefix-replace` says; its folder is made.
pub(super) fn replaced(output: PathBuf, options: &Options) -> Result<PathBuf, Stop> {
    let Some((old, new)) = &options.prefix_replace else { return Ok(output) };
    let bytes = output.as_os_str().as_encoded_bytes();
    let Some(rest) = bytes.strip_prefix(old.as_slice()) else { return Ok(output) };
    let path = path_of(&[new, rest].concat());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| Fault::Create(folder.to_string_lossy().into_owned(), error))?;
    }
    Ok(path)
}

/// A path of these bytes.
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// A path with something after its last part.
pub(crate) fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Writes an output that is made from the inputs; `resolved` serves all of them.
pub(crate) fn write(path: &Path, inputs: &[PathBuf], resolved: &Resolved, bytes: &[u8]) -> Result<(), Stop> {
    let mut output = Output::derived(path, inputs, resolved, Existing::Replaced)?;
    output.write_all(bytes).map_err(|error| Fault::write(output.name(), error))?;
    Ok(output.finish()?)
}

pub(super) fn content(path: &Path, message: &str) -> Stop {
    Stop::Fault(Fault::Content(path.to_string_lossy().into_owned(), message.to_owned()))
}
