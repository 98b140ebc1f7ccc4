//! The contents of what was linked, with the numbers of the linked module.
use crate::mover::{Context, Mover};
use crate::problem::Problem;
use bctk_edit::values::map_body;
use bctk_ir::body::{Attachment, Body};
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::{AttrListId, MdId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::unique::renumber_body;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// What the numbers of a module became.
struct Maps<'m, 'l> {
    mover: &'m Mover<'l>,
    types: Vec<TypeId>,
    /// Attribute lists of calls.
    lists: Vec<AttrListId>,
    /// In the place of what is null.
    null: MdId,
    /// Whether instructions, and whether constants, have flags that others imply.
    implies: bool,
    implies_in_constants: bool,
}

impl Mover<'_> {
    /// Which constants refer to global values that are not linked.
    pub(crate) fn lost_consts(&self) -> Vec<bool> {
        let pool = &self.src.consts;
        self.mark_consts(|index, found| {
            let mut lost = false;
            if let Some(constant) = pool.get(index) {
                pool.uses(constant.kind, |value| {
                    lost |= match value.kind() {
                        ValueKind::Global(id) => self.map.get(id.index()).is_none_or(Option::is_none),
                        ValueKind::Const(operand) => found.get(operand as usize) == Some(&true),
                        _ => false,
                    };
                });
            }
            lost
        })
    }

    /// Gives the constants of the module that are needed their contents in the linked module.
    pub(crate) fn fill_constants(&mut self) {
        let lost = self.lost_consts();
        for (index, &is_lost) in lost.iter().enumerate() {
            let Some(&Constant { ty, kind }) = self.src.consts.consts.get(index) else { break };
            // Metadata that nothing has reached so far may have it.
            if is_lost || !self.seen_consts[index] && !self.types.is_plain(&self.src, ty) {
                continue;
            }
            let ty = self.types.get(self.dst, &self.src, ty);
            let types: &crate::types::TypeMap = &self.types;
            let (map, first) = (&self.map, self.first_const);
            let value = |value: Value| match value.kind() {
                ValueKind::Global(id) => map.get(id.index()).copied().flatten().unwrap_or(value),
                ValueKind::Const(index) => Value::constant(first + index),
                _ => value,
            };
            let of = |ty: TypeId| types.known(ty).unwrap_or(ty);
            let mut kind = self.dst.module.consts.take_from(kind, &self.src.consts, value, of);
            if let ConstKind::Gep { flags, .. } = &mut kind
                && self.dst.llvm.constant_gep_flags()
            {
                *flags = flags.with_implied();
            }
            self.dst.module.consts.consts[first as usize + index] = Constant { ty, kind };
        }
    }

    /// A copy of a constant that refers to the definitions of the module itself, as aliases do.
    pub(crate) fn copied(&mut self, root: Value) -> Result<Value, Problem> {
        let mut made: HashMap<u32, Value> = HashMap::new();
        let mut stack = vec![(root, false)];
        while let Some((value, is_done)) = stack.pop() {
            let ValueKind::Const(index) = value.kind() else { continue };
            let Some(Constant { ty, kind }) = self.src.consts.get(index) else { continue };
            if !is_done {
                if made.contains_key(&index) {
                    continue;
                }
                stack.push((value, true));
                self.src.consts.operands(kind, |operand| stack.push((operand, false)));
                continue;
            }
            let ty = self.types.get(self.dst, &self.src, ty);
            let mut source = None;
            if let ConstKind::Gep { source: own, .. } = kind {
                source = Some(self.types.get(self.dst, &self.src, own));
            }
            let indirect = &self.indirect;
            let of = |value: Value| match value.kind() {
                ValueKind::Global(id) => indirect.get(id.index()).copied().flatten().unwrap_or(value),
                ValueKind::Const(index) => made.get(&index).copied().unwrap_or(value),
                _ => value,
            };
            let mut kind = self.dst.module.consts.take_from(kind, &self.src.consts, of, |own| source.unwrap_or(own));
            if let ConstKind::Gep { flags, .. } = &mut kind
                && self.dst.llvm.constant_gep_flags()
            {
                *flags = flags.with_implied();
            }
            let new = Value::constant(self.dst.module.consts.push(ty, kind));
            made.insert(index, new);
        }
        Ok(match root.kind() {
            ValueKind::Global(id) => self.map_global(id, Context::Indirect)?.unwrap_or(root),
            ValueKind::Const(index) => made.get(&index).copied().unwrap_or(root),
            _ => root,
        })
    }

    /// Gives linked global values what refers to others.
    pub(crate) fn fill_globals(&mut self) -> Result<(), Problem> {
        self.fill_appended()?;
        for id in std::mem::take(&mut self.attached) {
            let mut attachments = std::mem::take(&mut self.dst.global_mut(id).attachments);
            self.renumber_attachments(&mut attachments);
            self.dst.global_mut(id).attachments = attachments;
        }
        for (from, to) in std::mem::take(&mut self.functions) {
            let GlobalKind::Function(function) = &self.src.globals[from.index()].kind else { continue };
            let of = |value: bctk_ir::entity::OptionalId<Value>| value.get().map(|value| self.moved(value)).into();
            let operands = [of(function.prefix), of(function.prologue), of(function.personality)];
            let mut attachments = self.src.globals[from.index()].attachments.clone();
            self.renumber_attachments(&mut attachments);
            let global = self.dst.global_mut(to);
            global.attachments = attachments;
            if let GlobalKind::Function(function) = &mut global.kind {
                [function.prefix, function.prologue, function.personality] = operands;
            }
        }
        Ok(())
    }

    fn renumber_attachments(&self, attachments: &mut Vec<Attachment>) {
        attachments.retain_mut(|attachment| match self.nodes.place(attachment.node) {
            Some(node) => {
                let kind = self.numbers.kinds.get(attachment.kind as usize).copied().unwrap_or(attachment.kind);
                *attachment = Attachment { kind, node };
                true
            }
            None => false,
        });
        attachments.sort_by_key(|attachment| attachment.kind);
    }

    /// Gives bodies the numbers of the linked module, on all threads.
    pub(crate) fn fill_bodies(&mut self) {
        let mut bodies = std::mem::take(&mut self.bodies);
        let count = self.src.types.len();
        let types = (0..count).map(TypeId::new).map(|ty| self.types.known(ty).unwrap_or(TypeId(0))).collect();
        let callbacks = self.dst.llvm.linked_callbacks();
        let lists = (0..self.lists.len())
            .map(|at| match self.lists[at] {
                Some(list) if callbacks => self.dst.without_nocallback(list),
                Some(list) => list,
                None => AttrListId(0),
            })
            .collect();
        let ops = self.dst.module.metadata.lists.push::<Option<MdId>>(&[]);
        let null = self.dst.module.metadata.push(Metadata::Tuple { distinct: false, ops });
        let (implies, implies_in_constants) = (self.dst.llvm.gep_flags(), self.dst.llvm.constant_gep_flags());
        let maps = Maps { mover: self, types, lists, null, implies, implies_in_constants };
        bodies.par_iter_mut().balanced().for_each(|(_, body)| maps.apply(body));
        for (index, body) in bodies {
            if let Some(slot) = self.dst.module.bodies.get_mut(index as usize) {
                *slot = body;
            }
        }
    }
}

impl Maps<'_, '_> {
    fn ty(&self, ty: TypeId) -> TypeId {
        self.types.get(ty.index()).copied().unwrap_or(ty)
    }

    fn apply(&self, body: &mut Body) {
        let mover = self.mover;
        body.local_types.iter_mut().for_each(|ty| *ty = self.ty(*ty));
        for constant in &mut body.consts.consts {
            constant.ty = self.ty(constant.ty);
            if let ConstKind::Gep { source, flags, .. } = &mut constant.kind {
                *source = self.ty(*source);
                if self.implies_in_constants {
                    *flags = flags.with_implied();
                }
            }
        }
        body.consts.asms.iter_mut().for_each(|asm| asm.fn_ty = self.ty(asm.fn_ty));
        for call in &mut body.calls {
            call.fn_ty = self.ty(call.fn_ty);
            call.attrs = self.lists.get(call.attrs.index()).copied().unwrap_or(AttrListId(0));
        }
        let scopes = &mover.numbers.scopes;
        for inst in &mut body.insts {
            match inst {
                Inst::Alloca { ty, .. } | Inst::Malloc { ty, .. } => *ty = self.ty(*ty),
                Inst::Gep { source, flags, .. } => {
                    *source = self.ty(*source);
                    if self.implies {
                        *flags = flags.with_implied();
                    }
                }
                Inst::Load { scope, .. }
                | Inst::Store { scope, .. }
                | Inst::Fence { scope, .. }
                | Inst::CmpXchg { scope, .. }
                | Inst::AtomicRmw { scope, .. } => *scope = scopes.get(*scope as usize).copied().unwrap_or(*scope),
                _ => {}
            }
        }
        let value = |value: Value| match value.kind() {
            ValueKind::Global(_) | ValueKind::Const(_) => mover.moved(value),
            _ => value,
        };
        self.keep_orders(body);
        map_body(body, &value);
        let orders = &mut body.provenance.use_orders;
        orders.iter_mut().for_each(|order| order.value = value(order.value));
        renumber_body(body, |id| mover.nodes.place(id).unwrap_or(self.null));
        for bundle in &mut body.bundles {
            bundle.tag = mover.numbers.tags.get(bundle.tag as usize).copied().flatten().unwrap_or(bundle.tag);
        }
        let kind = |attachment: &mut Attachment| {
            attachment.kind = mover.numbers.kinds.get(attachment.kind as usize).copied().unwrap_or(attachment.kind);
        };
        body.attachments.iter_mut().for_each(|(_, attachment)| kind(attachment));
        body.attachments.sort_by_key(|(inst, attachment)| (*inst, attachment.kind));
        body.function_attachments.iter_mut().for_each(kind);
        body.function_attachments.sort_by_key(|attachment| attachment.kind);
        body.metadata = (0, 0);
        body.block_addr_users.clear();
        let provenance = &mut body.provenance;
        provenance.names_order.clear();
        provenance.gone_names.clear();
        provenance.name_changes.clear();
        provenance.offsets.clear();
    }

    /// Keeps the orders that a body states of its own values; and those of constants that the linked module has, too. A function that is read
    /// when it is linked states how these are used by the functions before it.
    fn keep_orders(&self, body: &mut Body) {
        let mover = self.mover;
        let is_same = |kind: ConstKind| kind.is_data() || matches!(kind, ConstKind::InlineAsm(_));
        let mut orders = std::mem::take(&mut body.provenance.use_orders);
        orders.retain(|order| match order.value.kind() {
            ValueKind::Local(_) | ValueKind::Block(_) => true,
            ValueKind::Const(index) => {
                !mover.flags.is_read_whole && mover.src.consts.get(index).is_some_and(|constant| is_same(constant.kind))
            }
            ValueKind::LocalConst(index) => {
                !mover.flags.is_read_whole && body.consts.get(index).is_some_and(|constant| is_same(constant.kind))
            }
            _ => false,
        });
        body.provenance.use_orders = orders;
    }
}
