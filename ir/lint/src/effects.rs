//! Whether an instruction does anything but make its result (`Instruction::mayHaveSideEffects`).
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::entity::AttrListId;
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::Ordering;

use crate::function::Function;

/// The bits of a `memory` attribute that allow to write.
const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;

impl Function<'_, '_, '_> {
    pub(crate) fn has_effects(&self, inst: &Inst) -> bool {
        match *inst {
            Inst::Load { access, .. } => access.volatile() || !matches!(access.ordering(), Ordering::NotAtomic | Ordering::Unordered),
            Inst::Call(call) => self.body.call(call).is_none_or(|call| self.call_has_effects(call)),
            Inst::FNeg { .. }
            | Inst::Bin { .. }
            | Inst::Cast { .. }
            | Inst::Alloca { .. }
            | Inst::Gep { .. }
            | Inst::ICmp { .. }
            | Inst::FCmp { .. }
            | Inst::Phi { .. }
            | Inst::Select { .. }
            | Inst::ExtractElement { .. }
            | Inst::InsertElement { .. }
            | Inst::ShuffleVector { .. }
            | Inst::ExtractValue { .. }
            | Inst::InsertValue { .. }
            | Inst::LandingPad { .. }
            | Inst::CleanupPad { .. }
            | Inst::Freeze(_) => false,
            _ => true,
        }
    }

    fn call_has_effects(&self, call: &Call) -> bool {
        if !self.body.call_bundles(call).is_empty() {
            return true;
        }
        let lists = [Some(call.attrs), self.called(call).map(|(_, _, function)| function.attrs)];
        let says = |is: &dyn Fn(&Attr) -> bool| lists.iter().flatten().any(|&list| self.attrs(list, AttrIndex::Function).iter().any(is));
        let is = |kind: Option<AttrKind>| says(&|attr| attr.kind() == kind && kind.is_some());
        let writes = !says(&|attr| match *attr {
            Attr::Enum(AttrKind::READ_NONE | AttrKind::READ_ONLY) => true,
            Attr::Int(AttrKind::MEMORY, effects) => effects & WRITES == 0,
            _ => false,
        });
        writes || !is(Some(AttrKind::NO_UNWIND)) || !is(AttrKind::from_spelling(b"willreturn"))
    }

    /// The attributes of a list at a position.
    pub(crate) fn attrs(&self, list: AttrListId, at: AttrIndex) -> &[Attr] {
        let table = &self.shared.module.attrs;
        table.set_at(list, at).map_or(&[], |set| table.set(set))
    }
}
