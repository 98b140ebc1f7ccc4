//! `cmpxchg` that returns only the old value.
use bctk_edit::instructions::{Edit, NewInst, apply, new_local};
use bctk_edit::locals::order_locals;
use bctk_ir::entity::InstId;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;

/// Replaces a `cmpxchg` that returns the old value, as until LLVM 3.4, by one that returns a pair, and extracts the value.
pub(crate) fn pair_cmpxchg(module: &mut Module, bodies: &[usize]) {
    for &at in bodies {
        let mut edits = Vec::new();
        for inst in 0..module.bodies[at].insts.len() {
            let (Inst::CmpXchg { .. }, Some(local)) = (module.bodies[at].insts[inst], module.bodies[at].result(InstId::new(inst))) else {
                continue;
            };
            let Some(&ty) = module.bodies[at].local_types.get(local as usize) else { continue };
            if matches!(module.types.get(ty), Type::Struct { .. }) {
                continue;
            }
            let bit = module.types.intern(Type::Int(1));
            let pair = module.types.find_literal(&[ty, bit], false).unwrap_or_else(|| {
                let fields = module.types.lists.push(&[ty, bit]);
                module.types.push(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields })
            });
            let body = &mut module.bodies[at];
            let whole = new_local(body, pair, b"");
            let indices = body.lists.push(&[0]);
            let new = |inst, local, keeps_attachments| NewInst { inst, local, keeps_attachments, attachments: Vec::new() };
            let value = Inst::ExtractValue { aggregate: Value::local(whole), indices };
            let by = vec![new(body.insts[inst], whole, true), new(value, local, false)];
            edits.push(Edit { at: InstId::new(inst), by, step: 0 });
        }
        if !edits.is_empty() {
            apply(&mut module.bodies[at], &edits);
            // A reader makes both instructions as it reads the record.
            module.bodies[at].provenance.late.clear();
            order_locals(module, at);
        }
    }
}
