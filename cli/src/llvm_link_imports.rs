//! Functions that `llvm-link` imports by an index (`--summary-index`, `--import`).
use std::path::{Path, PathBuf};

use bctk::input;
use bctk::link::{self, Linker};
use bctk::lto::backend::{self, Backend, ImportFlags, ImportList, Index};
use bctk::lto::thin;
use bctk::memory;
use bctk::modules;
use bctk_bitcode::LlvmVersion;
use bctk_ir::guid::Guids;
use bctk_ir::keywords::Linkage;

use crate::diag::Fault;
use crate::limits;
use crate::llvm_output::Stop;

/// The index of `--summary-index`. All locals in it count as promoted, since no thin link has decided which are.
#[derive(Debug)]
pub(crate) struct Imports {
    index: bctk::Module,
    llvm: LlvmVersion,
}

impl Imports {
    /// Reads the index.
    pub(crate) fn read(path: &Path, llvm: LlvmVersion) -> Result<Imports, Stop> {
        let mut joined = thin::Index::default();
        let path = path.to_path_buf();
        thin::read(std::slice::from_ref(&path), llvm, &limits::read_options(), false, |_, path, said| match said.module {
            Some(module) => joined.add(&module, path.as_os_str().as_encoded_bytes()).map_err(|fault| thin::error_of(path, &fault)),
            None => Err(thin::error_of(path, &thin::Fault::new("there is no index in the file"))),
        })
        .map_err(Fault::from)?;
        joined.seal();
        let mut index = joined.whole();
        for entry in index.summary.iter_mut().flat_map(|summary| &mut summary.entries) {
            if entry.flags.linkage.is_local() {
                entry.flags.linkage = Linkage::External;
            }
        }
        Ok(Imports { index, llvm })
    }

    /// Calls `f` with the decisions of the index for the module that it calls `name`.
    fn with<T>(&self, name: &[u8], f: impl FnOnce(&Backend<'_>) -> T) -> T {
        let empty = Default::default();
        let index = Index::new(self.index.summary.as_deref().unwrap_or(&empty), &self.index.strings);
        f(&Backend::new(&index, name, backend::Options { llvm: self.llvm, ..backend::Options::default() }))
    }

    /// Makes the locals of a module visible that is linked next.
    pub(crate) fn promote(&self, module: &mut bctk::Module, path: &Path) -> Result<(), Stop> {
        self.with(path.as_os_str().as_encoded_bytes(), |backend| backend.promote(module)).map_err(|name| {
            let message = format!("the index does not know the local symbol '{name}'");
            Stop::Fault(Fault::Content(path.to_string_lossy().into_owned(), message))
        })
    }

    /// Makes variables local that are only read or written.
    pub(crate) fn finish(&self, module: &mut bctk::Module) {
        self.with(b"", |backend| backend.internalize_marked(module));
    }

    /// Imports the functions that `--import` names. `tool` is the program's name, `verbose` says whether it tells what it does.
    pub(crate) fn import(&self, linker: &mut Linker, asked: &[String], tool: &str, verbose: bool) -> Result<(), Stop> {
        let mut list = ImportList::new();
        for asked in asked {
            let Some((function, file)) = asked.split_once(':') else {
                eprintln!("Import parameter bad format: {asked}");
                return Err(Stop::Told);
            };
            let module = self.source(Path::new(file), tool)?;
            let guids = Guids::new(&module, self.llvm);
            let Some(found) = module.functions().map(|(_, global, _)| global).find(|global| module.str(global.name) == function.as_bytes())
            else {
                eprintln!("Ignoring import request for non-existent function {function} from {file}");
                continue;
            };
            if found.linkage == Linkage::WeakAny {
                eprintln!("Ignoring import request for weak-any function {function} from {file}");
                continue;
            }
            if verbose {
                eprintln!("Importing {function} from {file}");
            }
            let guid = guids.attached(found).filter(|_| self.llvm.guid_list()).unwrap_or_else(|| guids.computed(found));
            list.entry(file.as_bytes().to_vec()).or_default().insert(guid, true);
        }
        for (path, wanted) in &list {
            let file = PathBuf::from(String::from_utf8_lossy(path).into_owned());
            let mut source = self.source(&file, tool)?;
            link::prepare(linker, &mut source, self.llvm);
            let flags = ImportFlags { whole_types: true, strips_debug: memory::strips_debug(&source, self.llvm), ..ImportFlags::default() };
            let imported = self.with(b"", |backend| backend.import(linker, source, path, wanted, flags));
            if let Err(error) = imported {
                return Err(Stop::Fault(Fault::Content(file.to_string_lossy().into_owned(), error.to_string())));
            }
        }
        Ok(())
    }

    fn source(&self, path: &Path, tool: &str) -> Result<bctk::Module, Stop> {
        let input = input::open(path).map_err(|_| {
            eprintln!("{tool}: No such file or directory: '{}'", path.display());
            Stop::Told
        })?;
        let read = modules::as_it_is(&limits::limits());
        let module = link::read(path, input.bytes(), self.llvm, &read, &limits::parse_options()).map_err(Fault::from)?;
        Ok(module)
    }
}
