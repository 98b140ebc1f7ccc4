//! The flags of a module (LangRef, "Module Flags Metadata").
use super::{Metadata, MetadataTable};
use crate::constants::ConstKind;
use crate::entity::MdId;
use crate::module::Module;
use crate::value::ValueKind;

/// The named metadata that lists the flags.
pub const NAME: &[u8] = b"llvm.module.flags";

/// A flag: a tuple of behaviour, name and value. Readers take flags with null for behaviour and value, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleFlag<'m> {
    /// The tuple.
    pub node: MdId,
    /// How the flags of two modules are merged.
    pub behavior: Option<MdId>,
    /// Its name.
    pub key: &'m [u8],
    /// Its value.
    pub value: Option<MdId>,
}

/// The flags of a module, in order.
pub fn module_flags(module: &Module) -> impl Iterator<Item = ModuleFlag<'_>> {
    let table = &module.metadata;
    let lists = table.named.iter().filter(|named| module.str(named.name) == NAME);
    lists.flat_map(|named| &named.nodes).filter_map(move |&node| flag_of(module, node))
}

/// The flag that a node is: a tuple of three operands or more (`Module::isValidModuleFlag`).
pub fn flag_of(module: &Module, node: MdId) -> Option<ModuleFlag<'_>> {
    let table = &module.metadata;
    let Metadata::Tuple { ops, .. } = table.get(node) else { return None };
    let mut ops = table.lists.get(ops).iter();
    let (behavior, key, value) = (ops.next()?, ops.next()?, ops.next()?);
    match table.get(key?) {
        Metadata::String(key) => Some(ModuleFlag { node, behavior, key: module.str(key), value }),
        _ => None,
    }
}

/// The first flag of this name.
pub fn module_flag<'m>(module: &'m Module, key: &[u8]) -> Option<ModuleFlag<'m>> {
    module_flags(module).find(|flag| flag.key == key)
}

/// Whether a module has a flag of this name.
pub fn has_module_flag(module: &Module, key: &[u8]) -> bool {
    module_flag(module, key).is_some()
}

impl ModuleFlag<'_> {
    /// The value as a constant of the module.
    pub fn constant(&self, module: &Module) -> Option<ConstKind> {
        let value = wrapped(&module.metadata, self.value?)?;
        Some(module.consts.get(value)?.kind)
    }

    /// The value, if it is an integer of at most 64 bits, extended by its sign.
    pub fn number(&self, module: &Module) -> Option<i64> {
        self.constant(module)?.number()
    }
}

/// The constant of the module that a node wraps.
fn wrapped(table: &MetadataTable, node: MdId) -> Option<u32> {
    match table.get(node) {
        Metadata::Value { value, .. } => match value.kind() {
            ValueKind::Const(index) => Some(index),
            _ => None,
        },
        _ => None,
    }
}
