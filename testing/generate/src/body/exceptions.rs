//! The first instructions of blocks that handle exceptions.
use super::Builder;
use super::plan::Kind;
use bctk_ir::constants::ConstKind;
use bctk_ir::inst::{Clause, Inst};
use bctk_ir::types::Type;

impl Builder<'_, '_, '_> {
    pub(super) fn landing_pad(&mut self) {
        let mut list = Vec::new();
        for _ in 0..self.g.below(3) {
            if self.g.chance(1, 3) {
                let len = self.g.below(3);
                let elem = self.g.common.ptr;
                let ty = self.g.m.types.intern(Type::Array { elem, len: len as u64 });
                let parts = (0..len).map(|_| self.g.global_or_null(elem)).collect();
                let filter = self.g.aggregate(ty, parts);
                list.push(Clause::Filter(filter));
            } else {
                let clause = self.g.global_or_null(self.g.common.ptr);
                list.push(Clause::Catch(clause));
            }
        }
        let cleanup = list.is_empty() || self.g.chance(1, 2);
        let clauses = self.body.lists.push(&list);
        self.define(Inst::LandingPad { cleanup, clauses }, self.landing_type);
    }

    pub(super) fn pad(&mut self, kind: &Kind) {
        let mut args = Vec::new();
        for _ in 0..self.g.below(3) {
            let ty = self.g.value_type();
            // A handler's arguments are constants, or variables on the stack.
            args.push(if matches!(kind, Kind::Catch { .. }) { self.g.constant(ty) } else { self.operand(ty) });
        }
        let args = self.list(&args);
        let token = self.g.common.token;
        let none = self.g.intern(token, ConstKind::Null);
        let inst = match *kind {
            Kind::Catch { dispatch } => Inst::CatchPad { parent: self.pads[dispatch].unwrap_or(none), args },
            Kind::Cleanup { parent: Some(parent) } => Inst::CleanupPad { parent: self.pads[parent].unwrap_or(none), args },
            _ => Inst::CleanupPad { parent: none, args },
        };
        let value = self.define_hidden(inst, token);
        self.pads[self.current] = Some(value);
    }
}
