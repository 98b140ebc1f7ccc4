//! Classes of C++ with an identifier exist once (`LLVMContext::enableDebugTypeODRUniquing`).
use bctk_ir::entity::MdId;
use bctk_ir::entity::TypeId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::relocate::{Relocation, map_slots};
use bctk_ir::metadata::unique::renumber_body;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::Value;
use hashbrown::HashMap;

/// The flag of a type that is only declared (`DIFlagFwdDecl`).
const FORWARD: u32 = 4;

/// Makes the types of debug information that have an identifier `distinct`, each of them once: later ones become the first, whose contents a
/// definition replaces if they are a declaration. LLVM's linker and `opt` read modules so.
pub fn unique_classes(module: &mut Module) {
    let mut first: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut same: HashMap<MdId, MdId> = HashMap::new();
    for at in 0..module.metadata.items.len() {
        let Metadata::Node { kind: kind @ DiKind::CompositeType, fields, .. } = module.metadata.items[at] else { continue };
        let field =
            |name: &str| kind.field(name).and_then(|field| module.metadata.fields.get(fields as usize + usize::from(field.slot))).copied();
        let Some(Metadata::String(text)) = field("identifier").and_then(slot_md).map(|id| module.metadata.get(id)) else { continue };
        let (tag, flags) = (field("tag"), field("flags").unwrap_or(0));
        let name = module.str(text).to_vec();
        let Some(&there) = first.get(&name) else {
            first.insert(name, at);
            module.metadata.items[at] = Metadata::Node { kind, distinct: true, fields };
            continue;
        };
        let Metadata::Node { fields: old, .. } = module.metadata.items[there] else { continue };
        let of_first =
            |name: &str| kind.field(name).and_then(|field| module.metadata.fields.get(old as usize + usize::from(field.slot))).copied();
        if of_first("tag") != tag {
            continue;
        }
        if of_first("flags").unwrap_or(0) & FORWARD != 0 && flags & FORWARD == 0 {
            module.metadata.items[there] = Metadata::Node { kind, distinct: true, fields };
        }
        same.insert(MdId::new(at), MdId::new(there));
    }
    if same.is_empty() {
        return;
    }
    let by = Same(&same);
    for at in 0..module.metadata.items.len() {
        map_slots(&mut module.metadata, MdId::new(at), &by);
    }
    let new = |id: MdId| same.get(&id).copied().unwrap_or(id);
    for named in &mut module.metadata.named {
        named.nodes.iter_mut().for_each(|node| *node = new(*node));
    }
    for global in &mut module.globals {
        global.attachments.iter_mut().for_each(|attachment| attachment.node = new(attachment.node));
    }
    for body in &mut module.bodies {
        renumber_body(body, new);
    }
}

/// References to a type lead to the first one.
struct Same<'s>(&'s HashMap<MdId, MdId>);

impl Relocation for Same<'_> {
    fn md(&self, id: MdId) -> Option<MdId> {
        Some(self.0.get(&id).copied().unwrap_or(id))
    }
    fn text(&self, text: Str) -> Str {
        text
    }
    fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
        (ty, value)
    }
}
