//! Numbers as in the file that a module was read from, for blocks that are copied and refer to them.
use super::types::TypeNumbers;
use super::{AttrNumbers, Enumerator, Numbering};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, ComdatId, GlobalId};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::version::LlvmVersion;
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash, Hasher};

/// How much of the tables of a module its file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InFile {
    pub(crate) types: u32,
    pub(crate) globals: u32,
    pub(crate) constants: u32,
    /// With the empty list.
    pub(crate) attribute_lists: u32,
    pub(crate) metadata: u32,
    pub(crate) metadata_kinds: u32,
    pub(crate) bundle_tags: u32,
    pub(crate) sync_scopes: u32,
}

impl InFile {
    /// What a module has that was just read, without its bodies.
    pub(crate) fn of(module: &Module) -> InFile {
        InFile {
            types: module.types.len() as u32,
            globals: module.globals.len() as u32,
            constants: module.consts.consts.len() as u32,
            attribute_lists: module.attrs.lists.len() as u32,
            metadata: module.metadata.items.len() as u32,
            metadata_kinds: module.md_kinds.len() as u32,
            bundle_tags: module.bundle_tags.len() as u32,
            sync_scopes: module.sync_scopes.len() as u32,
        }
    }

    /// A hash of what the file has of the tables that copied blocks are about: it differs after changes of that, but not if something is
    /// added.
    pub(crate) fn fingerprint(self, module: &Module) -> u64 {
        let Module { types, consts, metadata, .. } = module;
        let mut hasher = FixedState::default().build_hasher();
        for (_, ty) in types.iter().take(self.types as usize) {
            ty.hash(&mut hasher);
            match ty {
                Type::Function { params: list, .. } | Type::Struct { fields: list, .. } => types.list(list).hash(&mut hasher),
                Type::TargetExt { types: list, ints, .. } => (types.list(list), types.list(ints)).hash(&mut hasher),
                _ => {}
            }
        }
        for constant in consts.consts.iter().take(self.constants as usize) {
            constant.hash(&mut hasher);
            consts.operands(constant.kind, |operand| operand.hash(&mut hasher));
            if let ConstKind::Data(bytes) = constant.kind {
                consts.bytes.get(bytes).hash(&mut hasher);
            }
        }
        let lists = module.attrs.lists.iter().take(self.attribute_lists as usize);
        lists.clone().for_each(|list| list.hash(&mut hasher));
        let sets = lists.flatten().map(|&(_, set)| module.attrs.set(set));
        sets.for_each(|set| set.hash(&mut hasher));
        for &item in metadata.items.iter().take(self.metadata as usize) {
            item.hash(&mut hasher);
            match item {
                Metadata::Tuple { ops, .. } | Metadata::Generic { ops, .. } => metadata.lists.get(ops).hash(&mut hasher),
                Metadata::Node { kind, fields, .. } => metadata.node_fields(kind, fields).hash(&mut hasher),
                Metadata::Expression { start, len, .. } => metadata.word_range(start, len).hash(&mut hasher),
                Metadata::ArgList(list) => metadata.lists.get(list).hash(&mut hasher),
                Metadata::String(_) | Metadata::Value { .. } | Metadata::Missing => {}
            }
        }
        // Allocations are in the address space that it states.
        module.str(module.data_layout).hash(&mut hasher);
        hasher.finish()
    }
}

impl<'m> Numbering<'m> {
    /// Numbers `module` as its file does, and what the bodies of the functions `read` have besides. Types and attribute lists that were added
    /// follow those of the file.
    ///
    /// # Errors
    /// What the module would have to number besides, so that the numbers of its file do not hold.
    pub(in crate::write) fn as_read(
        module: &'m Module,
        in_file: InFile,
        read: &[GlobalId],
        llvm: LlvmVersion,
    ) -> Result<Numbering<'m>, &'static str> {
        let mut numbers = Enumerator::new(module, TypeNumbers::as_read(&module.types, in_file.types), llvm, false);
        let of_globals = numbers.number_globals();
        if of_globals.len() != in_file.globals as usize {
            return Err("global values were added or erased");
        }
        if !of_globals.is_sorted() {
            return Err("the file does not have its global values in LLVM's order");
        }
        numbers.comdats = (0..module.comdats.len()).map(ComdatId::new).collect();
        numbers.attrs = AttrNumbers::as_read(in_file.attribute_lists, numbers.attrs);
        for list in (1..in_file.attribute_lists).map(AttrListId) {
            numbers.enumerate_groups(list);
        }
        numbers.found.resize(numbers.identities.len(), 0);
        for index in 0..in_file.constants {
            let Some(identity) = numbers.identities.of_module(index) else { return Err("a constant is gone") };
            numbers.constants.push((identity, 1));
            numbers.found[identity as usize] = index + 1;
        }
        numbers.number_md_as_read(in_file.metadata);
        for global in &module.globals {
            if let Some(function) = global.function() {
                numbers.enumerate_attrs(function.attrs);
            }
        }
        let kinds = std::mem::take(&mut numbers.md_kinds);
        numbers.walk_functions(read, &kinds, &of_globals);
        numbers.md_kinds = kinds;
        if !numbers.organize_md_as_read(in_file.metadata) {
            return Err("several functions share metadata that was added");
        }
        if numbers.constants.len() != in_file.constants as usize {
            return Err("constants were added to the module");
        }
        let constants = std::mem::take(&mut numbers.constants);
        let mut numbering = numbers.finish(of_globals);
        numbering.number_constants(&constants);
        numbering.constants_in_file = in_file.constants;
        numbering.keeps_order = false;
        Ok(numbering)
    }
}

impl AttrNumbers {
    /// The lists of the file have their ids as numbers.
    fn as_read(count: u32, numbers: AttrNumbers) -> AttrNumbers {
        let mut numbers = numbers;
        for id in 1..count {
            if let Some(number) = numbers.numbers.get_mut(id as usize) {
                *number = id;
                numbers.lists.push(AttrListId(id));
            }
        }
        numbers
    }
}
