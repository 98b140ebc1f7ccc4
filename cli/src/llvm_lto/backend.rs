//! Stages of backends on one module: promotion, import and internalizing.
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bctk::input;
use bctk::lto::backend::{self, Backend, BackendError, ImportFlags, Index as OfBackend};
use bctk::lto::thin::{self as link, FirstCopy, Index, Link, Symbols};
use bctk::modules;
use bctk::passes::Orders;
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::ModuleHash;

use super::thin::{content, load, path_of, preserved, replaced, suffixed};
use super::{Action, Options};
use crate::diag::{self, Fault};
use crate::limits;
use crate::llvm_output::{Stop, Written};

/// Does the stage that the options name for each input. What was found out for one stays in the index, as in LLVM's tool.
pub(super) fn run(options: &Options, llvm: LlvmVersion) -> Result<(), Stop> {
    let suffix = match options.action {
        Some(Action::Promote) => ".thinlto.promoted.bc",
        Some(Action::Import) => ".thinlto.imported.bc",
        _ => ".thinlto.internalized.bc",
    };
    if options.inputs.len() != 1 && options.output.is_some() {
        return Err(super::usage("one output for several inputs: without -o, outputs are named after the inputs"));
    }
    if options.inputs.len() != 1 && options.module_id.is_some() {
        return Err(super::usage("one module ID for several inputs"));
    }
    if options.action == Some(Action::Internalize) && options.exported.is_empty() {
        eprintln!("Warning: -internalize will not perform without -exported-symbol");
    }
    let (mut index, mut count) = (load(options, llvm)?, 0);
    for path in &options.inputs {
        let id = options.module_id.as_deref().unwrap_or(path.as_os_str()).as_encoded_bytes();
        let symbols = preserved(&index, path, options, llvm)?;
        link::find_dead(&mut index, &symbols, &options.imports.limits, true).map_err(|fault| content(path, &fault.to_string()))?;
        let decided = Link::new(&index, &FirstCopy, &options.imports.limits, &mut count);
        let stage = Stage { options, llvm, path, id };
        let (module, orders) = stage.run(&mut index, &symbols, &decided)?;
        let output = options.output.clone().unwrap_or_else(|| suffixed(path, suffix));
        stage.write(&module, orders, &replaced(output, options)?)?;
        modules::discard(vec![module]);
    }
    Ok(())
}

/// A stage on one module.
struct Stage<'s> {
    options: &'s Options,
    llvm: LlvmVersion,
    path: &'s PathBuf,
    /// What the index calls the module.
    id: &'s [u8],
}

impl Stage<'_> {
    fn run(&self, index: &mut Index, symbols: &Symbols, decided: &Link) -> Result<(bctk::Module, Orders), Stop> {
        let input = input::open(self.path).map_err(Fault::from)?;
        let read = modules::as_it_is(&limits::limits());
        let read = backend::read_with_orders(self.path, input.bytes(), self.llvm, &read);
        let (mut module, mut orders) = read.map_err(Fault::from)?;
        diag::dropped(std::slice::from_ref(&module), &input::name(self.path), "");
        let fault = |name: String| content(self.path, &format!("the index does not know the local symbol '{name}'"));
        if self.options.action == Some(Action::Import) {
            let list = decided.import_list(index, self.id);
            let whole = index.whole();
            let module = self.with(&whole, |backend| self.import(module, backend, &list, &mut orders))?;
            return Ok((module, orders));
        }
        let promotes = self.options.action == Some(Action::Promote);
        if !promotes && !symbols.any_preserved && !decided.exports_anything(index, self.id) {
            // Everything would become local.
            return Ok((module, orders));
        }
        decided.resolve_copies(index, symbols, &FirstCopy);
        if promotes {
            let resolved = index.whole();
            self.with(&resolved, |backend| {
                backend.finalize(&mut module);
                Ok(())
            })?;
        }
        decided.promote_exported(index, symbols, &FirstCopy, &self.options.imports.limits);
        let whole = index.whole();
        self.with(&whole, |backend| {
            backend.promote(&mut module).map_err(fault)?;
            if !promotes {
                backend.finalize(&mut module);
                let changes = backend.internalize(&mut module);
                orders.note(&changes);
            }
            Ok(())
        })?;
        Ok((module, orders))
    }

    /// Calls `f` with the decisions of an index.
    fn with<T>(&self, index: &bctk::Module, f: impl FnOnce(&Backend<'_>) -> Result<T, Stop>) -> Result<T, Stop> {
        let empty = Default::default();
        let of_backend = OfBackend::new(index.summary.as_deref().unwrap_or(&empty), &index.strings);
        let options = backend::Options {
            llvm: self.llvm,
            import_metadata: self.options.import_metadata,
            promotes_by_source: self.options.promotes_by_source,
            ..backend::Options::default()
        };
        f(&Backend::new(&of_backend, self.id, options))
    }

    fn import(
        &self,
        module: bctk::Module,
        decisions: &Backend<'_>,
        list: &backend::ImportList,
        orders: &mut Orders,
    ) -> Result<bctk::Module, Stop> {
        let flags = ImportFlags { keep_types_apart: true, whole_types: self.options.whole_types, ..ImportFlags::default() };
        let mut read = |path: &[u8]| {
            let path = path_of(path);
            let input = input::open(&path)?;
            backend::read_source(&path, input.bytes(), self.llvm, &modules::as_it_is(&limits::limits()))
        };
        let imported = backend::import(module, decisions, self.llvm, list, flags, Some(orders), &mut read);
        let (module, problems) = imported.map_err(|error| match error {
            BackendError::Other(error) => Fault::from(error).into(),
            other => content(self.path, &other.to_string()),
        })?;
        problems.iter().for_each(|problem| eprint!("warning: {problem}"));
        Ok(module)
    }

    fn write(&self, module: &bctk::Module, orders: Orders, output: &Path) -> Result<(), Stop> {
        if !self.options.disable_verify {
            let report = bctk::verify(module, &bctk::VerifyOptions { llvm: Some(self.llvm), ..bctk::VerifyOptions::default() });
            if !report.is_valid() {
                eprint!("{}", bctk::verify::llvm_messages(module, &report));
                return Err(content(self.path, "the result is broken"));
            }
        }
        let written = Written {
            inputs: &self.options.inputs,
            output: Some(output),
            module_id: self.id.to_vec(),
            text: false,
            force: true,
            bitcode_orders: true,
            text_orders: false,
            use_lists: Some(Arc::new(orders.into_use_lists())),
            module_hash: ModuleHash::AsRead,
            llvm: self.llvm,
        };
        Ok(written.write(module)?)
    }
}
