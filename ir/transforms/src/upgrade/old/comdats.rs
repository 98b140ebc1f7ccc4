//! Comdats that are implied.
use bctk_ir::entity::ComdatId;
use bctk_ir::global::{Comdat, GlobalKind};
use bctk_ir::keywords::{ComdatKind, Linkage};
use bctk_ir::module::Module;
use bctk_ir::triple::{ObjectFormat, Triple};

/// Before comdats were explicit, a mergeable value had a comdat of its own name if the object format supports comdats (LLVM 22,
/// `hasImplicitComdat`).
pub(crate) fn imply_comdats(module: &mut Module) {
    let Some(written) = &mut module.provenance.bitcode else { return };
    let linkages = std::mem::take(&mut written.forms.linkages);
    let has_comdats = Triple::parse(module.str(module.triple)).format != ObjectFormat::MachO;
    for (id, code) in linkages {
        let Some(global) = module.globals.get_mut(id.index()) else { continue };
        let code = u64::from(code);
        if code == Linkage::AUTO_HIDDEN {
            global.linkage = Linkage::External;
        }
        let is_object = matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_));
        if Linkage::wire_has_implicit_comdat(code) && has_comdats && is_object && global.comdat.is_none() {
            global.comdat = Some(ComdatId::new(module.comdats.len()));
            module.comdats.push(Comdat { name: global.name, kind: ComdatKind::Any });
        }
    }
}
