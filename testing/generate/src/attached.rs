//! Attachments, debug locations and debug records of instructions and global values.
use crate::body::Builder;
use crate::body::Record;
use crate::draw::Gen;
use bctk_ir::body::{Attachment, DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{InstId, MdId, OptionalId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::dwarf::Op;
use bctk_ir::types::Type;

/// Numbers of metadata kinds that LLVM knows (`FixedMetadataKinds.def` of LLVM 23).
mod kind {
    pub(super) const DBG: u32 = 0;
    pub(super) const TBAA: u32 = 1;
    pub(super) const PROF: u32 = 2;
    pub(super) const FPMATH: u32 = 3;
    pub(super) const RANGE: u32 = 4;
    pub(super) const INVARIANT_LOAD: u32 = 6;
    pub(super) const ALIAS_SCOPE: u32 = 7;
    pub(super) const NONTEMPORAL: u32 = 9;
    pub(super) const NONNULL: u32 = 11;
    pub(super) const UNPREDICTABLE: u32 = 15;
    pub(super) const ALIGN: u32 = 17;
    pub(super) const LOOP: u32 = 18;
    pub(super) const TYPE: u32 = 19;
    pub(super) const ABSOLUTE_SYMBOL: u32 = 21;
    pub(super) const NOUNDEF: u32 = 29;
    pub(super) const ANNOTATION: u32 = 30;
    pub(super) const ASSIGN_ID: u32 = 38;
    /// The first that no one knows.
    pub(super) const OWN: u32 = bctk_ir::fixed::MD_KINDS.len() as u32;
}

impl Gen<'_, '_> {
    fn own_kind(&mut self) -> u32 {
        kind::OWN + self.up_to(2)
    }

    /// An access tag of type-based alias analysis.
    pub(crate) fn tbaa(&mut self) -> MdId {
        let root = self.md_string(b"root");
        let root = self.tuple_of(&[root]);
        let name = self.pick(&["int", "any pointer", "long"]);
        let (name, zero) = (self.md_string(name.as_bytes()), self.md_i64(0));
        let ty = self.tuple_of(&[name, root, zero]);
        self.tuple_of(&[ty, ty, zero])
    }

    /// Attachments of global values.
    pub(crate) fn attach_to_globals(&mut self) {
        for at in 0..self.m.globals.len() {
            let is_intrinsic = self.m.str(self.m.globals[at].name).starts_with(b"llvm.");
            if is_intrinsic || self.options.metadata == 0 && self.debug.is_none() {
                continue;
            }
            let mut list = Vec::new();
            let body = match &self.m.globals[at].kind {
                GlobalKind::Variable { .. } => {
                    if self.debug.is_some() && self.chance(1, 2) {
                        let node = self.debug_variable(at);
                        list.push(Attachment { kind: kind::DBG, node });
                        if self.chance(1, 5) {
                            let node = self.debug_variable(at);
                            list.push(Attachment { kind: kind::DBG, node });
                        }
                    }
                    None
                }
                GlobalKind::Function(f) => f.body,
                _ => continue,
            };
            if self.options.metadata > 0 && self.chance(1, 4) {
                list.extend(self.annotations_of_global(at));
            }
            if self.options.metadata > 0 && self.chance(1, 3) {
                if self.chance(1, 2) {
                    let (offset, name) = (self.md_i64(0), self.md_string(b"_ZTS1A"));
                    let node = self.tuple_of(&[offset, name]);
                    list.push(Attachment { kind: kind::TYPE, node });
                }
                if body.is_none() && self.m.globals[at].is_declaration() && self.chance(1, 3) {
                    let (low, high) = (self.md_i64(0), self.md_i64(256));
                    let node = self.tuple_of(&[low, high]);
                    list.push(Attachment { kind: kind::ABSOLUTE_SYMBOL, node });
                }
                if let Some(node) = self.pick_some(&self.nodes.clone()) {
                    list.push(Attachment { kind: self.own_kind(), node });
                }
            }
            list.sort_by_key(|attachment| attachment.kind);
            match body.and_then(|body| self.m.bodies.get_mut(body as usize)) {
                Some(body) => {
                    body.function_attachments.extend(list);
                    body.function_attachments.sort_by_key(|attachment| attachment.kind);
                }
                None => self.m.globals[at].attachments = list,
            }
        }
    }
}

impl Builder<'_, '_, '_> {
    /// The debug location of an instruction.
    pub(crate) fn location(&mut self, inst: &Inst) -> Option<MdId> {
        let scope = self.subprogram.as_ref()?.clone();
        if has_lost_flags(inst) {
            return None;
        }
        let calls = matches!(inst, Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. });
        (calls || self.g.chance(4, 5)).then(|| self.g.instruction_location(&scope))
    }

    /// Attachments of an instruction that makes `local`.
    pub(crate) fn attachments(&mut self, inst: &Inst, local: Option<u32>) -> Vec<Attachment> {
        let mut list = Vec::new();
        if has_lost_flags(inst) {
            return list;
        }
        if let (Some(scope), Inst::Alloca { .. } | Inst::Store { .. }) = (&self.subprogram, inst)
            && self.in_debug_info()
        {
            let id = scope.assign_id;
            if self.g.chance(1, 4) {
                list.push(Attachment { kind: kind::ASSIGN_ID, node: id });
            }
        }
        if self.g.options.metadata == 0 || !self.g.chance(1, 5) {
            return list;
        }
        let ty = local.map(|local| self.body.local_types[local as usize]);
        if self.g.chance(1, 3) {
            list.extend(self.annotations(inst, ty));
            return list;
        }
        let empty = self.g.tuple(false, &[]);
        match *inst {
            Inst::Load { .. } => match ty.map(|ty| (ty, self.g.m.types.get(ty))) {
                Some((ty, Type::Int(width @ 2..=64))) => {
                    let (low, high) = self.g.outside(|g| (g.int(ty, 0), g.int(ty, 1)));
                    let (low, high) = (self.g.md_value(ty, low), self.g.md_value(ty, high));
                    let node = self.g.tuple_of(&[low, high]);
                    list.push(Attachment { kind: kind::RANGE, node });
                    if width == 32 {
                        list.push(Attachment { kind: kind::NOUNDEF, node: empty });
                        let node = self.g.tbaa();
                        list.push(Attachment { kind: kind::TBAA, node });
                    }
                }
                Some((_, Type::Ptr(_))) => {
                    list.push(Attachment { kind: kind::NONNULL, node: empty });
                    let align = self.g.md_i64(8);
                    let node = self.g.tuple_of(&[align]);
                    list.push(Attachment { kind: kind::ALIGN, node });
                }
                _ => list.push(Attachment { kind: kind::INVARIANT_LOAD, node: empty }),
            },
            Inst::Store { .. } => {
                let one = self.g.md_i32(1);
                let node = self.g.tuple_of(&[one]);
                list.push(Attachment { kind: kind::NONTEMPORAL, node });
                let node = self.g.scopes_of_aliases();
                list.push(Attachment { kind: kind::ALIAS_SCOPE, node });
            }
            Inst::CondBr { .. } => {
                let (name, a, b) = (self.g.md_string(b"branch_weights"), self.g.md_i32(1), self.g.md_i32(2000));
                let node = self.g.tuple_of(&[name, a, b]);
                list.push(Attachment { kind: kind::PROF, node });
                list.push(Attachment { kind: kind::UNPREDICTABLE, node: empty });
                let node = self.g.loop_id();
                list.push(Attachment { kind: kind::LOOP, node });
            }
            Inst::Bin { op, .. } if op.is_float() => {
                let float = self.g.m.types.intern(Type::Float);
                let value = self.g.outside(|g| g.intern(float, bctk_ir::constants::ConstKind::Float(0x4020_0000)));
                let value = self.g.md_value(float, value);
                let node = self.g.tuple_of(&[value]);
                list.push(Attachment { kind: kind::FPMATH, node });
            }
            Inst::Call(_) => {
                let text = self.g.md_string(b"remark");
                let node = self.g.tuple_of(&[text]);
                list.push(Attachment { kind: kind::ANNOTATION, node });
            }
            _ => {}
        }
        if let Some(node) = self.g.pick_some(&self.g.nodes.clone()) {
            list.push(Attachment { kind: self.g.own_kind(), node });
        }
        list
    }

    fn in_debug_info(&self) -> bool {
        self.g.debug.is_some()
    }

    /// Debug records before an instruction.
    pub(crate) fn records(&mut self, inst: &Inst) -> Vec<Record> {
        let Some(scope) = self.subprogram.clone() else { return Vec::new() };
        // Nothing is placed before a phi node or the first instruction of a pad.
        let first = matches!(
            inst,
            Inst::Phi { .. }
                | Inst::LandingPad { .. }
                | Inst::CatchPad { .. }
                | Inst::CleanupPad { .. }
                | Inst::CatchSwitch { .. }
                | Inst::Ret(_)
        );
        if first || !self.g.chance(1, 4) {
            return Vec::new();
        }
        let mut list = Vec::new();
        for _ in 0..1 + self.g.below(2) {
            let loc = self.g.location(&scope);
            let ty = self.type_where(|_, _| true).unwrap_or(self.g.common.i32);
            let value = self.plain_operand(ty);
            let mut record = DbgRecord {
                before: InstId(0),
                kind: DbgKind::Value,
                loc,
                variable: self.g.pick(&scope.variables),
                expression: OptionalId::NONE,
                value: Some(DbgOperand::Value(value)),
                assign: OptionalId::NONE,
            };
            let (mut values, mut assign) = (None, None);
            let plain: &[u64] = &[];
            let plus: &[u64] = &[u64::from(Op::PLUS_UCONST.0), 8, u64::from(Op::STACK_VALUE.0)];
            let expression = self.g.pick(&[plain, plus, plain]);
            record.expression = OptionalId::some(self.g.expression(expression));
            match self.g.below(7) {
                0 => {
                    (record.kind, record.variable, record.expression, record.value) = (DbgKind::Label, scope.label, OptionalId::NONE, None);
                }
                1 => {
                    record.kind = DbgKind::Declare;
                    record.value = Some(DbgOperand::Value(self.plain_operand(self.g.common.ptr)));
                }
                2 => {
                    record.kind = DbgKind::Assign;
                    let address = DbgOperand::Value(self.plain_operand(self.g.common.ptr));
                    let none = self.g.expression(&[]);
                    assign = Some(DbgAssign { id: scope.assign_id, address, address_expression: none });
                }
                3 => {
                    let count = 1 + self.g.below(2);
                    let mut ops = vec![u64::from(Op::LLVM_ARG.0), 0];
                    let mut all = vec![(ty, value)];
                    for at in 0..count {
                        let ty = self.g.common.i32;
                        all.push((ty, self.plain_operand(ty)));
                        ops.extend([u64::from(Op::LLVM_ARG.0), at as u64 + 1, u64::from(Op::PLUS.0)]);
                    }
                    ops.push(u64::from(Op::STACK_VALUE.0));
                    record.expression = OptionalId::some(self.g.expression(&ops));
                    values = Some(all);
                }
                4 => {
                    let empty = self.g.tuple(false, &[]);
                    record.value = Some(DbgOperand::Md(empty));
                }
                5 => record.kind = DbgKind::DeclareValue,
                _ => {}
            }
            list.push(Record { record, assign, list: values });
        }
        list
    }
}

impl Gen<'_, '_> {
    pub(crate) fn scopes_of_aliases(&mut self) -> MdId {
        let (domain, scope) = (self.md_string(b"domain"), self.md_string(b"scope"));
        let domain = self.tuple_of(&[domain]);
        let scope = self.tuple_of(&[scope, domain, scope]);
        self.tuple_of(&[scope])
    }

    /// A loop's identity: a distinct node that begins with itself.
    fn loop_id(&mut self) -> MdId {
        let text = self.md_string(b"llvm.loop.mustprogress");
        let property = self.tuple_of(&[text]);
        let node = self.tuple(true, &[None, Some(property)]);
        if let bctk_ir::metadata::Metadata::Tuple { ops, .. } = self.m.metadata.get(node) {
            self.m.metadata.lists.set(ops, 0, Some(node));
        }
        node
    }
}

/// Whether LLVM 23's assembly parser would lose the flags of an instruction if metadata followed it.
fn has_lost_flags(inst: &Inst) -> bool {
    matches!(inst, Inst::Phi { fmf, .. } if !fmf.is_empty())
}
