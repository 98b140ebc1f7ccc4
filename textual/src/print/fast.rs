//! Frequent instructions of newer releases: the line is put together on the stack and appended as a whole. Whatever is not frequent ends the
//! attempt, and [`Printer::instruction`] writes the line.

use super::context::{Context, pointer_addrspace};
use super::imm_args::imm_args;
use super::line::Line;
use super::operand::Printer;
use super::texts::Texts;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::body::{Body, Call};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, TypeId};
use bctk_ir::inst::{AlignCode, ArithFlags, Inst};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::text::short;

/// Pieces of one line, and what they are taken from.
struct Pieces<'p, 'm, 'b> {
    line: Line<'b>,
    ctx: &'p Context<'m>,
    body: &'p Body,
    locals: &'p Texts,
    blocks: &'p Texts,
}

impl<'m> Printer<'_, 'm> {
    /// Writes a frequent instruction without its debug location; false if nothing was written.
    #[inline]
    pub(super) fn fast_instruction(&mut self, body: &'m Body, inst: &Inst, result: Option<u32>, ty: Option<TypeId>) -> bool {
        let Printer { ctx, out, memory, locals, blocks, .. } = self;
        let mut pieces = Pieces { line: Line::new(memory), ctx, body, locals, blocks };
        let is_done = pieces.instruction(inst, result, ty).is_some();
        if is_done {
            pieces.line.finish(out);
        }
        is_done
    }
}

impl Pieces<'_, '_, '_> {
    fn instruction(&mut self, inst: &Inst, result: Option<u32>, ty: Option<TypeId>) -> Option<()> {
        self.line.piece(b"  ");
        if let Some(local) = result {
            self.name(self.locals, local as usize)?;
            self.line.piece(b" = ");
        }
        match *inst {
            Inst::Load { align, access, ptr, .. } if !access.is_atomic() => {
                self.line.piece(b"load ");
                if access.volatile() {
                    self.line.piece(b"volatile ");
                }
                self.ty(ty?)?;
                self.line.piece(b", ");
                self.typed(ptr)?;
                self.align(align);
            }
            Inst::Store { align, access, value, ptr, .. } if !access.is_atomic() => {
                self.line.piece(b"store ");
                if access.volatile() {
                    self.line.piece(b"volatile ");
                }
                self.typed(value)?;
                self.line.piece(b", ");
                self.typed(ptr)?;
                self.align(align);
            }
            Inst::Gep { flags, source, ops } => {
                self.line.piece(b"getelementptr");
                for keyword in flags.keywords() {
                    self.line.piece(b" ");
                    self.text(keyword.as_bytes())?;
                }
                self.line.piece(b" ");
                self.ty(source)?;
                for value in self.body.values(ops) {
                    self.room()?;
                    self.line.piece(b", ");
                    self.typed(value)?;
                }
            }
            Inst::Bin { op, flags, lhs, rhs } => {
                self.text(op.spelling().as_bytes())?;
                if !flags.is_empty() {
                    self.arith_flags(op, flags.arith())?;
                }
                self.line.piece(b" ");
                self.pair(lhs, rhs)?;
            }
            Inst::ICmp { pred, flags, lhs, rhs } => {
                self.line.piece(b"icmp ");
                if flags.contains(ArithFlags::SAMESIGN) {
                    self.line.piece(b"samesign ");
                }
                self.text(pred.spelling().as_bytes())?;
                self.line.piece(b" ");
                self.pair(lhs, rhs)?;
            }
            Inst::Cast { op, flags, value } => {
                self.text(op.spelling().as_bytes())?;
                match (op, flags.is_empty()) {
                    (_, true) => {}
                    (CastOp::ZExt, _) if flags.arith() == ArithFlags::NNEG => self.line.piece(b" nneg"),
                    _ => return None,
                }
                self.line.piece(b" ");
                self.typed(value)?;
                self.line.piece(b" to ");
                self.ty(ty?)?;
            }
            Inst::Select { fmf, cond, if_true, if_false } if fmf.is_empty() => {
                self.line.piece(b"select ");
                self.typed(cond)?;
                self.line.piece(b", ");
                self.typed(if_true)?;
                self.line.piece(b", ");
                self.typed(if_false)?;
            }
            Inst::Phi { fmf, incoming } if fmf.is_empty() => {
                self.line.piece(b"phi ");
                self.ty(ty?)?;
                self.line.piece(b" ");
                for (i, (value, from)) in self.body.lists.get(incoming).iter().enumerate() {
                    self.room()?;
                    match i {
                        0 => self.line.piece(b"[ "),
                        _ => self.line.piece(b", [ "),
                    }
                    self.value(value)?;
                    self.line.piece(b", ");
                    self.name(self.blocks, from.index())?;
                    self.line.piece(b" ]");
                }
            }
            Inst::Br(dest) => {
                self.line.piece(b"br ");
                self.label(dest)?;
            }
            Inst::CondBr { cond, if_true, if_false } => {
                self.line.piece(b"br ");
                self.typed(cond)?;
                self.line.piece(b", ");
                self.label(if_true)?;
                self.line.piece(b", ");
                self.label(if_false)?;
            }
            Inst::Ret(value) => match value.get() {
                Some(value) => {
                    self.line.piece(b"ret ");
                    self.typed(value)?;
                }
                None => self.line.piece(b"ret void"),
            },
            Inst::Call(id) => {
                let call = self.body.call(id)?;
                match call.tail {
                    TailKind::None => {}
                    TailKind::Tail => self.line.piece(b"tail "),
                    TailKind::NoTail => self.line.piece(b"notail "),
                    TailKind::MustTail => return None,
                }
                self.line.piece(b"call ");
                self.call(call)?;
            }
            Inst::Invoke { call, normal, unwind } => {
                self.line.piece(b"invoke ");
                self.call(self.body.call(call)?)?;
                self.line.piece(b"\n          to ");
                self.label(normal)?;
                self.line.piece(b" unwind ");
                self.label(unwind)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds a call without an address space, operand bundles or variable arguments, from its convention on.
    fn call(&mut self, call: &Call) -> Option<()> {
        let (ctx, body) = (self.ctx, self.body);
        let attrs = &ctx.module.attrs;
        if !call.fmf.is_empty() || !body.call_bundles(call).is_empty() || ctx.program_addrspace != 0 {
            return None;
        }
        if pointer_addrspace(&ctx.module.types, ctx.module.type_of(call.callee, body)?) != 0 {
            return None;
        }
        let Type::Function { ret, vararg: false, .. } = ctx.module.types.get(call.fn_ty) else { return None };
        // Their arguments get comments.
        if ctx.function_name(call.callee).is_some_and(|name| !imm_args(name, ctx.llvm).is_empty()) {
            return None;
        }
        if call.cc != CallConv::C {
            self.text(call.cc.name_in(ctx.llvm)?.as_bytes())?;
            self.line.piece(b" ");
        }
        if call.attrs.0 != 0
            && let Some(set) = attrs.set_at(call.attrs, AttrIndex::Return)
        {
            self.text(ctx.attrs.inline(set))?;
            self.line.piece(b" ");
        }
        self.ty_and(ret, 1)?;
        self.value(call.callee)?;
        let mut sets = attrs.params(call.attrs);
        for (i, arg) in body.values(call.args).enumerate() {
            self.room()?;
            match i {
                0 => self.line.piece(b"("),
                _ => self.line.piece(b", "),
            }
            self.ty_and(ctx.module.type_of(arg, body)?, 1)?;
            if let Some(set) = sets.of(i as u32) {
                self.text(ctx.attrs.inline(set))?;
                self.line.piece(b" ");
            }
            self.value(arg)?;
        }
        match body.lists.get(call.args).is_empty() {
            true => self.line.piece(b"()"),
            false => self.line.piece(b")"),
        }
        if call.attrs.0 != 0
            && let Some(set) = attrs.set_at(call.attrs, AttrIndex::Function)
            && let Some(slot) = ctx.slots.attr_group(set)
        {
            self.line.piece(b" #");
            self.line.number(slot);
        }
        Some(())
    }

    /// Ends the attempt if the line is too long for another operand of short texts.
    #[inline(always)]
    fn room(&self) -> Option<()> {
        self.line.has_room_after(0).then_some(())
    }

    /// Adds a text.
    #[inline(always)]
    fn text(&mut self, text: &[u8]) -> Option<()> {
        match short(text) {
            Some(piece) => self.line.start_of(&piece, text.len()),
            None => self.long(text)?,
        }
        Some(())
    }

    fn long(&mut self, text: &[u8]) -> Option<()> {
        if !self.line.has_room_after(text.len()) {
            return None;
        }
        let (pieces, rest) = text.as_chunks::<16>();
        pieces.iter().for_each(|piece| self.line.piece(piece));
        self.line.start_of(&short(rest)?, rest.len());
        Some(())
    }

    #[inline(always)]
    fn name(&mut self, texts: &Texts, index: usize) -> Option<()> {
        match texts.piece(index) {
            Some((piece, len)) => self.line.start_of(piece, len),
            None => self.long(texts.get(index)?)?,
        }
        Some(())
    }

    /// Adds a type, and a blank if `blank` is 1.
    #[inline(always)]
    fn ty_and(&mut self, ty: TypeId, blank: usize) -> Option<()> {
        match self.ctx.types.piece(ty) {
            Some((piece, len)) => self.line.start_of(piece, len + blank - 1),
            None => {
                self.long(self.ctx.types.get(ty))?;
                self.line.start_of(b" ", blank);
            }
        }
        Some(())
    }

    #[inline(always)]
    fn ty(&mut self, ty: TypeId) -> Option<()> {
        self.ty_and(ty, 0)
    }

    #[inline(always)]
    fn label(&mut self, block: BlockId) -> Option<()> {
        self.line.piece(b"label ");
        self.name(self.blocks, block.index())
    }

    fn typed(&mut self, value: Value) -> Option<()> {
        if let ValueKind::Local(local) = value.kind() {
            self.ty_and(*self.body.local_types.get(local as usize)?, 1)?;
            return self.name(self.locals, local as usize);
        }
        self.ty_and(self.ctx.module.type_of(value, self.body)?, 1)?;
        self.other(value)
    }

    #[inline(always)]
    fn value(&mut self, value: Value) -> Option<()> {
        match value.kind() {
            ValueKind::Local(local) => self.name(self.locals, local as usize),
            _ => self.other(value),
        }
    }

    /// Adds what is no local.
    fn other(&mut self, value: Value) -> Option<()> {
        let constant = match value.kind() {
            ValueKind::Global(id) => return self.name(self.ctx.global_names(), id.index()),
            ValueKind::Const(index) => self.ctx.module.consts.get(index)?,
            ValueKind::LocalConst(index) => self.body.consts.get(index)?,
            _ => return None,
        };
        match (constant.kind, self.ctx.module.types.get(constant.ty)) {
            (ConstKind::Int(value), Type::Int(1)) => match value {
                0 => self.line.piece(b"false"),
                _ => self.line.piece(b"true"),
            },
            (ConstKind::Int(value), Type::Int(_)) => {
                self.line.start_of(b"-", usize::from(value < 0));
                self.line.wide_number(value.unsigned_abs());
            }
            (ConstKind::Null, Type::Int(2..)) => self.line.piece(b"0"),
            (ConstKind::Null, Type::Ptr(_)) => self.line.piece(b"null"),
            _ => return None,
        }
        Some(())
    }

    /// `T a, b` if the types agree.
    #[inline(always)]
    fn pair(&mut self, lhs: Value, rhs: Value) -> Option<()> {
        if self.ctx.module.type_of(lhs, self.body) != self.ctx.module.type_of(rhs, self.body) {
            return None;
        }
        self.typed(lhs)?;
        self.line.piece(b", ");
        self.value(rhs)
    }

    fn arith_flags(&mut self, op: BinOp, flags: ArithFlags) -> Option<()> {
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                if flags.contains(ArithFlags::NUW) {
                    self.line.piece(b" nuw");
                }
                if flags.contains(ArithFlags::NSW) {
                    self.line.piece(b" nsw");
                }
            }
            BinOp::Or if flags == ArithFlags::DISJOINT => self.line.piece(b" disjoint"),
            BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr if flags == ArithFlags::EXACT => self.line.piece(b" exact"),
            _ => return None,
        }
        Some(())
    }

    #[inline(always)]
    fn align(&mut self, code: AlignCode) {
        if code != 0 {
            self.line.piece(b", align ");
            self.line.wide_number(1u64 << (code.wrapping_sub(1) & 63));
        }
    }
}
