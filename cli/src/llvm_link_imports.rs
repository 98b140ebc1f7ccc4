//! Functions that `llvm-link` and `opt` import by an index (`--summary-index`, `--import`; `--summary-file`).
use std::path::{Path, PathBuf};

use bctk::input;
use bctk::link::{self, Linker};
use bctk::lto::backend::{self, Backend, ImportFlags, ImportList, Index};
use bctk::lto::thin;
use bctk::memory;
use bctk::modules;
use bctk::passes::Orders;
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

/// Every copy is as good as another.
struct AnyCopy;

impl thin::Choice for AnyCopy {
    fn prevails(&self, _: &thin::Index, _: u32, _: u32) -> bool {
        true
    }
}

impl Imports {
    /// Reads the index.
    pub(crate) fn read(path: &Path, llvm: LlvmVersion) -> Result<Imports, Stop> {
        Ok(Imports::all_promoted(&Imports::joined(path, llvm)?, llvm))
    }

    /// Reads the index, and decides what the module that it calls `id` imports: all that it has of others, or what is called and small enough.
    pub(crate) fn decide(path: &Path, id: &[u8], all: bool, llvm: LlvmVersion) -> Result<(Imports, ImportList), Stop> {
        let joined = Imports::joined(path, llvm)?;
        let list = match all {
            true => {
                let whole = joined.whole();
                let empty = Default::default();
                let index = Index::new(whole.summary.as_deref().unwrap_or(&empty), &whole.strings);
                Backend::new(&index, id, backend::Options { llvm, ..backend::Options::default() }).import_list()
            }
            false => thin::import_list_of_pass(&joined, id, &AnyCopy, &thin::Limits::default()),
        };
        Ok((Imports::all_promoted(&joined, llvm), list))
    }

    fn joined(path: &Path, llvm: LlvmVersion) -> Result<thin::Index, Stop> {
        let mut joined = thin::Index::default();
        let path = path.to_path_buf();
        thin::read(std::slice::from_ref(&path), llvm, &limits::read_options(), false, |_, path, said| match said.module {
            Some(module) => joined.add(&module, path.as_os_str().as_encoded_bytes()).map_err(|fault| thin::error_of(path, &fault)),
            // A module without summaries is an index of nothing.
            None => Ok(()),
        })
        .map_err(Fault::from)?;
        joined.seal();
        Ok(joined)
    }

    fn all_promoted(joined: &thin::Index, llvm: LlvmVersion) -> Imports {
        let mut index = joined.whole();
        for entry in index.summary.iter_mut().flat_map(|summary| &mut summary.entries) {
            if entry.flags.linkage.is_local() {
                entry.flags.linkage = Linkage::External;
            }
        }
        Imports { index, llvm }
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
        let (mut list, mut loaded) = (ImportList::new(), Vec::new());
        for asked in asked {
            let Some((function, file)) = asked.split_once(':') else {
                eprintln!("Import parameter bad format: {asked}");
                return Err(Stop::Told);
            };
            if verbose && !loaded.contains(&file) {
                eprintln!("Loading '{file}'");
                loaded.push(file);
            }
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

    /// Imports what is in `list` into a module that is named `id`.
    pub(crate) fn import_list(
        &self,
        module: bctk::Module,
        id: &[u8],
        list: &ImportList,
        (flags, import_metadata): (ImportFlags, bool),
        orders: Option<&mut Orders>,
    ) -> Result<bctk::Module, String> {
        let empty = Default::default();
        let index = Index::new(self.index.summary.as_deref().unwrap_or(&empty), &self.index.strings);
        let options = backend::Options { llvm: self.llvm, import_metadata, ..backend::Options::default() };
        let decisions = Backend::new(&index, id, options);
        let mut load = |path: &[u8]| {
            let path = PathBuf::from(String::from_utf8_lossy(path).into_owned());
            let input = input::open(&path).map_err(|error| error.to_string())?;
            let read = modules::as_it_is(&limits::limits());
            let module = link::read(&path, input.bytes(), self.llvm, &read, &limits::parse_options());
            module.map_err(|error| error.to_string())
        };
        let imported = backend::import(module, &decisions, self.llvm, list, flags, orders, &mut load);
        let (module, problems) = imported.map_err(|error| error.to_string())?;
        problems.iter().for_each(|problem| eprint!("warning: {problem}"));
        Ok(module)
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
