//! CONSTANTS blocks, of a module or of a body.
use super::abbrevs;
use super::attrs::{active, write_bounds};
use super::emit::{Chars, Emitter};
use super::enumerate::{BodyNumbers, Numbering};
use crate::schema::abbrevs::Widths;
use crate::schema::constants as row;
use crate::schema::field::{CharsRef, Items, RangeRef, rotate_sign};
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_bitstream::stream::abbrev::is_char6;
use bctk_bitstream::{Error, Result};
use bctk_ir::constants::{ConstKind, ConstPool, Constant, InRange};
use bctk_ir::entity::{GlobalId, List, OptionalId, TypeId};
use bctk_ir::inst::GepNoWrapFlags;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Abbreviations that only the CONSTANTS block of a module defines.
#[derive(Clone, Copy)]
struct OfModule {
    aggregate: u32,
    string: u32,
    cstring_7: u32,
    cstring_6: u32,
}

/// What a constant's record refers to.
struct Context<'c, 'm, V: Fn(Value) -> u32> {
    numbers: &'c Numbering<'m>,
    pool: &'c ConstPool,
    /// Number of an operand.
    value: V,
    /// Type of an operand.
    type_of: &'c dyn Fn(Value) -> Option<TypeId>,
    abbrevs: Option<OfModule>,
}

/// Writes the CONSTANTS block of the module, if it has any (`writeModuleConstants`).
pub(super) fn write_module(out: &mut Emitter, numbers: &Numbering<'_>, widths: &Widths) -> Result<()> {
    if numbers.constants.is_empty() {
        return Ok(());
    }
    out.open(row::ID)?;
    // LLVM leaves room for one number more than there are.
    let widths = Widths { last_value: numbers.values(), ..*widths };
    let mut define = |name| abbrevs::define(out, row::ID, name, &widths);
    let of_module = OfModule {
        aggregate: define("AGGREGATE")?,
        string: define("STRING")?,
        cstring_7: define("CSTRING, 7 bits")?,
        cstring_6: define("CSTRING, char6")?,
    };
    let mut last = None;
    for &identity in &numbers.constants {
        write_identity(out, numbers, identity, &|identity| numbers.identity(identity), Some(of_module), &mut last)?;
    }
    out.end()
}

/// Writes the CONSTANTS block of a body, if it has any.
pub(super) fn write_body(out: &mut Emitter, numbers: &BodyNumbers<'_, '_>) -> Result<()> {
    if numbers.own.is_empty() {
        return Ok(());
    }
    out.open(row::ID)?;
    let mut last = None;
    for &constant in &numbers.own {
        match constant.kind() {
            ValueKind::Const(identity) => {
                write_identity(out, numbers.module, identity, &|identity| numbers.identity(identity), None, &mut last)?;
            }
            ValueKind::LocalConst(index) => {
                let Some(constant) = numbers.body.consts.get(index) else { continue };
                let context = Context {
                    numbers: numbers.module,
                    pool: &numbers.body.consts,
                    value: |value| numbers.value(value),
                    type_of: &|value| numbers.type_of(value),
                    abbrevs: None,
                };
                set_type(out, numbers.module, constant.ty, &mut last)?;
                context.write(out, constant.ty, constant.kind)?;
            }
            _ => {}
        }
    }
    out.end()
}

fn set_type(out: &mut Emitter, numbers: &Numbering<'_>, ty: TypeId, last: &mut Option<u32>) -> Result<()> {
    let number = numbers.ty(ty);
    if *last != Some(number) {
        *last = Some(number);
        out.record_by(abbrevs::SETTYPE, &row::SetType { ty: number })?;
    }
    Ok(())
}

/// Writes a constant by its identity; `number` gives those of its operands.
fn write_identity(
    out: &mut Emitter,
    numbers: &Numbering<'_>,
    identity: u32,
    number: &dyn Fn(u32) -> u32,
    abbrevs: Option<OfModule>,
    last: &mut Option<u32>,
) -> Result<()> {
    let identities = &numbers.identities;
    let (pool, Constant { ty, kind }) = identities.parts(identity);
    let body = identities.body(identity);
    set_type(out, numbers, ty, last)?;
    let none = ConstPool::default();
    let context = Context {
        numbers,
        pool: pool.unwrap_or(&none),
        value: |value| match identities.resolve(value, body).kind() {
            ValueKind::Const(identity) => number(identity),
            ValueKind::Global(global) => numbers.global(global),
            _ => u32::MAX,
        },
        type_of: &|value| type_of_operand(numbers, body, value),
        abbrevs,
    };
    context.write(out, ty, kind)
}

fn type_of_operand(numbers: &Numbering<'_>, body: Option<u32>, value: Value) -> Option<TypeId> {
    let global = |id: GlobalId| numbers.module.globals.get(id.index()).map(|global| global.ptr_type);
    match numbers.identities.resolve(value, body).kind() {
        ValueKind::Const(identity) => Some(numbers.identities.constant(identity).ty),
        ValueKind::Global(id) => global(id),
        _ => None,
    }
}

impl<V: Fn(Value) -> u32> Context<'_, '_, V> {
    fn ty(&self, value: Value) -> u32 {
        self.numbers.ty_if_any((self.type_of)(value))
    }

    /// The numbers of a list of operands.
    fn list<const N: usize>(&self, list: List<Value>) -> Result<[u32; N]> {
        let values: Vec<u32> = self.pool.values(list).map(|value| (self.value)(value)).collect();
        values.try_into().map_err(|_| Error::malformed(format!("expected a constant expression of {N} operands")))
    }

    fn write(&self, out: &mut Emitter, ty: TypeId, kind: ConstKind) -> Result<()> {
        let value = |operand| (self.value)(operand);
        let types = &self.numbers.types;
        match kind {
            ConstKind::Null => out.record(&row::Null {}),
            ConstKind::Undef => out.record(&row::Undef {}),
            ConstKind::Poison => out.record(&row::Poison {}),
            // A zero of a vector type is the splat of one (`Constant::isNullValue`).
            ConstKind::Int(0) | ConstKind::Float(0) => out.record(&row::Null {}),
            ConstKind::Int(value) => match types.scalar(ty) {
                Type::Byte(_) => out.record_by(abbrevs::BYTE, &row::Byte { value }),
                _ => out.record_by(abbrevs::INTEGER, &row::Integer { value }),
            },
            ConstKind::WideInt { start, len } => self.write_wide(out, types.scalar(ty), self.pool.word_range(start, len)),
            ConstKind::Float(bits) => out.record(&row::Float { bits: Items::new(&[bits]) }),
            ConstKind::WideFloat { start } => {
                let &[low, high] = self.pool.word_range(start, 2) else {
                    return Err(Error::malformed("expected two words of a floating-point constant"));
                };
                let words = match types.scalar(ty) {
                    Type::X86Fp80 => [high << 48 | low >> 16, low & 0xFFFF],
                    _ => [low, high],
                };
                out.record(&row::Float { bits: Items::new(&words) })
            }
            ConstKind::Data(bytes) => self.write_data(out, ty, self.pool.bytes.get(bytes)),
            ConstKind::Aggregate(list) => {
                let elements: Vec<u64> = self.pool.values(list).map(|element| u64::from(value(element))).collect();
                let abbrev = self.abbrevs.map_or(UNABBREV_RECORD, |abbrevs| abbrevs.aggregate);
                out.record_as(abbrev, &row::Aggregate { elements: Items::new(&elements) })
            }
            ConstKind::Bin { op, flags, lhs, rhs } => {
                out.record(&row::CeBinop { opcode: op.wire_code() as u32, lhs: value(lhs), rhs: value(rhs), flags: u64::from(flags) })
            }
            ConstKind::FNeg(operand) => out.record(&row::CeUnop { opcode: 0, operand: value(operand), flags: 0 }),
            ConstKind::Cast { op, value: operand, .. } => out.record_by(
                abbrevs::CE_CAST,
                &row::CeCast { opcode: op.code() as u32, operand_ty: self.ty(operand), operand: value(operand), flags: 0 },
            ),
            ConstKind::Gep { flags, source, ops, in_range } => self.write_gep(out, flags, source, ops, in_range),
            ConstKind::Select(list) => {
                let [condition, if_true, if_false] = self.list(list)?;
                out.record(&row::CeSelect { condition, if_true, if_false })
            }
            ConstKind::ExtractElement(vector, index) => out.record(&row::CeExtractElt {
                vector_ty: self.ty(vector),
                vector: value(vector),
                index_ty: Some(self.ty(index)),
                index: value(index),
            }),
            ConstKind::InsertElement(list) => {
                let [vector, element, index] = self.list(list)?;
                let index_ty = Some(self.pool.values(list).nth(2).map_or(u32::MAX, |index| self.ty(index)));
                out.record(&row::CeInsertElt { vector, element, index_ty, index })
            }
            ConstKind::ShuffleVector(list) => {
                let [a, b, mask] = self.list(list)?;
                let operand_ty = self.pool.values(list).next().map_or(u32::MAX, |operand| self.ty(operand));
                if operand_ty == self.numbers.ty(ty) {
                    out.record(&row::CeShuffleVec { a, b, mask })
                } else {
                    out.record(&row::CeShufVecEx { operand_ty, a, b, mask })
                }
            }
            ConstKind::ICmp(pred, lhs, rhs) => self.write_cmp(out, pred.code(), lhs, rhs),
            ConstKind::FCmp(pred, lhs, rhs) => self.write_cmp(out, pred.code(), lhs, rhs),
            ConstKind::BlockAddress { function, block } => out.record(&row::BlockAddress {
                function_ty: self.ty(Value::global(function)),
                function: self.numbers.global(function),
                block: block.0,
            }),
            ConstKind::DsoLocalEquivalent(global) => out.record(&row::DsoLocalEquivalent { ty: self.ty(global), global: value(global) }),
            ConstKind::NoCfi(function) => out.record(&row::NoCfi { ty: self.ty(function), function: value(function) }),
            ConstKind::PtrAuth(list) => {
                if self.pool.lists.get(list).len() == 4 {
                    let [pointer, key, discriminator, address_discriminator] = self.list(list)?;
                    return out.record(&row::PtrAuth { pointer, key, discriminator, address_discriminator });
                }
                let [pointer, key, discriminator, address_discriminator, deactivation_symbol] = self.list(list)?;
                out.record(&row::PtrAuth2 { pointer, key, discriminator, address_discriminator, deactivation_symbol })
            }
            ConstKind::InlineAsm(index) => self.write_asm(out, ty, index),
        }
    }

    /// An integer or byte of the type `scalar`, of more than one word.
    fn write_wide(&self, out: &mut Emitter, scalar: Type, words: &[u64]) -> Result<()> {
        let (Type::Int(width) | Type::Byte(width)) = scalar else {
            return Err(Error::malformed("expected a wide integer to be of integer or byte type"));
        };
        let words: Vec<u64> = active(words, width).iter().map(|&w| rotate_sign(w as i64)).collect();
        match scalar {
            Type::Byte(_) => out.record(&row::WideByte { words: Items::new(&words) }),
            _ => out.record(&row::WideInteger { words: Items::new(&words) }),
        }
    }

    /// Inline assembly, in the form of the release.
    fn write_asm(&self, out: &mut Emitter, ty: TypeId, index: u32) -> Result<()> {
        let Some(asm) = self.pool.asms.get(index as usize) else {
            return Err(Error::malformed("expected inline assembly of the pool"));
        };
        let (template, constraints) = (self.pool.bytes.get(asm.template), self.pool.bytes.get(asm.constraints));
        let chars = |text: &[u8]| text.iter().map(|&c| Chars::Signed64.operand(c)).collect::<Vec<u64>>();
        let (template, constraints) = (chars(template), chars(constraints));
        let flags = [asm.side_effect, asm.align_stack, asm.intel_dialect, asm.unwind];
        let flags = flags.iter().rev().fold(0, |all, &flag| all << 1 | u64::from(flag));
        let (asm_size, asm_text) = (template.len() as u64, CharsRef(&template));
        let (constraints_size, constraints) = (constraints.len() as u64, CharsRef(&constraints));
        // The old form has only the type of the pointer.
        let typed = matches!(self.numbers.module.types.get(ty), Type::TypedPtr { .. });
        if typed && !self.numbers.llvm.inline_asm_unwind() {
            out.check(false, asm.unwind, "inline assembly that unwinds")?;
            return out.record(&row::InlineAsmOld2 { flags, asm_size, asm: asm_text, constraints_size, constraints });
        }
        if typed && !self.numbers.llvm.inline_asm_function_type() {
            return out.record(&row::InlineAsmOld3 { flags, asm_size, asm: asm_text, constraints_size, constraints });
        }
        let function_ty = self.numbers.ty(asm.fn_ty);
        out.record(&row::InlineAsm { function_ty, flags, asm_size, asm: asm_text, constraints_size, constraints })
    }

    fn write_cmp(&self, out: &mut Emitter, predicate: u64, lhs: Value, rhs: Value) -> Result<()> {
        let (operand_ty, lhs, rhs) = (self.ty(lhs), (self.value)(lhs), (self.value)(rhs));
        out.record(&row::CeCmp { operand_ty, lhs, rhs, predicate: predicate as u32 })
    }

    fn write_gep(
        &self,
        out: &mut Emitter,
        flags: GepNoWrapFlags,
        source: TypeId,
        ops: List<Value>,
        in_range: OptionalId<u32>,
    ) -> Result<()> {
        let mut operands: Vec<u64> = Vec::new();
        let with_flags = self.numbers.llvm.constant_gep_flags();
        let mut words = Vec::new();
        let range = match self.pool.in_range(in_range) {
            None => None,
            Some(InRange::Range { .. }) if !with_flags => {
                return Err(Error::unsupported("LLVM before 19 has no range of a getelementptr that is a constant"));
            }
            Some(InRange::Range { width, lower, upper }) => {
                let split = write_bounds(&mut words, *width, lower, upper);
                Some((*width, split))
            }
            Some(InRange::Index(index)) => return self.write_gep_with_index(out, flags, source, ops, *index),
        };
        if !with_flags {
            self.push_pairs(&mut operands, ops);
            let (pointee, operands) = (Some(self.numbers.ty(source)), Items::new(&operands));
            return match u64::from(flags & GepNoWrapFlags::INBOUNDS) {
                0 => out.record(&row::CeGepOld { pointee, operands }),
                _ => out.record(&row::CeInboundsGep { pointee, operands }),
            };
        }
        self.push_pairs(&mut operands, ops);
        let (pointee, flags, operands) = (self.numbers.ty(source), u64::from(flags), Items::new(&operands));
        match range {
            Some((width, split)) => {
                let (lower, upper) = words.split_at(split);
                out.record(&row::CeGepWithInrange { pointee, flags, range: RangeRef { width, lower, upper }, operands })
            }
            None => out.record(&row::CeGep { pointee, flags, operands }),
        }
    }

    /// As LLVM 5 to 18 wrote it: `inrange` at an index.
    fn write_gep_with_index(&self, out: &mut Emitter, flags: GepNoWrapFlags, source: TypeId, ops: List<Value>, index: u32) -> Result<()> {
        let mut operands: Vec<u64> = Vec::new();
        self.push_pairs(&mut operands, ops);
        let flags = u64::from(flags & GepNoWrapFlags::INBOUNDS) | u64::from(index) << 1;
        out.record(&row::CeGepWithInrangeIndexOld { pointee: self.numbers.ty(source), flags, operands: Items::new(&operands) })
    }

    /// Pairs of type and value.
    fn push_pairs(&self, operands: &mut Vec<u64>, ops: List<Value>) {
        operands.extend(self.pool.values(ops).flat_map(|operand| [u64::from(self.ty(operand)), u64::from((self.value)(operand))]));
    }

    /// An array or vector of plain elements; an array of bytes as a string.
    fn write_data(&self, out: &mut Emitter, ty: TypeId, bytes: &[u8]) -> Result<()> {
        let types = &self.numbers.types;
        let (elem, is_array) = match types.get(ty) {
            Type::Array { elem, .. } => (types.get(elem), true),
            Type::Vector { elem, .. } => (types.get(elem), false),
            _ => return Err(Error::malformed("expected a data constant to be of array or vector type")),
        };
        let width = match elem {
            Type::Int(8) | Type::Byte(8) if is_array => return self.write_string(out, bytes),
            Type::Int(8) | Type::Byte(8) => 1,
            Type::Int(16) | Type::Byte(16) | Type::Half | Type::BFloat => 2,
            Type::Int(32) | Type::Byte(32) | Type::Float => 4,
            Type::Int(64) | Type::Byte(64) | Type::Double => 8,
            _ => return Err(Error::malformed("expected elements of 8, 16, 32 or 64 bits in a data constant")),
        };
        let mut elements: Vec<u64> = Vec::with_capacity(bytes.len() / width);
        for chunk in bytes.chunks_exact(width) {
            let mut word = [0; 8];
            word[..width].copy_from_slice(chunk);
            elements.push(u64::from_le_bytes(word));
        }
        out.record(&row::Data { elements: Items::new(&elements) })
    }

    fn write_string(&self, out: &mut Emitter, bytes: &[u8]) -> Result<()> {
        let abbrev = |of: fn(OfModule) -> u32| self.abbrevs.map_or(UNABBREV_RECORD, of);
        match bytes.split_last() {
            // Without another zero it ends with.
            Some((0, text)) if !text.contains(&0) => {
                let abbrev = match (is_char6(text), text.is_ascii()) {
                    (true, _) => abbrev(|abbrevs| abbrevs.cstring_6),
                    (_, true) => abbrev(|abbrevs| abbrevs.cstring_7),
                    _ => UNABBREV_RECORD,
                };
                out.named(abbrev, row::CString::CODE, &[], text)
            }
            _ => out.named(abbrev(|abbrevs| abbrevs.string), row::Str::CODE, &[], bytes),
        }
    }
}
