//! Instructions, by subject (LLVM 22, `LLParser::parseInstruction`).

mod call;
mod control;
mod memory;
mod value;

pub(in crate::parse) use call::Arguments;

use super::Parser;
use super::body::NO_RESULT;
use crate::error::{About, Result};
use crate::token::{Kw, Op, Tok};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::keywords::TailKind;
use bctk_ir::opcodes::Ordering;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;
use std::ops::Range;

impl Parser<'_, '_> {
    /// An instruction after its name: the instruction, and the type of its result or [`NO_RESULT`].
    #[inline]
    pub(super) fn operation(&mut self) -> Result<(Inst, TypeId)> {
        if self.tok != Tok::Word {
            let message = match self.tok {
                Tok::Eof => "found end of file when expecting more instructions",
                _ => "expected instruction opcode",
            };
            return Err(self.error(message).about(About::Opcode));
        }
        let start = self.span();
        let word = self.word;
        match word.op {
            Some(Op::Bin(op)) => {
                self.next();
                return self.binary(op);
            }
            Some(Op::Cast(op)) => {
                self.next();
                return self.cast(op);
            }
            None => {}
        }
        if matches!(word.kw, Kw::Volatile | Kw::Unwind | Kw::Malloc | Kw::Free)
            && let Some(inst) = self.oldest_inst(word.kw)?
        {
            return Ok(inst);
        }
        // A wrong word is shown itself, not what follows it.
        if !is_opcode(word.kw) {
            return Err(self.error("expected instruction opcode").about(About::Opcode));
        }
        self.next();
        match word.kw {
            Kw::Load => self.load(),
            Kw::Store => self.store(),
            Kw::Call => {
                let start = self.span();
                self.call(TailKind::None, start)
            }
            Kw::Tail => self.tail_call(TailKind::Tail),
            Kw::MustTail => self.tail_call(TailKind::MustTail),
            Kw::NoTail => self.tail_call(TailKind::NoTail),
            Kw::GetElementPtr => self.gep(),
            Kw::Br => self.br(),
            Kw::ICmp => self.icmp(),
            Kw::FCmp => self.fcmp(),
            Kw::Alloca => self.alloca(),
            Kw::Phi => self.phi(start),
            Kw::Select => self.select(start),
            Kw::Ret => self.ret(),
            Kw::Switch => self.switch(),
            Kw::Invoke => self.invoke(),
            Kw::Unreachable => Ok((Inst::Unreachable, NO_RESULT)),
            Kw::LandingPad => self.landing_pad(),
            Kw::ExtractValue => self.extract_value(),
            Kw::InsertValue => self.insert_value(),
            Kw::ExtractElement => self.extract_element(),
            Kw::InsertElement => self.insert_element(),
            Kw::ShuffleVector => self.shuffle_vector(),
            Kw::Freeze => self.freeze(),
            Kw::FNeg => self.fneg(),
            Kw::VaArg => self.va_arg(),
            Kw::Fence => self.fence(),
            Kw::CmpXchg => self.cmpxchg(),
            Kw::AtomicRmw => self.atomic_rmw(),
            Kw::IndirectBr => self.indirect_br(),
            Kw::Resume => self.resume(),
            Kw::CallBr => self.callbr(),
            Kw::CatchSwitch => self.catch_switch(),
            Kw::CatchPad => self.catch_pad(),
            Kw::CleanupPad => self.cleanup_pad(),
            Kw::CatchRet => self.catch_ret(),
            Kw::CleanupRet => self.cleanup_ret(),
            _ => Err(self.error_at(start, "expected instruction opcode")),
        }
    }

    /// Fast-math flags, as many as there are.
    #[inline]
    pub(super) fn fast_math(&mut self) -> FastMathFlags {
        let mut flags = FastMathFlags::NONE;
        loop {
            flags |= match self.kw() {
                Kw::Fast => FastMathFlags::FAST,
                Kw::NNan => FastMathFlags::NNAN,
                Kw::NInf => FastMathFlags::NINF,
                Kw::Nsz => FastMathFlags::NSZ,
                Kw::Arcp => FastMathFlags::ARCP,
                Kw::Contract => FastMathFlags::CONTRACT,
                Kw::Afn => FastMathFlags::AFN,
                Kw::Reassoc => FastMathFlags::REASSOC,
                _ => return flags,
            };
            self.next();
        }
    }

    /// Whether results of the type can have fast-math flags: floating-point numbers, vectors, arrays and structures of one such type
    /// (LLVM 22, `FPMathOperator::isSupportedFloatingPointType`).
    fn has_fast_math(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        if let (Type::Struct { kind: StructKind::Literal, fields, .. }, table) = self.types.get(ty) {
            let fields = table.list(fields);
            match fields.first() {
                Some(first) if fields.iter().all(|field| field == first) => ty = first,
                _ => return false,
            }
        }
        while let Type::Array { elem, .. } = self.types.kind(ty) {
            ty = elem;
        }
        self.types.is_float(self.types.scalar(ty))
    }

    /// A comma followed by more of the instruction. A comma before attachments is consumed, too, and noted.
    #[inline]
    pub(super) fn comma(&mut self) -> bool {
        if self.tok != Tok::Comma {
            return false;
        }
        self.next();
        self.fun.ate_comma = self.tok == Tok::MetadataName;
        !self.fun.ate_comma
    }

    /// A type and a value, with their positions.
    #[inline]
    fn spanned_value(&mut self) -> Result<(TypeId, Value, Range<usize>)> {
        let start = self.start;
        let (ty, value) = self.typed_value()?;
        Ok((ty, value, start..self.last_end))
    }

    /// A comma, or an error with `message`, and a type and a value, with their positions.
    #[inline]
    fn comma_operand(&mut self, message: &'static str) -> Result<(TypeId, Value, Range<usize>)> {
        if let Some(operand) = self.fast_operand() {
            return Ok(operand);
        }
        self.expect(Tok::Comma, message)?;
        self.spanned_value()
    }

    /// A comma, or an error with `message`, and `label %b`.
    #[inline]
    fn comma_label(&mut self, message: &'static str) -> Result<bctk_ir::entity::BlockId> {
        if let Some(block) = self.fast_label() {
            return Ok(block);
        }
        self.expect(Tok::Comma, message)?;
        self.label_operand()
    }

    /// `label %b`
    #[inline]
    fn label_operand(&mut self) -> Result<bctk_ir::entity::BlockId> {
        if self.at(Kw::LabelWord) {
            if let Some(block) = self.fast_block() {
                return Ok(block);
            }
            self.next();
            return self.block();
        }
        let start = self.span();
        self.typed_value()?;
        Err(self.error_at(start, "expected a basic block"))
    }

    /// `syncscope("name")`; the default is the system scope. Until LLVM 4, the keyword `singlethread`.
    fn sync_scope(&mut self) -> Result<u32> {
        if self.eat_kw(Kw::Singlethread) {
            self.old.plain_scope = true;
            return Ok(0);
        }
        if !self.eat_kw(Kw::SyncScope) {
            return Ok(1);
        }
        self.expect(Tok::LParen, "Expected '(' in syncscope")?;
        if self.tok != Tok::Str {
            return Err(self.error("Expected synchronization scope name"));
        }
        let name = self.string()?;
        self.expect(Tok::RParen, "Expected ')' in syncscope")?;
        Ok(self.sync_scopes.number(name))
    }

    /// A memory ordering.
    fn ordering(&mut self) -> Result<Ordering> {
        let ordering = match self.tok {
            Tok::Word => Ordering::from_spelling(self.text()),
            _ => None,
        };
        match ordering {
            Some(ordering) => {
                self.next();
                Ok(ordering)
            }
            None => Err(self.error("Expected ordering on atomic instruction").about(About::Ordering)),
        }
    }

    /// Numbers after commas, on the scratch list from the place given on.
    fn index_list(&mut self) -> Result<usize> {
        if self.tok != Tok::Comma {
            return Err(self.error("expected ',' as start of index list"));
        }
        let first = self.scratch.len();
        while self.comma() {
            let index = self.u32()?;
            self.scratch.push(index);
        }
        if self.scratch.len() == first {
            return Err(self.error("expected index"));
        }
        Ok(first)
    }
}

/// Whether the word names an instruction other than operators and casts.
pub(crate) fn is_opcode(kw: Kw) -> bool {
    let kw = kw as u16;
    kw >= Kw::Ret as u16 && kw <= Kw::NoTail as u16
}
