//! Makes local what the index says nobody else sees (`thinLTOInternalizeModule`).
use super::access::{is_ifunc, set_linkage};
use super::promote::INTERNALIZED;
use super::{Backend, guids_of};
use bctk_ir::attr_set::string_attr;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::{global_identifier, guid_of, guid_of_name, local_separator};
use bctk_passes::{Changes, internalize_but};

/// The name of a global value before it was promoted.
pub(super) fn name_before(name: &[u8]) -> &[u8] {
    const MARK: &[u8] = b".llvm.";
    match (0..name.len().saturating_sub(MARK.len() - 1)).rev().find(|&at| name[at..].starts_with(MARK)) {
        Some(at) => &name[..at],
        None => name,
    }
}

impl Backend<'_> {
    /// Makes definitions local whose linkage in the index is local. Nothing is done if the index knows nothing that the module defines.
    pub fn internalize(&self, module: &mut Module) -> Changes {
        if !self.defines_anything() {
            return Changes::default();
        }
        let guids = guids_of(module, self.options.llvm);
        internalize_but(module, &|module: &Module, id: GlobalId| {
            if is_ifunc(module, id) {
                return true;
            }
            let entry = guids.get(id.index()).and_then(|guid| self.defined.get(guid)).or_else(|| self.entry_before(module, id));
            // LLVM expects to find all of them.
            entry.is_none_or(|entry| !entry.flags.linkage.is_local())
        })
    }

    /// The entry of a value by the name that it had before it was promoted.
    fn entry_before(&self, module: &Module, id: GlobalId) -> Option<&&bctk_ir::summary::Entry> {
        let name = name_before(module.str(module.global(id)?.name));
        let source = module.str(module.source_filename.unwrap_or(Str::EMPTY));
        let local = guid_of(&global_identifier(name, Linkage::Internal, source, local_separator(self.options.llvm)));
        self.defined.get(&local).or_else(|| self.defined.get(&guid_of_name(name)))
    }

    /// Makes variables local that are only read, or only written; once all is imported (`internalizeGVsAfterImport`).
    pub fn internalize_marked(&self, module: &mut Module) {
        for at in 0..module.globals.len() {
            let global = &module.globals[at];
            if !matches!(global.kind, GlobalKind::Variable { .. }) || global.is_declaration() {
                continue;
            }
            let set = global.variable_attrs(&module.attrs).map_or(&[][..], |set| module.attrs.set(set));
            if string_attr(set, &module.strings, INTERNALIZED).is_some() {
                let global = &mut module.globals[at];
                set_linkage(global, Linkage::Internal);
                global.visibility = Visibility::Default;
            }
        }
    }
}
