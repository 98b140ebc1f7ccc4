//! Frequent records of a body, written field by field as the abbreviations of BLOCKINFO say, without a list of operands.
use super::abbrevs::{self, Shared};
use super::emit::start;
use super::function::BodyWriter;
use crate::schema::field::{Items, rotate_sign};
use crate::schema::function as row;
use bctk_bitstream::Result;
use bctk_bitstream::stream::{AbbrevOp, BlockInfo, FIRST_ABBREV, UNABBREV_RECORD};
use bctk_ir::body::Call;
use bctk_ir::entity::{BlockId, List, TypeId};
use bctk_ir::inst::{FastMathFlags, GepNoWrapFlags, Inst};
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use bctk_support::fast;

/// How a frequent record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// By the abbreviation of this id, which has the fields that this module writes.
    By(u32),
    /// Without abbreviation.
    Plain,
    /// As all others.
    Unknown,
}

/// The frequent records of bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct FastForms {
    /// Width of type numbers, in bits.
    types: u32,
    load: Form,
    store: Form,
    binop: Form,
    binop_flags: Form,
    cast: Form,
    cast_flags: Form,
    br: Form,
    cond_br: Form,
    gep: Form,
    cmp: Form,
    cmp_flags: Form,
    pub(super) debug_loc: Form,
    pub(super) dbg_value: Form,
}

impl FastForms {
    /// The forms that `info` allows, which the writer for `llvm` has written.
    pub(super) fn new(info: &BlockInfo, llvm: LlvmVersion) -> FastForms {
        use AbbrevOp::{Array, Fixed, Literal, Vbr};
        let ids = abbrevs::ids(llvm);
        let abbrevs = info.abbrevs(row::ID);
        let ops = |shared: Shared| {
            let index = shared.id(ids).checked_sub(FIRST_ABBREV)?;
            abbrevs.get(index as usize).map(|abbrev| abbrev.ops())
        };
        let types = match ops(abbrevs::LOAD) {
            Some(&[_, _, Fixed(types), ..]) => types,
            _ => 0,
        };
        let form = |shared: Shared, code: u32, fields: &[AbbrevOp]| match ops(shared) {
            _ if !fast::is_on() => Form::Unknown,
            Some(ops) if ops.split_first() == Some((&Literal(u64::from(code)), fields)) => Form::By(shared.id(ids)),
            None if shared.id(ids) == UNABBREV_RECORD => Form::Plain,
            _ => Form::Unknown,
        };
        let value = Vbr(6);
        let ty = Fixed(types);
        FastForms {
            types,
            load: form(abbrevs::LOAD, row::Load::CODE, &[value, ty, Vbr(4), Fixed(1)]),
            store: form(abbrevs::STORE, row::Store::CODE, &[value, value, Vbr(4), Fixed(1)]),
            binop: form(abbrevs::BINOP, row::Binop::CODE, &[value, value, Fixed(4)]),
            binop_flags: form(abbrevs::BINOP_FLAGS, row::Binop::CODE, &[value, value, Fixed(4), Fixed(8)]),
            cast: form(abbrevs::CAST, row::Cast::CODE, &[value, ty, Fixed(4)]),
            cast_flags: form(abbrevs::CAST_FLAGS, row::Cast::CODE, &[value, ty, Fixed(4), Fixed(8)]),
            br: form(abbrevs::BR, row::Br::CODE, &[Vbr(6)]),
            cond_br: form(abbrevs::COND_BR, row::Br::CODE, &[Vbr(6), Vbr(6), Vbr(6)]),
            gep: form(abbrevs::GEP, row::Gep::CODE, &[Fixed(3), ty, Array, value]),
            cmp: form(abbrevs::CMP, row::Cmp2::CODE, &[value, value, Fixed(6)]),
            cmp_flags: form(abbrevs::CMP_FLAGS, row::Cmp2::CODE, &[value, value, Fixed(6), Fixed(8)]),
            debug_loc: form(abbrevs::DEBUG_LOC, row::DebugLoc::CODE, &[Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1), Vbr(6), Vbr(3)]),
            dbg_value: form(abbrevs::DBG_VALUE, row::DebugRecordValueSimple::CODE, &[Vbr(7), Vbr(7), Vbr(7), Vbr(6)]),
        }
    }
}

/// A field of a record; without abbreviation, it is a VBR field of six bits.
#[derive(Clone, Copy)]
enum Field {
    Vbr6(u64),
    Vbr4(u64),
    Fixed(u32, u64),
}

impl BodyWriter<'_, '_> {
    /// Writes a record of these fields, if its form is known.
    #[inline(always)]
    fn fields<const N: usize>(&mut self, form: Form, code: u32, fields: [Field; N]) -> Result<bool> {
        let written = match form {
            Form::By(id) => self.out.stream.record_by(id, |run| {
                for field in fields {
                    match field {
                        Field::Vbr6(value) => run.vbr_of::<6>(value),
                        Field::Vbr4(value) => run.vbr_of::<4>(value),
                        Field::Fixed(width, value) => run.fixed(width, value)?,
                    }
                }
                Ok(())
            }),
            Form::Plain => self.out.stream.record_by(UNABBREV_RECORD, |run| {
                start(run, code, N);
                for Field::Vbr6(value) | Field::Vbr4(value) | Field::Fixed(_, value) in fields {
                    run.vbr_of::<6>(value);
                }
                Ok(())
            }),
            Form::Unknown => return Ok(false),
        };
        written.map(|()| true)
    }

    /// Writes an instruction if it is frequent and all its operands are defined, except those that never state a type.
    #[inline]
    pub(super) fn write_fast(&mut self, inst: &Inst, at: usize) -> Result<bool> {
        let forms = self.fast;
        match *inst {
            Inst::Load { align, access, ptr, .. } if !access.is_atomic() => {
                let Some(ptr) = self.defined(ptr) else { return Ok(false) };
                let ty = Field::Fixed(forms.types, u64::from(self.result_ty(at)));
                let [align, is_volatile] = [Field::Vbr4(u64::from(align)), Field::Fixed(1, u64::from(access.volatile()))];
                self.fields(forms.load, row::Load::CODE, [ptr, ty, align, is_volatile])
            }
            Inst::Store { align, access, value, ptr, .. } if !access.is_atomic() => {
                let (Some(ptr), Some(value)) = (self.defined(ptr), self.defined(value)) else { return Ok(false) };
                let [align, is_volatile] = [Field::Vbr4(u64::from(align)), Field::Fixed(1, u64::from(access.volatile()))];
                self.fields(forms.store, row::Store::CODE, [ptr, value, align, is_volatile])
            }
            Inst::Bin { op, flags, lhs, rhs } => {
                let Some(lhs) = self.defined(lhs) else { return Ok(false) };
                let (rhs, op_code) = (Field::Vbr6(self.distance(rhs)), Field::Fixed(4, op.wire_code()));
                let flags = if op.is_float() { self.fast_math(flags.fast_math())? } else { u64::from(flags) };
                match flags {
                    0 => self.fields(forms.binop, row::Binop::CODE, [lhs, rhs, op_code]),
                    _ => self.fields(forms.binop_flags, row::Binop::CODE, [lhs, rhs, op_code, Field::Fixed(8, flags)]),
                }
            }
            Inst::Cast { op, flags, value } if op != CastOp::UiToFp => {
                let Some(value) = self.defined(value) else { return Ok(false) };
                let (ty, op) = (Field::Fixed(forms.types, u64::from(self.result_ty(at))), Field::Fixed(4, op.code()));
                match u64::from(flags) {
                    0 => self.fields(forms.cast, row::Cast::CODE, [value, ty, op]),
                    flags => self.fields(forms.cast_flags, row::Cast::CODE, [value, ty, op, Field::Fixed(8, flags)]),
                }
            }
            Inst::Br(dest) => self.fields(forms.br, row::Br::CODE, [Field::Vbr6(u64::from(dest.0))]),
            Inst::CondBr { cond, if_true, if_false } => {
                let [if_true, if_false] = [if_true, if_false].map(|block| Field::Vbr6(u64::from(block.0)));
                let cond = Field::Vbr6(self.distance(cond));
                self.fields(forms.cond_br, row::Br::CODE, [if_true, if_false, cond])
            }
            Inst::ICmp { pred, flags, lhs, rhs } => {
                let Some(lhs) = self.defined(lhs) else { return Ok(false) };
                let (rhs, pred) = (Field::Vbr6(self.distance(rhs)), Field::Fixed(6, pred.code()));
                match u64::from(flags) {
                    0 => self.fields(forms.cmp, row::Cmp2::CODE, [lhs, rhs, pred]),
                    flags => self.fields(forms.cmp_flags, row::Cmp2::CODE, [lhs, rhs, pred, Field::Fixed(8, flags)]),
                }
            }
            _ => Ok(false),
        }
    }

    /// Writes a `getelementptr`.
    pub(super) fn gep(&mut self, flags: GepNoWrapFlags, source: TypeId, ops: List<Value>) -> Result<()> {
        self.typed_list(ops);
        let ty = self.numbers.module.ty(source);
        // Versions whose constants have no other flags only know `inbounds`.
        let flags = if self.out.llvm().constant_gep_flags() { flags } else { flags & GepNoWrapFlags::INBOUNDS };
        let (flags, list) = (u64::from(flags), &self.list);
        let FastForms { types, gep: Form::By(id), .. } = self.fast else {
            return self.out.record_by(abbrevs::GEP, &row::Gep { flags, ty, operands: Items::new(list) });
        };
        self.out.stream.record_by(id, |run| {
            run.fixed(3, flags)?;
            run.fixed(types, u64::from(ty))?;
            run.vbr_of::<6>(list.len() as u64);
            list.iter().for_each(|&op| run.vbr_of::<6>(op));
            Ok(())
        })
    }

    /// Writes a `phi`, which has no abbreviation.
    pub(super) fn phi(&mut self, at: usize, fmf: FastMathFlags, incoming: List<(Value, BlockId)>) -> Result<()> {
        let ty = u64::from(self.result_ty(at));
        let flags = self.fast_math(fmf)?;
        self.out.check(self.out.llvm().fast_math_phi(), flags != 0, "fast-math flags of phi")?;
        let (numbers, next) = (&self.numbers, self.next);
        let incoming = numbers.body.lists.get(incoming);
        self.out.stream.record_by(UNABBREV_RECORD, |run| {
            start(run, row::Phi::CODE, 1 + 2 * incoming.len() + usize::from(flags != 0));
            run.vbr_of::<6>(ty);
            for (value, from) in incoming {
                let distance = next.wrapping_sub(numbers.value(value)) as i32;
                run.vbr_of::<6>(rotate_sign(i64::from(distance)));
                run.vbr_of::<6>(u64::from(from.0));
            }
            if flags != 0 {
                run.vbr_of::<6>(flags);
            }
            Ok(())
        })
    }

    /// Writes a `call`, which has no abbreviation. Its arguments are on the list.
    pub(super) fn call_record(&mut self, call: &Call, cc: u64, fast_math: u64) -> Result<()> {
        let attributes = u64::from(self.numbers.module.attrs.list(call.attrs));
        let function_ty = u64::from(self.numbers.module.ty(call.fn_ty));
        let callee = self.val_ty(call.callee);
        let (next, args) = (self.next, &self.list);
        self.out.stream.record_by(UNABBREV_RECORD, |run| {
            let optional = usize::from(fast_math != 0) + usize::from(callee.ty.is_some());
            start(run, row::Call::CODE, 4 + optional + args.len());
            run.vbr_of::<6>(attributes);
            run.vbr_of::<6>(cc);
            if fast_math != 0 {
                run.vbr_of::<6>(fast_math);
            }
            run.vbr_of::<6>(function_ty);
            run.vbr_of::<6>(u64::from(next.wrapping_sub(callee.value)));
            if let Some(ty) = callee.ty {
                run.vbr_of::<6>(u64::from(ty));
            }
            args.iter().for_each(|&arg| run.vbr_of::<6>(arg));
            Ok(())
        })
    }

    /// A value that is defined already, which states no type.
    #[inline(always)]
    fn defined(&self, value: Value) -> Option<Field> {
        let distance = self.next.checked_sub(self.numbers.value(value)).filter(|&distance| distance > 0)?;
        Some(Field::Vbr6(u64::from(distance)))
    }
}
