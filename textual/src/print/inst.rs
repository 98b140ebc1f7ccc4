//! Instructions (`AssemblyWriter::printInstruction` of `AsmWriter.cpp`, LLVM 22).

use super::context::pointer_addrspace;
use super::imm_args::imm_args;
use super::operand::Printer;
use super::quote::write_quoted;
use super::types::write_addrspace;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, InstId, List, ListRef, OptionalId, TypeId};
use bctk_ir::inst::{Access, AlignCode, ArithFlags, Clause, FastMathFlags, GepNoWrapFlags, Inst, OpFlags};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::opcodes::{BinOp, CastOp, Ordering};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use bctk_support::text::{write_u32, write_u64};

/// Writes the names of fast-math flags, each after a blank.
pub(super) fn write_fast_math(out: &mut Vec<u8>, flags: FastMathFlags) {
    if !flags.is_empty() {
        write_keywords(out, flags.keywords());
    }
}

fn write_keywords(out: &mut Vec<u8>, keywords: impl Iterator<Item = &'static str>) {
    for keyword in keywords {
        out.push(b' ');
        out.extend_from_slice(keyword.as_bytes());
    }
}

/// Writes the flags of an integer operator, each after a blank.
pub(super) fn write_arith_flags(out: &mut Vec<u8>, op: BinOp, flags: ArithFlags) {
    if flags.is_empty() {
        return;
    }
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => write_wrap_flags(out, flags),
        BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr if flags.contains(ArithFlags::EXACT) => out.extend_from_slice(b" exact"),
        BinOp::Or if flags.contains(ArithFlags::DISJOINT) => out.extend_from_slice(b" disjoint"),
        _ => {}
    }
}

fn write_wrap_flags(out: &mut Vec<u8>, flags: ArithFlags) {
    if flags.contains(ArithFlags::NUW) {
        out.extend_from_slice(b" nuw");
    }
    if flags.contains(ArithFlags::NSW) {
        out.extend_from_slice(b" nsw");
    }
}

/// Writes the flags of a cast, each after a blank.
pub(super) fn write_cast_flags(out: &mut Vec<u8>, op: CastOp, flags: OpFlags) {
    match op {
        CastOp::Trunc => write_wrap_flags(out, flags.arith()),
        CastOp::ZExt | CastOp::UiToFp => {
            if op == CastOp::UiToFp {
                write_fast_math(out, flags.uitofp_fast_math());
            }
            if flags.arith().contains(ArithFlags::NNEG) {
                out.extend_from_slice(b" nneg");
            }
        }
        _ => write_fast_math(out, flags.fast_math()),
    }
}

/// Writes the flags of `getelementptr`, each after a blank.
pub(super) fn write_gep_flags(out: &mut Vec<u8>, flags: GepNoWrapFlags) {
    write_keywords(out, flags.keywords());
}

/// Writes a calling convention, as a keyword or as `ccN`.
pub(super) fn write_call_conv(out: &mut Vec<u8>, cc: CallConv, llvm: LlvmVersion) {
    match cc.name_in(llvm) {
        Some(name) => out.extend_from_slice(name.as_bytes()),
        None => {
            out.extend_from_slice(b"cc");
            write_u32(out, u32::from(cc.0));
        }
    }
}

/// Writes an alignment in bytes from its code.
pub(super) fn write_align(out: &mut Vec<u8>, code: AlignCode) {
    write_u64(out, 1u64 << (code.wrapping_sub(1) & 63));
}

impl<'m> Printer<'_, 'm> {
    /// Writes an instruction with its debug location, without other attachments and the end of the line.
    pub(super) fn instruction(&mut self, body: &'m Body, id: InstId, inst: &Inst) {
        let result = body.result(id);
        let ty = result.and_then(|local| body.local_types.get(local as usize).copied());
        if !self.is_fast || !self.fast_instruction(body, inst, result, ty) {
            self.text(b"  ");
            if let Some(local) = result {
                self.local_name(local);
                self.text(b" = ");
            }
            self.operation(body, inst, ty);
        }
        if !body.debug_locs.is_empty()
            && let Some(loc) = body.debug_loc(id)
        {
            self.location(loc);
        }
    }

    /// Writes the comment after a call of `llvm.experimental.gc.relocate`: which pointers it relocates.
    pub(super) fn relocation_comment(&mut self, body: &'m Body, inst: &Inst) {
        let (Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. }) = *inst else { return };
        let Some(call) = body.call(id) else { return };
        if !self.ctx.is_intrinsic(call.callee, b"llvm.experimental.gc.relocate.") {
            return;
        }
        let mut args = body.values(call.args);
        let (Some(token), Some(base), Some(derived)) = (args.next(), args.next(), args.next()) else { return };
        self.text(b" ; (");
        self.relocated(body, token, base);
        self.text(b", ");
        self.relocated(body, token, derived);
        self.out.push(b')');
    }

    /// Writes the pointer at `index` among the live pointers of the statepoint `token`.
    fn relocated(&mut self, body: &'m Body, token: Value, index: Value) {
        let index = match self.const_kind(index) {
            Some(ConstKind::Int(index)) => index as usize,
            Some(ConstKind::Null) => 0,
            _ => return self.text(b"invalid"),
        };
        let statepoint = match token.kind() {
            ValueKind::Local(local) => statepoint_of(body, local),
            _ => None,
        };
        let Some(call) = statepoint else {
            // Without a statepoint LLVM shows an undefined value.
            return self.text(b"undef");
        };
        let bundles = body.call_bundles(call);
        let live = bundles.iter().position(|bundle| {
            self.ctx.module.bundle_tags.get(bundle.tag as usize).is_some_and(|&tag| self.ctx.module.str(tag) == b"gc-live")
        });
        // LLVM counts on among the operands that follow.
        let lists = match live {
            Some(at) => Vec::from_iter(bundles[at..].iter().map(|bundle| bundle.inputs)),
            None => Vec::from_iter(std::iter::once(call.args).chain(bundles.iter().map(|bundle| bundle.inputs))),
        };
        let mut operands = lists.into_iter().flat_map(|list| body.values(list)).chain([call.callee]);
        match operands.nth(index) {
            Some(word) => self.value(word),
            None => self.text(b"<badref>"),
        }
    }

    fn const_kind(&self, value: Value) -> Option<ConstKind> {
        match value.kind() {
            ValueKind::Const(index) => self.ctx.module.consts.get(index).map(|c| c.kind),
            ValueKind::LocalConst(index) => self.body?.consts.get(index).map(|c| c.kind),
            _ => None,
        }
    }

    /// ` T a, b` if the types agree, else ` T a, U b`.
    #[inline]
    fn pair(&mut self, lhs: Value, rhs: Value) {
        self.out.push(b' ');
        self.typed(lhs);
        self.text(b", ");
        if self.type_of(lhs) == self.type_of(rhs) {
            self.value(rhs);
        } else {
            self.typed(rhs);
        }
    }

    /// ` T a, U b, …`
    fn all_typed<const N: usize>(&mut self, values: [Value; N]) {
        for (i, value) in values.into_iter().enumerate() {
            self.text(if i == 0 { b" " } else { b", " });
            self.typed(value);
        }
    }

    #[inline(always)]
    fn single<const N: usize>(&mut self, keyword: &[u8; N], value: Value) {
        self.text(keyword);
        self.out.push(b' ');
        self.typed(value);
    }

    fn opt_type(&mut self, ty: Option<TypeId>) {
        match ty {
            Some(ty) => self.ty(ty),
            None => self.text(b"void"),
        }
    }

    /// The alignment of a `cmpxchg` or `atomicrmw`, which older releases do not state.
    fn atomic_align(&mut self, code: AlignCode) {
        if self.ctx.llvm.explicit_atomic_alignments() {
            self.align(code);
        }
    }

    fn align(&mut self, code: AlignCode) {
        if code != 0 {
            self.text(b", align ");
            write_align(&mut self.out, code);
        }
    }

    fn sync_scope(&mut self, scope: u32) {
        // Scope 1 is the whole system and has no name.
        if scope == 0 && !self.ctx.llvm.sync_scope_names() {
            self.text(b" singlethread");
        } else if scope != 1 {
            let name = match self.ctx.module.sync_scopes.get(scope as usize) {
                Some(&name) => self.ctx.module.str(name),
                // A file need not name the scopes that every context has; an unknown number means the system scope.
                None if scope == 0 => b"singlethread",
                None => return,
            };
            self.text(b" syncscope(");
            write_quoted(&mut self.out, name);
            self.out.push(b')');
        }
    }

    fn ordering(&mut self, ordering: Ordering) {
        self.out.push(b' ');
        self.text(match ordering {
            Ordering::NotAtomic => b"not_atomic",
            other => other.spelling().as_bytes(),
        });
    }

    fn atomic(&mut self, ordering: Ordering, scope: u32) {
        if ordering != Ordering::NotAtomic {
            self.sync_scope(scope);
            self.ordering(ordering);
        }
    }

    fn labels(&mut self, blocks: ListRef<'_, BlockId>) {
        self.out.push(b'[');
        for (i, block) in blocks.iter().enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.label(block);
        }
        self.out.push(b']');
    }

    fn pad(&mut self, keyword: &[u8], parent: Value, body: &'m Body, args: List<Value>) {
        self.text(keyword);
        self.text(b" within ");
        self.value(parent);
        self.text(b" [");
        for (i, arg) in body.values(args).enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.typed(arg);
        }
        self.out.push(b']');
    }

    fn unwind(&mut self, block: OptionalId<BlockId>) {
        self.text(b" unwind ");
        match block.get() {
            Some(block) => self.label(block),
            None => self.text(b"to caller"),
        }
    }

    fn indices(&mut self, indices: ListRef<'_, u32>) {
        for index in indices {
            self.text(b", ");
            write_u32(&mut self.out, index);
        }
    }

    fn operation(&mut self, body: &'m Body, inst: &Inst, ty: Option<TypeId>) {
        match *inst {
            Inst::Unreachable => self.text(b"unreachable"),
            Inst::Unwind => self.text(b"unwind"),
            Inst::Ret(value) => match value.get() {
                Some(value) => self.single(b"ret", value),
                None => self.text(b"ret void"),
            },
            Inst::Br(dest) => {
                self.text(b"br ");
                self.label(dest);
            }
            Inst::CondBr { cond, if_true, if_false } => {
                self.single(b"br", cond);
                self.text(b", ");
                self.label(if_true);
                self.text(b", ");
                self.label(if_false);
            }
            Inst::Switch { cond, default, cases } => {
                self.single(b"switch", cond);
                self.text(b", ");
                self.label(default);
                self.text(b" [");
                for (case, dest) in body.lists.get(cases) {
                    self.text(b"\n    ");
                    self.typed(case);
                    self.text(b", ");
                    self.label(dest);
                }
                self.text(b"\n  ]");
            }
            Inst::IndirectBr { addr, dests } => {
                self.single(b"indirectbr", addr);
                self.text(b", ");
                self.labels(body.lists.get(dests));
            }
            Inst::Resume(value) => self.single(b"resume", value),
            Inst::Call(id) => {
                let Some(call) = body.call(id) else { return self.text(b"<badref>") };
                match call.tail {
                    TailKind::None => {}
                    TailKind::Tail => self.text(b"tail "),
                    TailKind::MustTail => self.text(b"musttail "),
                    TailKind::NoTail => self.text(b"notail "),
                }
                self.text(b"call");
                self.call(body, call, true);
            }
            Inst::Invoke { call, normal, unwind } => {
                let Some(call) = body.call(call) else { return self.text(b"<badref>") };
                self.text(b"invoke");
                self.call(body, call, true);
                self.text(b"\n          to ");
                self.label(normal);
                self.text(b" unwind ");
                self.label(unwind);
            }
            Inst::CallBr { call, default, indirect } => {
                let Some(call) = body.call(call) else { return self.text(b"<badref>") };
                self.text(b"callbr");
                self.call(body, call, false);
                self.text(b"\n          to ");
                self.label(default);
                self.out.push(b' ');
                self.labels(body.lists.get(indirect));
            }
            Inst::CatchSwitch { parent, handlers, unwind } => {
                self.text(b"catchswitch within ");
                self.value(parent);
                self.out.push(b' ');
                self.labels(body.lists.get(handlers));
                self.unwind(unwind);
            }
            Inst::CatchPad { parent, args } => self.pad(b"catchpad", parent, body, args),
            Inst::CleanupPad { parent, args } => self.pad(b"cleanuppad", parent, body, args),
            Inst::CatchRet { pad, dest } => {
                self.text(b"catchret from ");
                self.value(pad);
                self.text(b" to ");
                self.label(dest);
            }
            Inst::CleanupRet { pad, unwind } => {
                self.text(b"cleanupret from ");
                self.value(pad);
                self.unwind(unwind);
            }
            Inst::FNeg { fmf, value } => {
                self.text(b"fneg");
                write_fast_math(&mut self.out, fmf);
                self.single(b"", value);
            }
            Inst::Bin { op, flags, lhs, rhs } => {
                self.text(op.spelling().as_bytes());
                if op.is_float() {
                    write_fast_math(&mut self.out, flags.fast_math());
                } else {
                    write_arith_flags(&mut self.out, op, flags.arith());
                }
                self.pair(lhs, rhs);
            }
            Inst::Cast { op, flags, value } => {
                self.text(op.spelling().as_bytes());
                if !flags.is_empty() {
                    write_cast_flags(&mut self.out, op, flags);
                }
                self.single(b"", value);
                self.text(b" to ");
                self.opt_type(ty);
            }
            Inst::Alloca { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Fence { .. }
            | Inst::CmpXchg { .. }
            | Inst::AtomicRmw { .. } => {
                self.memory(body, inst, ty);
            }
            Inst::Gep { flags, source, ops } => {
                self.text(b"getelementptr");
                write_gep_flags(&mut self.out, flags);
                self.out.push(b' ');
                let explicit = self.ctx.llvm.explicit_types();
                if explicit {
                    self.ty(source);
                }
                for (i, value) in body.values(ops).enumerate() {
                    if explicit || i != 0 {
                        self.text(b", ");
                    }
                    self.typed(value);
                }
            }
            Inst::ICmp { pred, flags, lhs, rhs } => {
                self.text(if flags.contains(ArithFlags::SAMESIGN) { b"icmp samesign " } else { b"icmp " });
                self.text(pred.spelling().as_bytes());
                self.pair(lhs, rhs);
            }
            Inst::FCmp { pred, fmf, lhs, rhs } => {
                self.text(b"fcmp");
                write_fast_math(&mut self.out, fmf);
                self.out.push(b' ');
                self.text(pred.spelling().as_bytes());
                self.pair(lhs, rhs);
            }
            Inst::Phi { fmf, incoming } => {
                self.text(b"phi");
                write_fast_math(&mut self.out, fmf);
                self.out.push(b' ');
                self.opt_type(ty);
                self.out.push(b' ');
                for (i, (value, from)) in body.lists.get(incoming).iter().enumerate() {
                    self.text(if i == 0 { b"[ " } else { b", [ " });
                    self.value(value);
                    self.text(b", ");
                    self.block_name(from);
                    self.text(b" ]");
                }
            }
            Inst::Select { fmf, cond, if_true, if_false } => {
                self.text(b"select");
                write_fast_math(&mut self.out, fmf);
                self.all_typed([cond, if_true, if_false]);
            }
            Inst::VaArg(value) => {
                self.single(b"va_arg", value);
                self.text(b", ");
                self.opt_type(ty);
            }
            Inst::ExtractElement { vector, index } => {
                self.text(b"extractelement");
                self.all_typed([vector, index]);
            }
            Inst::InsertElement { vector, element, index } => {
                self.text(b"insertelement");
                self.all_typed([vector, element, index]);
            }
            Inst::ShuffleVector { lhs, rhs, mask } => {
                self.text(b"shufflevector");
                self.all_typed([lhs, rhs]);
                self.shuffle_mask(mask);
            }
            Inst::ExtractValue { aggregate, indices } => {
                self.single(b"extractvalue", aggregate);
                self.indices(body.lists.get(indices));
            }
            Inst::InsertValue { aggregate, value, indices } => {
                self.text(b"insertvalue");
                self.all_typed([aggregate, value]);
                self.indices(body.lists.get(indices));
            }
            Inst::LandingPad { cleanup, clauses } => {
                self.text(b"landingpad ");
                self.opt_type(ty);
                if !self.ctx.llvm.function_personality()
                    && let Some(personality) = self.personality.get()
                {
                    self.text(b" personality ");
                    self.typed(personality);
                }
                if cleanup {
                    self.text(b"\n          cleanup");
                }
                for clause in body.lists.get(clauses) {
                    self.text(if matches!(clause, Clause::Catch(_)) { b"\n          catch " } else { b"\n          filter " });
                    self.typed(clause.value());
                }
            }
            Inst::Freeze(value) => self.single(b"freeze", value),
            Inst::Malloc { align, ty, count } => {
                self.text(b"malloc ");
                self.allocated(ty, count);
                self.align(align);
            }
            Inst::Free(value) => self.single(b"free", value),
        }
    }

    /// The type of what is allocated, and how often, if not once.
    fn allocated(&mut self, ty: TypeId, count: Value) {
        self.ty(ty);
        let is_one = self.const_kind(count) == Some(ConstKind::Int(1));
        let is_i32 = self.type_of(count).is_some_and(|ty| self.ctx.module.types.get(ty) == Type::Int(32));
        if !is_one || !is_i32 {
            self.text(b", ");
            self.typed(count);
        }
    }

    /// Writes an instruction that touches memory.
    fn memory(&mut self, body: &'m Body, inst: &Inst, ty: Option<TypeId>) {
        match *inst {
            Inst::Alloca { align, in_alloca, swift_error, ty: allocated, count } => {
                self.text(b"alloca ");
                if in_alloca {
                    self.text(b"inalloca ");
                }
                if swift_error {
                    self.text(b"swifterror ");
                }
                self.allocated(allocated, count);
                self.align(align);
                let addrspace = ty.map_or(0, |ty| pointer_addrspace(&self.ctx.module.types, ty));
                if addrspace != 0 {
                    self.text(b", ");
                    write_addrspace(&mut self.out, addrspace);
                }
            }
            Inst::Load { align, access, scope, ptr } => {
                self.accessing(b"load", access);
                self.text(if access.is_elementwise() { b" elementwise " } else { b" " });
                if self.ctx.llvm.explicit_types() {
                    self.opt_type(ty);
                    self.text(b", ");
                }
                self.typed(ptr);
                self.atomic(access.ordering(), scope);
                self.align(align);
            }
            Inst::Store { align, access, scope, value, ptr } => {
                self.accessing(b"store", access);
                self.all_typed([value, ptr]);
                self.atomic(access.ordering(), scope);
                self.align(align);
            }
            Inst::Fence { ordering, scope } => {
                self.text(b"fence");
                self.atomic(ordering, scope);
            }
            Inst::CmpXchg { align, access, scope, ops } => {
                self.text(b"cmpxchg");
                if access.weak() {
                    self.text(b" weak");
                }
                self.access_words(false, access.volatile());
                for (i, value) in body.values(ops).enumerate() {
                    self.text(if i == 0 { b" " } else { b", " });
                    self.typed(value);
                }
                self.sync_scope(scope);
                self.ordering(access.ordering());
                // The form of LLVM until 3.4 yields only the old value, and has no failure ordering.
                let old = body.values(ops).nth(1).and_then(|compare| self.type_of(compare));
                if ty.is_none() || ty != old {
                    self.ordering(access.failure());
                }
                self.atomic_align(align);
            }
            Inst::AtomicRmw { op, align, access, scope, ptr, value } => {
                let (volatile, ordering) = (access.volatile(), access.ordering());
                self.text(b"atomicrmw");
                self.access_words(false, volatile);
                self.text(if access.is_elementwise() { b" elementwise " } else { b" " });
                self.text(op.spelling().as_bytes());
                self.all_typed([ptr, value]);
                self.atomic(ordering, scope);
                self.atomic_align(align);
            }
            _ => {}
        }
    }

    /// Writes the keyword of a load or store with the properties of the access; `volatile` came first until LLVM 2.9.
    #[inline(always)]
    fn accessing<const N: usize>(&mut self, word: &[u8; N], access: Access) {
        let before = access.volatile() && !self.ctx.llvm.volatile_after_opcode();
        if before {
            self.text(b"volatile ");
        }
        self.text(word);
        self.access_words(access.is_atomic(), access.volatile() && !before);
    }

    fn access_words(&mut self, atomic: bool, volatile: bool) {
        if atomic {
            self.text(b" atomic");
        }
        if volatile {
            self.text(b" volatile");
        }
    }

    /// Writes a call from its flags to its operand bundles.
    fn call(&mut self, body: &'m Body, call: &Call, addrspace: bool) {
        let module = self.ctx.module;
        write_fast_math(&mut self.out, call.fmf);
        if call.cc != CallConv::C {
            self.out.push(b' ');
            write_call_conv(&mut self.out, call.cc, self.ctx.llvm);
        }
        if call.attrs.0 != 0
            && let Some(set) = module.attrs.set_at(call.attrs, AttrIndex::Return)
        {
            self.out.push(b' ');
            self.text(self.ctx.attrs.inline(set));
        }
        if addrspace {
            let space = self.type_of(call.callee).map_or(0, |ty| pointer_addrspace(&module.types, ty));
            if space != 0 || self.ctx.program_addrspace != 0 {
                self.out.push(b' ');
                write_addrspace(&mut self.out, space);
            }
        }
        self.out.push(b' ');
        let explicit = self.ctx.llvm.explicit_types();
        let to_function = |ty: TypeId| match module.types.get(ty) {
            Type::TypedPtr { pointee, .. } => matches!(module.types.get(pointee), Type::Function { .. }),
            _ => false,
        };
        match module.types.get(call.fn_ty) {
            Type::Function { ret, vararg: false, .. } if explicit || !to_function(ret) => self.ty(ret),
            _ => match self.type_of(call.callee).filter(|_| !explicit) {
                Some(pointer) => self.ty(pointer),
                None => self.ty(call.fn_ty),
            },
        }
        self.out.push(b' ');
        self.value(call.callee);
        self.arguments(body, call);
        if call.tail == TailKind::MustTail && self.parent_is_vararg {
            self.text(if body.lists.get(call.args).is_empty() { b"..." } else { b", ..." });
        }
        self.out.push(b')');
        if call.attrs.0 != 0 {
            self.ctx.write_group(&mut self.out, module.attrs.set_at(call.attrs, AttrIndex::Function));
        }
        let bundles = body.call_bundles(call);
        if !bundles.is_empty() {
            for (i, bundle) in bundles.iter().enumerate() {
                self.text(if i == 0 { b" [ " } else { b", " });
                let tag = module.bundle_tags.get(bundle.tag as usize).map_or(&b""[..], |&tag| module.str(tag));
                write_quoted(&mut self.out, tag);
                self.out.push(b'(');
                for (i, input) in body.values(bundle.inputs).enumerate() {
                    if i != 0 {
                        self.text(b", ");
                    }
                    self.typed(input);
                }
                self.out.push(b')');
            }
            self.text(b" ]");
        }
    }

    fn arguments(&mut self, body: &'m Body, call: &Call) {
        self.out.push(b'(');
        let mut sets = self.ctx.module.attrs.params(call.attrs);
        let immediates = self.ctx.function_name(call.callee).map_or(&[][..], |name| imm_args(name, self.ctx.llvm));
        for (i, arg) in body.values(call.args).enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            if let Some(immediate) = immediates.iter().find(|immediate| immediate.arg == i)
                && matches!(arg.kind(), ValueKind::Global(_) | ValueKind::Const(_) | ValueKind::LocalConst(_))
            {
                let value = self.small_int(body, arg);
                immediate.write(&mut self.out, value);
            }
            self.argument(arg, &mut sets, i as u32);
        }
    }

    /// The low 32 bits of a constant integer.
    fn small_int(&self, body: &Body, value: Value) -> Option<u32> {
        let constant = match value.kind() {
            ValueKind::Const(index) => self.ctx.module.consts.get(index)?,
            ValueKind::LocalConst(index) => body.consts.get(index)?,
            _ => return None,
        };
        match constant.kind {
            ConstKind::Int(value) => Some(value as u32),
            ConstKind::Null => Some(0),
            _ => None,
        }
    }
}

/// The call that defines the token `local`; for a landing pad, the `invoke` that unwinds to it.
fn statepoint_of(body: &Body, local: u32) -> Option<&Call> {
    let at = body.results.iter().position(|result| result.get() == Some(local))?;
    let call_of = |inst: &Inst| match *inst {
        Inst::Call(id) | Inst::Invoke { call: id, .. } => body.call(id),
        _ => None,
    };
    match body.insts.get(at)? {
        Inst::LandingPad { .. } => {
            let block = body.blocks.iter().position(|b| b.first.index() <= at && at < b.end.index())?;
            let &pred = body.predecessors(BlockId::new(block)).first()?;
            let last = body.blocks.get(pred.index())?.end.index().checked_sub(1)?;
            call_of(body.insts.get(last)?)
        }
        inst => call_of(inst),
    }
}
