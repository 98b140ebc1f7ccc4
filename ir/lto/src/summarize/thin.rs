//! What `opt -thinlto-bc` does to a module before it makes a summary (LLVM's `ThinLTOBitcodeWriter`), where the module need not be split.
use super::SummarizeError;
use super::context::type_intrinsic;
use super::metadata::{Kinds, flag, tuple};
use bctk_edit::intern::{ModuleIndex, md_int};
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::MdId;
use bctk_ir::metadata::module_flags::NAME;
use bctk_ir::metadata::{Metadata, NamedMetadata};
use bctk_ir::module::Module;
use bctk_ir::value::ValueKind;

/// The flags that `opt -thinlto-bc` gives a module.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThinOptions {
    /// Virtual tables go to a module of their own (`-thinlto-split-lto-unit`).
    pub split: bool,
    /// The module suits ThinLTO and full LTO (`-unified-lto`).
    pub unified: bool,
}

/// The behaviour of a module flag that must be the same in all modules.
const ERROR: u64 = 1;

/// Adds the module flags of ThinLTO. One that is there makes the module invalid, as in LLVM.
pub fn flag_as_thin(module: &mut Module, options: &ThinOptions) {
    add_flag(module, b"EnableSplitLTOUnit", options.split);
    if options.unified {
        add_flag(module, b"UnifiedLTO", true);
    }
}

fn add_flag(module: &mut Module, key: &[u8], value: bool) {
    let mut index = ModuleIndex::default();
    let behavior = md_int(module, 32, ERROR);
    let value = md_int(module, 32, u64::from(value));
    let key = index.string(module, key.to_vec());
    let node = index.tuple(module, &[Some(behavior), Some(key), Some(value)]);
    match module.metadata.named.iter().position(|named| module.strings.get(named.name) == NAME) {
        Some(at) => module.metadata.named[at].nodes.push(node),
        None => {
            let name = module.strings.push(NAME);
            module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
        }
    }
}

/// Refuses a module that has to be split, or whose type identifiers get names.
pub(super) fn check(module: &Module) -> Result<(), SummarizeError> {
    let kinds = Kinds::of(module);
    let of_types = |list: &[Attachment]| list.iter().filter(|own| kinds.ty == Some(own.kind)).map(|own| own.node).collect::<Vec<_>>();
    let globals = module.globals.iter().flat_map(|global| of_types(&global.attachments));
    let bodies = module.bodies.iter().flat_map(|body| of_types(&body.function_attachments));
    let types: Vec<MdId> = globals.chain(bodies).collect();
    if types.is_empty() {
        return Ok(());
    }
    if flag(module, b"EnableSplitLTOUnit").is_some_and(|value| value != 0) {
        return Err(SummarizeError::SplitUnit);
    }
    let is_local = |id: Option<MdId>| matches!(id.map(|id| module.metadata.get(id)), Some(Metadata::Tuple { distinct: true, .. }));
    let of_attachments = types.into_iter().any(|node| tuple(module, node).is_some_and(|ops| is_local(ops.get(1).copied().flatten())));
    let of_tests = || module.bodies.iter().any(|body| tested(module, body).any(|id| is_local(Some(id))));
    if of_attachments || of_tests() { Err(SummarizeError::LocalTypes) } else { Ok(()) }
}

/// The type identifiers that a body tests for.
fn tested<'m>(module: &'m Module, body: &'m Body) -> impl Iterator<Item = MdId> + 'm {
    body.calls.iter().filter_map(|call| {
        let argument = type_intrinsic(module, call.callee.as_global()?)?;
        match body.lists.get(call.args).get(argument)?.kind() {
            ValueKind::Metadata(id) => Some(id),
            _ => None,
        }
    })
}
