//! Frequent records of a body: read field by field as the abbreviations of BLOCKINFO say, without a list of operands.
//!
//! Only what is plain is read here. A record that refers forward, has a field that is too long or is not there as a whole is left to the
//! general reader, and so are the errors of such records.
use super::super::function::BodyReader;
use crate::schema::field::ValTyRef;
use crate::schema::function as row;
use bctk_bitstream::Result;
use bctk_bitstream::stream::{AbbrevOp, FIRST_ABBREV, FieldReader, StreamReader, UNABBREV_RECORD};
use bctk_ir::inst::Inst;
use bctk_support::fast;

/// A record whose fields have known encodings. Widths are in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Unknown,
    /// A record without abbreviation.
    Plain,
    Load {
        types: u8,
    },
    Store,
    Binop {
        flags: u8,
    },
    Cast {
        types: u8,
        flags: u8,
    },
    Br,
    CondBr,
    Gep {
        flags: u8,
        types: u8,
    },
    Cmp {
        flags: u8,
    },
    RetVoid,
    Ret,
    Unreachable,
    DebugLoc,
    DbgValue,
}

impl Form {
    /// The form of records that an abbreviation with these operands encodes.
    fn of(ops: &[AbbrevOp]) -> Form {
        use AbbrevOp::{Array, Fixed, Literal, Vbr};
        let Some((&Literal(code), fields)) = ops.split_first() else { return Form::Unknown };
        let Ok(code) = u32::try_from(code) else { return Form::Unknown };
        match (code, fields) {
            (row::Load::CODE, &[Vbr(6), Fixed(types), Vbr(4), Fixed(1)]) => Form::Load { types: types as u8 },
            (row::Store::CODE, [Vbr(6), Vbr(6), Vbr(4), Fixed(1)]) => Form::Store,
            (row::Binop::CODE, [Vbr(6), Vbr(6), Fixed(4)]) => Form::Binop { flags: 0 },
            (row::Binop::CODE, &[Vbr(6), Vbr(6), Fixed(4), Fixed(flags)]) => Form::Binop { flags: flags as u8 },
            (row::Cast::CODE, &[Vbr(6), Fixed(types), Fixed(4)]) => Form::Cast { types: types as u8, flags: 0 },
            (row::Cast::CODE, &[Vbr(6), Fixed(types), Fixed(4), Fixed(flags)]) => Form::Cast { types: types as u8, flags: flags as u8 },
            (row::Br::CODE, [Vbr(6)]) => Form::Br,
            (row::Br::CODE, [Vbr(6), Vbr(6), Vbr(6)]) => Form::CondBr,
            (row::Gep::CODE, &[Fixed(flags), Fixed(types), Array, Vbr(6)]) => Form::Gep { flags: flags as u8, types: types as u8 },
            (row::Cmp2::CODE, [Vbr(6), Vbr(6), Fixed(6)]) => Form::Cmp { flags: 0 },
            (row::Cmp2::CODE, &[Vbr(6), Vbr(6), Fixed(6), Fixed(flags)]) => Form::Cmp { flags: flags as u8 },
            (row::Ret::CODE, []) => Form::RetVoid,
            (row::Ret::CODE, [Vbr(6)]) => Form::Ret,
            (row::Unreachable::CODE, []) => Form::Unreachable,
            (row::DebugLoc::CODE, [Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1), Vbr(6), Vbr(3)]) => Form::DebugLoc,
            (row::DebugRecordValueSimple::CODE, [Vbr(7), Vbr(7), Vbr(7), Vbr(6)]) => Form::DbgValue,
            _ => Form::Unknown,
        }
    }

    /// The code of its records.
    fn code(self) -> u32 {
        match self {
            Form::Unknown => 0,
            Form::Plain => row::DebugLocAgain::CODE,
            Form::Load { .. } => row::Load::CODE,
            Form::Store => row::Store::CODE,
            Form::Binop { .. } => row::Binop::CODE,
            Form::Cast { .. } => row::Cast::CODE,
            Form::Br | Form::CondBr => row::Br::CODE,
            Form::Gep { .. } => row::Gep::CODE,
            Form::Cmp { .. } => row::Cmp2::CODE,
            Form::RetVoid | Form::Ret => row::Ret::CODE,
            Form::Unreachable => row::Unreachable::CODE,
            Form::DebugLoc => row::DebugLoc::CODE,
            Form::DbgValue => row::DebugRecordValueSimple::CODE,
        }
    }
}

/// The most operands of a `getelementptr` that is read here.
const GEP_OPERANDS: usize = 8;

/// The forms of records by abbreviation id.
#[derive(Clone, Debug)]
pub(in crate::read) struct FastForms {
    forms: [Form; 32],
}

impl FastForms {
    /// The forms of the abbreviations for bodies in the BLOCKINFO of `stream`; none if value numbers are not relative.
    pub(in crate::read) fn new(stream: &StreamReader<'_>, relative: bool) -> FastForms {
        let mut forms = [Form::Unknown; 32];
        // If the limits are lower, the general reader checks them.
        if fast::is_on() && relative && stream.limits().record_operands >= GEP_OPERANDS + 2 {
            let abbrevs = stream.block_info().abbrevs(row::ID);
            for (form, abbrev) in forms.iter_mut().skip(FIRST_ABBREV as usize).zip(abbrevs) {
                *form = Form::of(abbrev.ops());
            }
            forms[UNABBREV_RECORD as usize] = Form::Plain;
        }
        FastForms { forms }
    }
}

impl BodyReader<'_> {
    /// Reads the next record if it is a frequent one; otherwise nothing happens.
    #[inline(always)]
    pub(in crate::read) fn read_fast(&mut self, stream: &mut StreamReader<'_>) -> Option<Result<()>> {
        let (id, mut fields) = stream.fields()?;
        let form = *self.ctx.fast.forms.get(id as usize)?;
        let start = stream.position();
        let f = &mut fields;
        let read = match form {
            Form::Unknown => return None,
            Form::Plain => {
                let [] = stream.plain(row::DebugLocAgain::CODE)?;
                self.set_debug_loc()
            }
            Form::Load { types } => {
                let pointer = self.near(f.vbr::<6>())?;
                let ty = f.fixed(types.into()) as u32;
                let (align, volatile) = (f.vbr::<4>(), f.fixed(1));
                stream.accept(fields)?;
                self.load(row::Load { pointer, ty: Some(ty), align, is_volatile: volatile != 0 })
            }
            Form::Store => {
                let (pointer, value) = (self.near(f.vbr::<6>())?, self.near(f.vbr::<6>())?);
                let (align, volatile) = (f.vbr::<4>(), f.fixed(1));
                stream.accept(fields)?;
                self.store(row::Store { pointer, value, align, is_volatile: volatile != 0 })
            }
            Form::Binop { flags } => {
                let (lhs, rhs) = (self.near(f.vbr::<6>())?, self.number(f.vbr::<6>()));
                let opcode = f.fixed(4) as u32;
                let flags = f.fixed(flags.into());
                stream.accept(fields)?;
                self.binop(row::Binop { lhs, rhs, opcode, flags })
            }
            Form::Cast { types, flags } => {
                let operand = self.near(f.vbr::<6>())?;
                let (ty, opcode) = (f.fixed(types.into()) as u32, f.fixed(4) as u32);
                let flags = f.fixed(flags.into());
                stream.accept(fields)?;
                self.cast(row::Cast { operand, ty, opcode, flags })
            }
            Form::Br => {
                let if_true = u32::try_from(f.vbr::<6>()).ok()?;
                stream.accept(fields)?;
                self.br(row::Br { if_true, if_false: None, condition: None })
            }
            Form::CondBr => {
                let (if_true, if_false) = (u32::try_from(f.vbr::<6>()).ok()?, u32::try_from(f.vbr::<6>()).ok()?);
                let condition = self.number(f.vbr::<6>());
                stream.accept(fields)?;
                self.br(row::Br { if_true, if_false: Some(if_false), condition: Some(condition) })
            }
            Form::Gep { flags, types } => {
                let (flags, ty) = (f.fixed(flags.into()), f.fixed(types.into()) as u32);
                let count = f.vbr::<6>() as usize;
                let mut operands = [ValTyRef { value: 0, ty: None }; GEP_OPERANDS];
                let operands = operands.get_mut(..count)?;
                for operand in operands.iter_mut() {
                    *operand = self.near(f.vbr::<6>())?;
                }
                stream.accept(fields)?;
                self.gep_of(ty, flags, operands.iter().map(|&operand| Ok(operand)))
            }
            Form::Cmp { flags } => {
                let (lhs, rhs) = (self.near(f.vbr::<6>())?, self.number(f.vbr::<6>()));
                let predicate = f.fixed(6) as u32;
                let flags = f.fixed(flags.into());
                stream.accept(fields)?;
                self.cmp(row::Cmp2 { lhs, rhs, predicate, flags })
            }
            Form::RetVoid => {
                stream.accept(fields)?;
                self.ret(row::Ret { value: None })
            }
            Form::Ret => {
                let value = self.near(f.vbr::<6>())?;
                stream.accept(fields)?;
                self.ret(row::Ret { value: Some(value) })
            }
            Form::Unreachable => {
                stream.accept(fields)?;
                self.push(Inst::Unreachable, None)
            }
            Form::DebugLoc => {
                let (line, column) = (u32::try_from(f.vbr::<6>()).ok()?, u32::try_from(f.vbr::<8>()).ok()?);
                let (scope, inlined_at) = (u32::try_from(f.vbr::<6>()).ok()?, u32::try_from(f.vbr::<6>()).ok()?);
                let implicit = f.fixed(1);
                let (atom_group, atom_rank) = (f.vbr::<6>(), f.vbr::<3>());
                stream.accept(fields)?;
                self.debug_loc(row::DebugLoc {
                    line,
                    column,
                    scope: scope.checked_sub(1),
                    inlined_at: inlined_at.checked_sub(1),
                    is_implicit_code: implicit != 0,
                    atom_group,
                    atom_rank,
                })
            }
            Form::DbgValue => {
                let [location, variable, expression] = self.metadata_numbers(f)?;
                let value = self.near(f.vbr::<6>())?;
                stream.accept(fields)?;
                self.dbg_value_simple(row::DebugRecordValueSimple { location, variable, expression, value })
            }
        };
        Some(read.map_err(|e| stream.locate_at(e, start, form.code())))
    }

    /// The number of a value that is `distance` values back. Only the low 32 bits count (`BitcodeReader::getValue`).
    #[inline(always)]
    fn number(&self, distance: u64) -> u32 {
        self.next_value.wrapping_sub(distance as u32)
    }

    /// A value that is defined already: no type follows its number.
    #[inline(always)]
    fn near(&self, distance: u64) -> Option<ValTyRef> {
        let value = self.number(distance);
        (value < self.next_value).then_some(ValTyRef { value, ty: None })
    }

    #[inline(always)]
    fn metadata_numbers(&self, f: &mut FieldReader<'_>) -> Option<[u32; 3]> {
        let numbers = [f.vbr::<7>(), f.vbr::<7>(), f.vbr::<7>()];
        numbers.iter().all(|&number| number <= u64::from(u32::MAX)).then(|| numbers.map(|number| number as u32))
    }
}
