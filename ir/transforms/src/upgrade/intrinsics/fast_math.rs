//! Fast-math flags of calls that are replaced.
use super::calls::{Site, Upgrader};
use bctk_edit::instructions::NewInst;
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{FastMathFlags, Inst, OpFlags};
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::{StructKind, Type, TypeTable};

impl Upgrader<'_> {
    /// Gives what replaces a call the fast-math flags of the call, where it may have some and has none of its own. LLVM's builder does so
    /// with all instructions that it makes.
    pub(crate) fn keep_fast_math(&mut self, site: &Site, by: &mut [NewInst]) {
        let fmf = site.call.fmf;
        if fmf == FastMathFlags::NONE || !self.version.fast_math_of_replaced_calls() {
            return;
        }
        let types = &self.module.types;
        let Some(body) = self.module.bodies.get_mut(site.body) else { return };
        for new in by {
            let result = body.local_types.get(new.local as usize).copied();
            let takes_flags = result.is_some_and(|ty| has_fast_math(types, ty));
            let set = |flags: &mut FastMathFlags| {
                if *flags == FastMathFlags::NONE {
                    *flags = fmf;
                }
            };
            match &mut new.inst {
                Inst::FNeg { fmf, .. } | Inst::FCmp { fmf, .. } => set(fmf),
                Inst::Select { fmf, .. } | Inst::Phi { fmf, .. } if takes_flags => set(fmf),
                Inst::Bin { op, flags, .. } if op.is_float() && flags.fast_math() == FastMathFlags::NONE => *flags = OpFlags::from(fmf),
                Inst::Cast { op, flags, .. } => match op {
                    CastOp::FpTrunc | CastOp::FpExt | CastOp::SiToFp => *flags = OpFlags::from(fmf),
                    CastOp::UiToFp => *flags = OpFlags::of_uitofp(false, fmf),
                    _ => {}
                },
                Inst::Call(id) if takes_flags => {
                    if let Some(call) = body.calls.get_mut(id.index()) {
                        set(&mut call.fmf);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether operations that give a type may have fast-math flags (`FPMathOperator::isSupportedFloatingPointType`).
fn has_fast_math(types: &TypeTable, mut ty: TypeId) -> bool {
    use Type::{BFloat, Double, Float, Fp128, Half, PpcFp128, X86Fp80};
    if let Type::Struct { kind: StructKind::Literal, fields, .. } = types.get(ty) {
        let fields = types.list(fields);
        match fields.first() {
            Some(first) if fields.iter().all(|field| field == first) => ty = first,
            _ => return false,
        }
    } else {
        while let Type::Array { elem, .. } = types.get(ty) {
            ty = elem;
        }
    }
    matches!(types.get(types.scalar(ty)), Half | BFloat | Float | Double | X86Fp80 | Fp128 | PpcFp128)
}
