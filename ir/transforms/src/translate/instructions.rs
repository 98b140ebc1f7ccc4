//! Instructions that an older release does not have, or has in fewer forms.
use super::callbr;
use super::globals::GREATEST_OLD_ALIGN;
use super::intrinsics::negated;
use super::report::{Action, At, Report};
use bctk_edit::editor::Editor;
use bctk_edit::functions::owners;
use bctk_edit::values::{map_body, map_module};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::{ConstKind, ConstPool, Constant, InlineAsm};
use bctk_ir::datalayout::{AddressSpaces, DataLayout, Layouts};
use bctk_ir::entity::{AttrListId, BlockId, CallId, GlobalId, InstId, List, TypeId};
use bctk_ir::inst::{Access, AlignCode, Inst, RmwAccess};
use bctk_ir::keywords::TailKind;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, Ordering, RmwOp};
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// The sync scope of the whole system, which instructions that are not atomic have, too.
pub(super) const SYSTEM: u32 = 1;

/// Lowers, drops or refuses the instructions and constants that `llvm` does not have.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    constants(module, llvm, report);
    let layout = Layouts::new(DataLayout::parse(module.str(module.data_layout)));
    let has_single_bytes = Triple::parse(module.str(module.triple)).arch == Arch::Avr;
    let found = candidates(module, llvm);
    let mut work = Work { ed: Editor::new(module), layout, llvm, owner: GlobalId(0), has_single_bytes };
    for (owner, index) in owners(work.ed.module) {
        work.owner = owner;
        work.ed.body = index;
        for &at in &found[index] {
            work.instruction(at, report);
        }
        work.ed.finish_body();
    }
    work.ed.finish();
}

/// Writes each `atomicrmw` that computes with `bfloat` as a loop, for a release without `feature`.
pub(super) fn bfloat_loops(module: &mut Module, llvm: LlvmVersion, feature: Feature, report: &mut Report) {
    let layout = Layouts::new(DataLayout::parse(module.str(module.data_layout)));
    let mut work = Work { ed: Editor::new(module), layout, llvm, owner: GlobalId(0), has_single_bytes: false };
    for (owner, index) in owners(work.ed.module) {
        work.owner = owner;
        work.ed.body = index;
        for at in (0..work.ed.body().insts.len()).map(InstId::new) {
            let Inst::AtomicRmw { op, align, access, scope, ptr, value } = work.ed.body().insts[at.index()] else { continue };
            let element = work.ed.ty(value).map(|ty| work.ed.get(work.ed.module.types.scalar(ty)));
            if element == Some(Type::BFloat) && op != RmwOp::Xchg && !access.is_elementwise() {
                match work.rmw_loop(at, op, align, access, (scope, ptr, value)) {
                    Some(()) => work.tell(Action::Lowered, feature, at, report),
                    None => work.ed.cancel(),
                }
            }
        }
        work.ed.finish_body();
    }
    work.ed.finish();
}

/// The instructions of each body that may have to change. Few have.
fn candidates(module: &Module, llvm: LlvmVersion) -> Vec<Vec<InstId>> {
    let alloca_space = AddressSpaces::parse(module.str(module.data_layout)).alloca;
    let has_other_space = |ty: Option<TypeId>| match ty.map(|ty| module.types.get(ty)) {
        Some(Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. }) => space != 0 || space != alloca_space,
        _ => false,
    };
    let may_change = |body: &Body, at: usize, inst: &Inst| match *inst {
        Inst::FNeg { .. } => !llvm.fneg_instruction(),
        Inst::Freeze(_) => !llvm.freeze_instruction(),
        Inst::Cast { op, .. } => op == CastOp::PtrToAddr && !llvm.ptr_to_addr(),
        Inst::Load { align, access, .. } | Inst::Store { align, access, .. } => {
            access.is_atomic() || access.is_elementwise() || align > GREATEST_OLD_ALIGN
        }
        Inst::CmpXchg { .. } | Inst::AtomicRmw { .. } | Inst::CallBr { .. } => true,
        Inst::Alloca { .. } => !llvm.stated_alloca_spaces() && has_other_space(body.result_type(InstId::new(at))),
        Inst::Fence { .. } => !llvm.sync_scope_names(),
        Inst::CatchSwitch { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } => !llvm.funclet_pads(),
        Inst::Call(call) => !llvm.no_tail() && body.call(call).is_some_and(|call| call.tail == TailKind::NoTail),
        _ => false,
    };
    let of_body = |body: &Body| {
        let insts = body.insts.iter().enumerate();
        insts.filter(|&(at, inst)| may_change(body, at, inst)).map(|(at, _)| InstId::new(at)).collect()
    };
    module.bodies.par_iter().balanced().map(of_body).collect()
}

/// Constants: older forms, or refused.
fn constants(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let locals: Vec<bool> = module.globals.iter().map(|global| global.dso_local || global.linkage.is_local()).collect();
    let types = &module.types;
    let change = |pool: &mut ConstPool| {
        let mut found = Vec::new();
        // A constant that stands for another takes its place in all users.
        let mut same = HashMap::new();
        for (index, constant) in pool.consts.iter_mut().enumerate() {
            match constant.kind {
                ConstKind::Poison if !llvm.poison_constant() => {
                    constant.kind = ConstKind::Undef;
                    found.push((Action::Lowered, Feature::PoisonConstant));
                }
                ConstKind::Cast { op: CastOp::PtrToAddr, flags, value } if !llvm.ptr_to_addr() => {
                    constant.kind = ConstKind::Cast { op: CastOp::PtrToInt, flags, value };
                    found.push((Action::Lowered, Feature::PtrToAddr));
                }
                ConstKind::InlineAsm(at) => {
                    let Some(asm) = pool.asms.get(at as usize) else { continue };
                    if asm.unwind && !llvm.inline_asm_unwind() {
                        found.push((Action::Refused, Feature::InlineAsmUnwind));
                    }
                    let is_long = pool.bytes.get(asm.constraints).windows(2).any(|pair| pair[0] == b'@' && pair[1].is_ascii_digit());
                    if is_long && !llvm.long_constraints() {
                        found.push((Action::Refused, Feature::LongConstraints));
                    }
                }
                ConstKind::NoCfi(_) if !llvm.no_cfi() => found.push((Action::Refused, Feature::NoCfi)),
                ConstKind::PtrAuth(_) if !llvm.ptr_auth() => found.push((Action::Refused, Feature::PtrAuth)),
                ConstKind::PtrAuth(list) if !llvm.deactivation_symbols() && pool.lists.get(list).len() > 4 => {
                    found.push((Action::Refused, Feature::DeactivationSymbols));
                }
                // The parser of LLVM 9 says that their type does not match.
                ConstKind::InsertElement(_) | ConstKind::ShuffleVector(_) if !llvm.scalable_shuffles() => {
                    if matches!(types.get(constant.ty), Type::Vector { scalable: true, .. }) {
                        found.push((Action::Refused, Feature::ScalableShuffles));
                    }
                }
                ConstKind::DsoLocalEquivalent(value) if !llvm.dso_local_equivalent_constant() => {
                    let is_local = matches!(value.kind(), ValueKind::Global(id) if locals.get(id.index()) == Some(&true));
                    if is_local {
                        same.insert(index as u32, value);
                    }
                    found.push((if is_local { Action::Lowered } else { Action::Refused }, Feature::DsoLocalEquivalentConstant));
                }
                _ => {}
            }
        }
        (same, found)
    };
    let (of_module, mut found) = change(&mut module.consts);
    let changed: Vec<_> = module.bodies.par_iter_mut().balanced().map(|body| change(&mut body.consts)).collect();
    let mut of_bodies: Vec<HashMap<u32, Value>> = Vec::with_capacity(changed.len());
    for (same, of_body) in changed {
        of_bodies.push(same);
        found.extend(of_body);
    }
    for (action, feature) in found {
        report.feature(action, feature, module, At::Module);
    }
    if !of_module.is_empty() {
        map_module(module, &|value| match value.kind() {
            ValueKind::Const(index) => of_module.get(&index).copied().unwrap_or(value),
            _ => value,
        });
    }
    for (body, same) in module.bodies.iter_mut().zip(&of_bodies).filter(|(_, same)| !same.is_empty()) {
        map_body(body, &|value| match value.kind() {
            ValueKind::LocalConst(index) => same.get(&index).copied().unwrap_or(value),
            _ => value,
        });
    }
}

struct Work<'m> {
    ed: Editor<'m>,
    layout: Layouts,
    llvm: LlvmVersion,
    /// The current function.
    owner: GlobalId,
    /// Whether the target has no accesses of more than a byte, and so no alignment.
    has_single_bytes: bool,
}

impl Work<'_> {
    fn tell(&self, action: Action, feature: Feature, at: InstId, report: &mut Report) {
        report.feature(action, feature, self.ed.module, At::Inst(self.owner, at));
    }

    /// Reports what became of an instruction: lowered, if `made` is not none.
    fn done(&mut self, made: Option<()>, feature: Feature, at: InstId, report: &mut Report) {
        if made.is_none() {
            self.ed.cancel();
        }
        self.tell(if made.is_some() { Action::Lowered } else { Action::Refused }, feature, at, report);
    }

    fn instruction(&mut self, at: InstId, report: &mut Report) {
        let llvm = self.llvm;
        let inst = self.ed.body().insts[at.index()];
        match inst {
            Inst::FNeg { value, fmf } if !llvm.fneg_instruction() => {
                let made = negated(&mut self.ed, value, fmf).map(|new| self.ed.end(at, Some(new)));
                self.done(made, Feature::FNegInstruction, at, report);
            }
            Inst::Freeze(value) if !llvm.freeze_instruction() => {
                let made = self.freeze(at, value);
                self.done(made, Feature::FreezeInstruction, at, report);
            }
            Inst::Cast { op: CastOp::PtrToAddr, flags, value } if !llvm.ptr_to_addr() => {
                self.ed.body_mut().insts[at.index()] = Inst::Cast { op: CastOp::PtrToInt, flags, value };
                self.tell(Action::Lowered, Feature::PtrToAddr, at, report);
            }
            Inst::Load { align, access, scope, ptr } => self.load(at, align, access, scope, ptr, report),
            Inst::Store { align, access, scope, value, ptr } => self.store(at, align, access, scope, value, ptr, report),
            Inst::CmpXchg { align, access, scope, ops } => self.cmpxchg(at, align, access, scope, ops, report),
            Inst::AtomicRmw { op, align, access, scope, ptr, value } => {
                self.rmw(at, op, align, access, (scope, ptr, value), report);
            }
            Inst::Alloca { .. } if !llvm.stated_alloca_spaces() => {
                let ty = self.ed.body().result_type(at).map(|ty| self.ed.get(ty));
                let Some(Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. }) = ty else { return };
                if space != 0 && !llvm.alloca_address_spaces() {
                    self.tell(Action::Refused, Feature::AllocaAddressSpaces, at, report);
                } else if space != self.alloca_space() {
                    self.tell(Action::Refused, Feature::StatedAllocaSpaces, at, report);
                }
            }
            Inst::Fence { scope, .. } => self.scope(at, scope, report),
            Inst::CallBr { call, default, indirect } if !llvm.callbr_instruction() => {
                let made = callbr::as_call(&mut self.ed, at, call, default, indirect);
                self.done(made, Feature::CallBrInstruction, at, report);
            }
            Inst::CallBr { call, default, indirect } if !llvm.callbr_outputs() && self.ed.body().result(at).is_some() => {
                let made = callbr::as_call(&mut self.ed, at, call, default, indirect);
                self.done(made, Feature::CallbrOutputs, at, report);
            }
            Inst::CallBr { call, indirect, .. } if !llvm.label_constraints() => {
                let made = self.labels_as_arguments(call, indirect);
                self.done(made, Feature::LabelConstraints, at, report);
            }
            Inst::CatchSwitch { .. } | Inst::CatchPad { .. } | Inst::CleanupPad { .. } if !llvm.funclet_pads() => {
                self.tell(Action::Refused, Feature::FuncletPads, at, report);
            }
            Inst::Call(id) => {
                let Some(&call) = self.ed.body().call(id) else { return };
                if !llvm.no_tail() && call.tail == TailKind::NoTail {
                    self.tell(Action::Refused, Feature::NoTail, at, report);
                }
            }
            _ => {}
        }
    }

    /// Gives inline assembly its labels as arguments that are addresses of blocks, instead of constraints for them.
    fn labels_as_arguments(&mut self, id: CallId, indirect: List<BlockId>) -> Option<()> {
        let call = *self.ed.body().call(id)?;
        let (pool, index) = self.ed.module.pool_of(Some(self.ed.body()), call.callee)?;
        let Constant { ty: pointer, kind: ConstKind::InlineAsm(at) } = pool.get(index)? else { return None };
        let asm = *pool.asms.get(at as usize)?;
        let (template, old) = (pool.bytes.get(asm.template).to_vec(), pool.bytes.get(asm.constraints).to_vec());
        let constraints: Vec<&[u8]> = old.split(|&c| c == b',').map(older_label).collect();
        let constraints = constraints.join(&b","[..]);
        let blocks: Vec<BlockId> = self.ed.body().lists.get(indirect).to_vec();
        let (ret, params, vararg) = self.ed.module.types.function(call.fn_ty)?;
        let mut params: Vec<TypeId> = params.iter().collect();
        let mut args: Vec<Value> = self.ed.body().values(call.args).collect();
        let address = self.ed.intern(Type::Ptr(0));
        for block in blocks {
            let kind = ConstKind::BlockAddress { function: self.owner, block };
            args.push(self.ed.constant(address, kind));
            params.push(address);
        }
        let params = self.ed.module.types.lists.push(&params);
        let fn_ty = self.ed.intern(Type::Function { ret, params, vararg });
        let pool = &mut self.ed.module.consts;
        let (template, constraints) = (pool.bytes.push(&template), pool.bytes.push(&constraints));
        pool.asms.push(InlineAsm { fn_ty, template, constraints, ..asm });
        let callee = Value::constant(pool.push(pointer, ConstKind::InlineAsm(pool.asms.len() as u32 - 1)));
        let args = self.ed.body_mut().lists.push(&args);
        *self.ed.body_mut().calls.get_mut(id.index())? = Call { callee, fn_ty, args, ..call };
        Some(())
    }

    /// The same value, if it is certain to be defined; else the value by way of memory that the optimizer does not look through, where it is
    /// some value for good.
    fn freeze(&mut self, at: InstId, value: Value) -> Option<()> {
        if self.is_defined(value, 0) {
            self.ed.end(at, Some(value));
            return Some(());
        }
        let ty = self.ed.ty(value)?;
        let align = self.layout.abi_align(&self.ed.module.types, ty)?;
        let slot = self.slot(ty, align)?;
        let align = align_code(align);
        let access = Access::PLAIN.made_volatile();
        self.ed.push_void(Inst::Store { align, access, scope: SYSTEM, value, ptr: slot });
        let new = self.ed.push(ty, Inst::Load { align, access, scope: SYSTEM, ptr: slot });
        self.ed.end(at, Some(new));
        Some(())
    }

    /// The address space of `alloca` in the data layout.
    fn alloca_space(&self) -> u32 {
        AddressSpaces::parse(self.ed.module.str(self.ed.module.data_layout)).alloca
    }

    /// A new stack slot at the start of the function.
    fn slot(&mut self, ty: TypeId, align: u64) -> Option<Value> {
        let space = self.alloca_space();
        let word = self.ed.intern(Type::Int(32));
        let count = self.ed.int(word, 1);
        let pointer = self.ed.intern(Type::Ptr(space));
        Some(self.ed.push_at_entry(pointer, Inst::Alloca { align: align_code(align), in_alloca: false, swift_error: false, ty, count }))
    }

    /// Whether a value is certain to be neither `undef` nor `poison`.
    fn is_defined(&mut self, value: Value, depth: u32) -> bool {
        /// Operands of operands that are looked at.
        const DEPTH: u32 = 4;
        let local = match value.kind() {
            ValueKind::Global(_) => return true,
            ValueKind::Const(index) => return self.ed.module.consts.get(index).is_some_and(|constant| is_defined_constant(constant.kind)),
            ValueKind::LocalConst(index) => {
                return self.ed.body().consts.get(index).is_some_and(|constant| is_defined_constant(constant.kind));
            }
            ValueKind::Local(local) => local,
            _ => return false,
        };
        if local < self.ed.body().args {
            let function = self.ed.module.global(self.owner).and_then(|global| global.function());
            return function.is_some_and(|function| self.has_noundef(function.attrs, AttrIndex::Param(local)));
        }
        if depth == DEPTH {
            return false;
        }
        let Some(maker) = self.ed.maker(local) else { return false };
        let operands: Vec<Value> = match self.ed.body().insts[maker.index()] {
            Inst::Freeze(_) | Inst::Alloca { .. } => return true,
            Inst::Call(call) | Inst::Invoke { call, .. } => {
                return self.ed.body().call(call).is_some_and(|call| self.has_noundef(call.attrs, AttrIndex::Return));
            }
            Inst::Load { .. } => {
                return self.has_attachment(maker, b"noundef");
            }
            Inst::ICmp { lhs, rhs, flags, .. } if flags.is_empty() => vec![lhs, rhs],
            Inst::Cast { op, flags, value } if flags.is_empty() && !may_be_poison(op) => vec![value],
            Inst::Bin { op: BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor, flags, lhs, rhs }
                if flags.is_empty() =>
            {
                vec![lhs, rhs]
            }
            Inst::Select { fmf, cond, if_true, if_false } if fmf.is_empty() => vec![cond, if_true, if_false],
            _ => return false,
        };
        operands.into_iter().all(|value| self.is_defined(value, depth + 1))
    }

    /// Whether an instruction has an attachment of this kind.
    fn has_attachment(&self, inst: InstId, kind: &[u8]) -> bool {
        let attachments = &self.ed.body().attachments;
        let first = attachments.partition_point(|&(at, _)| at < inst);
        attachments[first..].iter().take_while(|&&(at, _)| at == inst).any(|&(_, attachment)| {
            let name = self.ed.module.md_kinds.get(attachment.kind as usize);
            name.is_some_and(|&name| self.ed.module.str(name) == kind)
        })
    }

    /// Whether a position of an attribute list has `noundef`.
    fn has_noundef(&self, list: AttrListId, index: AttrIndex) -> bool {
        let attrs = &self.ed.module.attrs;
        attrs.set_at(list, index).is_some_and(|set| attrs.set(set).contains(&Attr::Enum(AttrKind::NOUNDEF)))
    }

    /// Refuses scopes that older releases do not know.
    fn scope(&mut self, at: InstId, scope: u32, report: &mut Report) {
        if self.llvm.sync_scope_names() {
            return;
        }
        // `singlethread` is before it.
        if scope > SYSTEM {
            self.tell(Action::Refused, Feature::SyncScopeNames, at, report);
        }
    }

    fn load(&mut self, at: InstId, align: AlignCode, mut access: Access, scope: u32, ptr: Value, report: &mut Report) {
        if access.is_atomic() {
            self.scope(at, scope, report);
        }
        if access.is_elementwise() && !self.llvm.elementwise_loads() {
            // What is atomic as a whole is so in its elements.
            access = access.of_whole();
            self.ed.body_mut().insts[at.index()] = Inst::Load { align, access, scope, ptr };
            self.tell(Action::Lowered, Feature::ElementwiseLoads, at, report);
        }
        if align > GREATEST_OLD_ALIGN && !self.llvm.wide_alignments() {
            self.ed.body_mut().insts[at.index()] = Inst::Load { align: GREATEST_OLD_ALIGN, access, scope, ptr };
            self.tell(Action::Dropped, Feature::WideAlignments, at, report);
        }
        let Some(ty) = self.ed.body().result_type(at) else { return };
        if access.is_atomic() && matches!(self.ed.get(ty), Type::Vector { .. }) && !self.llvm.atomic_vectors() {
            let made = self.same_size(ty).and_then(|int| {
                let loaded = self.ed.push(int, Inst::Load { align, access, scope, ptr });
                let value = self.ed.cast(CastOp::BitCast, loaded, ty)?;
                self.ed.end(at, Some(value));
                Some(())
            });
            self.done(made, Feature::AtomicVectors, at, report);
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of the instruction")]
    fn store(&mut self, at: InstId, align: AlignCode, access: Access, scope: u32, value: Value, ptr: Value, report: &mut Report) {
        if access.is_atomic() {
            self.scope(at, scope, report);
        }
        if align > GREATEST_OLD_ALIGN && !self.llvm.wide_alignments() {
            self.ed.body_mut().insts[at.index()] = Inst::Store { align: GREATEST_OLD_ALIGN, access, scope, value, ptr };
            self.tell(Action::Dropped, Feature::WideAlignments, at, report);
        }
        let Some(ty) = self.ed.ty(value) else { return };
        if access.is_atomic() && matches!(self.ed.get(ty), Type::Vector { .. }) && !self.llvm.atomic_vectors() {
            let made = self.same_size(ty).and_then(|int| {
                let value = self.ed.cast(CastOp::BitCast, value, int)?;
                self.ed.push_void(Inst::Store { align, access, scope, value, ptr });
                self.ed.end(at, None);
                Some(())
            });
            self.done(made, Feature::AtomicVectors, at, report);
        }
    }

    /// The integer type of the size of a type without pointers.
    fn same_size(&mut self, ty: TypeId) -> Option<TypeId> {
        if matches!(self.ed.get(self.ed.module.types.scalar(ty)), Type::Ptr(_) | Type::TypedPtr { .. }) {
            return None;
        }
        let bits = u32::try_from(self.layout.bits(&self.ed.module.types, ty)?).ok()?;
        (bits % 8 == 0).then(|| self.ed.intern(Type::Int(bits)))
    }

    fn cmpxchg(&mut self, at: InstId, align: AlignCode, access: Access, scope: u32, ops: List<Value>, report: &mut Report) {
        self.scope(at, scope, report);
        let (mut align, mut access) = (align, access);
        let values: Vec<Value> = self.ed.body().values(ops).collect();
        let &[ptr, compare, new] = &values[..] else { return };
        if !self.llvm.any_failure_ordering() {
            let stronger = match (access.ordering(), access.failure()) {
                (Ordering::SeqCst, _) | (_, Ordering::Monotonic) => None,
                (_, Ordering::SeqCst) => Some(Ordering::SeqCst),
                (Ordering::Monotonic, Ordering::Acquire) => Some(Ordering::Acquire),
                _ => None,
            };
            if let Some(ordering) = stronger {
                access = Access::new(access.volatile(), ordering, access.failure(), access.weak());
                self.tell(Action::Lowered, Feature::AnyFailureOrdering, at, report);
            }
        }
        let Some(ty) = self.ed.ty(compare) else { return };
        align = self.atomic_align(at, ty, align, report);
        self.ed.body_mut().insts[at.index()] = Inst::CmpXchg { align, access, scope, ops };
        if !self.llvm.cmpxchg_of_pointers() && matches!(self.ed.get(ty), Type::Ptr(_) | Type::TypedPtr { .. }) {
            let made = self.pointer_width(ty).and_then(|int| {
                let compare = self.ed.cast(CastOp::PtrToInt, compare, int)?;
                let new = self.ed.cast(CastOp::PtrToInt, new, int)?;
                let (pair, result) = self.exchange(align, access, scope, [ptr, compare, new], int)?;
                let result = self.ed.cast(CastOp::IntToPtr, result, ty)?;
                let bit = self.ed.intern(Type::Int(1));
                let done = self.extract(bit, pair, 1);
                let whole = self.ed.body().result_type(at)?;
                let undef = self.ed.constant(whole, ConstKind::Undef);
                let half = self.insert(whole, undef, result, 0);
                let value = self.insert(whole, half, done, 1);
                self.ed.end(at, Some(value));
                Some(())
            });
            self.done(made, Feature::CmpxchgOfPointers, at, report);
        }
    }

    /// A `cmpxchg` of integers: its result, and the value that was there.
    fn exchange(&mut self, align: AlignCode, access: Access, scope: u32, ops: [Value; 3], int: TypeId) -> Option<(Value, Value)> {
        let bit = self.ed.intern(Type::Int(1));
        let pair_ty = self.ed.module.types.intern_literal(&[int, bit]);
        let ops = self.ed.body_mut().lists.push(&ops);
        let pair = self.ed.push(pair_ty, Inst::CmpXchg { align, access, scope, ops });
        let loaded = self.extract(int, pair, 0);
        Some((pair, loaded))
    }

    fn extract(&mut self, ty: TypeId, aggregate: Value, index: u32) -> Value {
        let indices = self.ed.body_mut().lists.push(&[index]);
        self.ed.push(ty, Inst::ExtractValue { aggregate, indices })
    }

    fn insert(&mut self, ty: TypeId, aggregate: Value, value: Value, index: u32) -> Value {
        let indices = self.ed.body_mut().lists.push(&[index]);
        self.ed.push(ty, Inst::InsertValue { aggregate, value, indices })
    }

    /// The integer type as wide as a pointer type.
    fn pointer_width(&mut self, ty: TypeId) -> Option<TypeId> {
        let bits = u32::try_from(self.layout.bits(&self.ed.module.types, ty)?).ok()?;
        Some(self.ed.intern(Type::Int(bits)))
    }

    /// The alignment that an older atomic instruction states: none. It assumes that of its size.
    fn atomic_align(&mut self, at: InstId, ty: TypeId, align: AlignCode, report: &mut Report) -> AlignCode {
        if self.llvm.explicit_atomic_alignments() || align == 0 {
            return align;
        }
        let natural = self.layout.store_size(&self.ed.module.types, ty).map_or(0, align_code);
        match align.cmp(&natural) {
            // AVR accesses bytes, whatever their addresses.
            std::cmp::Ordering::Less if !self.has_single_bytes => {
                self.tell(Action::Refused, Feature::ExplicitAtomicAlignments, at, report);
            }
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Less | std::cmp::Ordering::Greater => {
                self.tell(Action::Dropped, Feature::ExplicitAtomicAlignments, at, report)
            }
        }
        0
    }

    fn rmw(
        &mut self,
        at: InstId,
        op: RmwOp,
        align: AlignCode,
        access: RmwAccess,
        (scope, ptr, value): (u32, Value, Value),
        report: &mut Report,
    ) {
        self.scope(at, scope, report);
        let llvm = self.llvm;
        let Some(ty) = self.ed.ty(value) else { return };
        if access.is_elementwise() && !llvm.rmw_elementwise() {
            return self.tell(Action::Refused, Feature::RmwElementwise, at, report);
        }
        let element = self.ed.get(self.ed.module.types.scalar(ty));
        let is_vector = matches!(self.ed.get(ty), Type::Vector { .. });
        let is_float = !matches!(element, Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. } | Type::Byte(_));
        if op != RmwOp::Xchg && is_vector && !is_float && !llvm.vectors_in_rmw() {
            return self.tell(Action::Refused, Feature::VectorsInRmw, at, report);
        }
        let align = self.atomic_align(at, ty, align, report);
        if op == RmwOp::Xchg {
            let (feature, to, from) = match element {
                _ if is_vector && !access.is_elementwise() && !llvm.rmw_xchg_of_vectors() => {
                    (Feature::RmwXchgOfVectors, CastOp::BitCast, CastOp::BitCast)
                }
                Type::Ptr(_) | Type::TypedPtr { .. } => (Feature::RmwXchgOfPointers, CastOp::PtrToInt, CastOp::IntToPtr),
                _ if is_float => (Feature::RmwXchgOfFloats, CastOp::BitCast, CastOp::BitCast),
                _ => return self.realign(at, align),
            };
            if llvm.has(feature) {
                return self.realign(at, align);
            }
            let int = if to == CastOp::BitCast { self.same_size(ty) } else { self.pointer_width(ty) };
            let made = int.and_then(|int| {
                let value = self.ed.cast(to, value, int)?;
                let old = self.ed.push(int, Inst::AtomicRmw { op, align, access, scope, ptr, value });
                let old = self.ed.cast(from, old, ty)?;
                self.ed.end(at, Some(old));
                Some(())
            });
            return self.done(made, feature, at, report);
        }
        let feature = match op {
            _ if is_vector && !llvm.rmw_float_vectors() => Feature::RmwFloatVectors,
            RmwOp::FAdd | RmwOp::FSub => Feature::RmwFloat,
            RmwOp::FMax | RmwOp::FMin => Feature::RmwMinMax,
            RmwOp::UIncWrap | RmwOp::UDecWrap => Feature::RmwWrap,
            RmwOp::USubCond | RmwOp::USubSat => Feature::RmwSubtract,
            RmwOp::FMaximum | RmwOp::FMinimum => Feature::RmwExtremum,
            RmwOp::FMaximumNum | RmwOp::FMinimumNum => Feature::RmwMaximumNum,
            _ => return self.realign(at, align),
        };
        if llvm.has(feature) {
            return self.realign(at, align);
        }
        let made = self.rmw_loop(at, op, align, access, (scope, ptr, value));
        self.done(made, feature, at, report);
    }

    /// Gives an `atomicrmw` that stays another alignment.
    fn realign(&mut self, at: InstId, new: AlignCode) {
        if let Some(Inst::AtomicRmw { align, .. }) = self.ed.body_mut().insts.get_mut(at.index()) {
            *align = new;
        }
    }

    /// An `atomicrmw` as a loop: load, compute, and exchange until no other thread came between.
    fn rmw_loop(
        &mut self,
        at: InstId,
        op: RmwOp,
        align: AlignCode,
        access: RmwAccess,
        (scope, ptr, value): (u32, Value, Value),
    ) -> Option<()> {
        let ty = self.ed.ty(value)?;
        let is_int = matches!(self.ed.get(ty), Type::Int(_));
        let int = if is_int { ty } else { self.same_size(ty)? };
        let plain = Access::new(access.volatile(), Ordering::NotAtomic, Ordering::NotAtomic, false);
        let size = self.layout.store_size(&self.ed.module.types, int)?;
        let load_align = if align == 0 { align_code(size) } else { align };
        // The first value may be torn: the exchange compares it.
        let first = self.ed.push(int, Inst::Load { align: load_align, access: plain, scope: SYSTEM, ptr });
        let old = self.ed.begin_loop(int, first);
        let number = if is_int { old } else { self.ed.cast(CastOp::BitCast, old, ty)? };
        let new = self.compute(op, number, value)?;
        let new = if is_int { new } else { self.ed.cast(CastOp::BitCast, new, int)? };
        let failure = access.ordering().of_failure();
        let exchange = Access::new(access.volatile(), access.ordering(), failure, false);
        let (pair, loaded) = self.exchange(align, exchange, scope, [ptr, old, new], int)?;
        let bit = self.ed.intern(Type::Int(1));
        let is_done = self.extract(bit, pair, 1);
        self.ed.end_loop(is_done, old, first, loaded);
        let result = if is_int { loaded } else { self.ed.cast(CastOp::BitCast, loaded, ty)? };
        self.ed.end(at, Some(result));
        Some(())
    }

    /// What such an operation stores.
    fn compute(&mut self, op: RmwOp, old: Value, value: Value) -> Option<Value> {
        use bctk_ir::opcodes::{FCmpPred, ICmpPred};
        let ty = self.ed.ty(value)?;
        let ed = &mut self.ed;
        match op {
            RmwOp::FAdd => ed.bin(BinOp::FAdd, old, value),
            RmwOp::FSub => ed.bin(BinOp::FSub, old, value),
            // `maxnum` and `minnum`: the other operand where one is a NaN.
            RmwOp::FMax | RmwOp::FMin => {
                let pred = if op == RmwOp::FMax { FCmpPred::Ogt } else { FCmpPred::Olt };
                let first = ed.fcmp(pred, old, value)?;
                let is_nan = ed.fcmp(FCmpPred::Uno, value, value)?;
                let chosen = ed.select(first, old, value)?;
                ed.select(is_nan, old, chosen)
            }
            RmwOp::UIncWrap => {
                let (zero, one) = (ed.int(ty, 0), ed.int(ty, 1));
                let more = ed.bin(BinOp::Add, old, one)?;
                let wraps = ed.icmp(ICmpPred::Uge, old, value)?;
                ed.select(wraps, zero, more)
            }
            RmwOp::UDecWrap => {
                let (zero, one) = (ed.int(ty, 0), ed.int(ty, 1));
                let less = ed.bin(BinOp::Sub, old, one)?;
                let is_zero = ed.icmp(ICmpPred::Eq, old, zero)?;
                let above = ed.icmp(ICmpPred::Ugt, old, value)?;
                let wraps = ed.bin(BinOp::Or, is_zero, above)?;
                ed.select(wraps, value, less)
            }
            RmwOp::USubCond | RmwOp::USubSat => {
                let enough = ed.icmp(ICmpPred::Uge, old, value)?;
                let less = ed.bin(BinOp::Sub, old, value)?;
                let other = if op == RmwOp::USubCond { old } else { ed.int(ty, 0) };
                ed.select(enough, less, other)
            }
            RmwOp::FMaximum | RmwOp::FMinimum | RmwOp::FMaximumNum | RmwOp::FMinimumNum => {
                super::intrinsics::extremum_of(ed, op, old, value)
            }
            _ => None,
        }
    }
}

/// A constraint of inline assembly as an argument, if it is that of a label.
fn older_label(constraint: &[u8]) -> &[u8] {
    match constraint {
        b"!i" => b"X",
        [b'!', rest @ ..] => rest,
        other => other,
    }
}

/// Whether a cast of a defined value may be poison.
fn may_be_poison(op: CastOp) -> bool {
    matches!(op, CastOp::FpToSi | CastOp::FpToUi | CastOp::FpTrunc | CastOp::FpExt | CastOp::AddrSpaceCast)
}

fn is_defined_constant(kind: ConstKind) -> bool {
    matches!(
        kind,
        ConstKind::Null
            | ConstKind::Int(_)
            | ConstKind::WideInt { .. }
            | ConstKind::Float(_)
            | ConstKind::WideFloat { .. }
            | ConstKind::Data(_)
    )
}

/// The code of an alignment in bytes.
pub(super) fn align_code(bytes: u64) -> AlignCode {
    bytes.max(1).next_power_of_two().trailing_zeros() as AlignCode + 1
}
