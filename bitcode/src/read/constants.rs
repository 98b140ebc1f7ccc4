//! CONSTANTS blocks, of a module or of a body.
use super::attrs::unrotated;
use super::numbering::check_number;
use super::records::decode;
use super::unknown::Unknown;
use crate::schema::constants as row;
use crate::schema::field::{CharsRef, Items, RangeRef, TypedValue, sign_rotated};
use crate::schema::{Fields, match_record};
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, ErrorKind, Result};
use bctk_ir::constants::{ConstKind, ConstPool, InRange, InlineAsm};
use bctk_ir::entity::{BlockId, OptionalId, TypeId};
use bctk_ir::inst::{GepNoWrapFlags, OpFlags};
use bctk_ir::integers::{active_words, cut, signed};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};

/// What constants refer to.
pub(super) struct ConstContext<'c, F: Fn(u32) -> Value> {
    /// Types.
    pub(super) types: &'c TypeTable,
    /// From value number to value.
    pub(super) value: F,
    /// Only references matter: data and unknown constants become poison.
    pub(super) outline: bool,
}

/// Reads the CONSTANTS block that `stream` has just entered into `pool`.
pub(super) fn read<F: Fn(u32) -> Value>(
    stream: &mut StreamReader<'_>,
    record: &mut RecordBuf,
    pool: &mut ConstPool,
    ctx: &ConstContext<'_, F>,
    unknown: &mut Unknown,
) -> Result<()> {
    // `i32` before any SETTYPE, as in LLVM.
    let mut ty = ctx.types.find(&Type::Int(32)).unwrap_or(TypeId(u32::MAX));
    loop {
        match stream.next(record)? {
            Entry::EndBlock | Entry::EndOfStream => return Ok(()),
            Entry::SubBlock(_) => stream.skip()?,
            Entry::Record if record.code == row::SetType::CODE => {
                unknown.count(row::ID, record.code, record.ops.len());
                let set = decode::<row::SetType>(&record.ops)
                    .and_then(|r| check_type(ctx.types, r.ty))
                    .and_then(|ty| constant_type(ctx.types, ty));
                ty = set.map_err(|e| stream.locate(e, record))?;
            }
            Entry::Record => {
                if pool.consts.len() >= Value::MAX_INDEX as usize {
                    return Err(stream.locate(Error::too_large("more than 2^29 constants"), record));
                }
                unknown.count(row::ID, record.code, record.ops.len());
                let kind = match record.code {
                    row::Str::CODE | row::CString::CODE | row::Data::CODE | row::Float::CODE | row::WideInteger::CODE if ctx.outline => {
                        ConstKind::Poison
                    }
                    code => match read_constant(code, &record.ops, ty, pool, ctx, unknown) {
                        Err(error) if ctx.outline && error.kind() == ErrorKind::Unsupported => ConstKind::Poison,
                        kind => kind.map_err(|e| stream.locate(e, record))?,
                    },
                };
                pool.push(ty, kind);
            }
        }
    }
}

/// A type number within the table.
pub(super) fn check_type(types: &TypeTable, ty: u32) -> Result<TypeId> {
    if (ty as usize) < types.len() {
        Ok(TypeId(ty))
    } else {
        Err(Error::malformed(format!("expected a type number below {}, found {ty}", types.len())))
    }
}

/// A type that constants may have.
fn constant_type(types: &TypeTable, ty: TypeId) -> Result<TypeId> {
    match types.get(ty) {
        Type::Void => Err(Error::malformed(format!("expected a type of constants, found void, type {}", ty.0))),
        Type::Label | Type::Function { .. } => Err(Error::malformed(format!("expected a type of constants, found type {}", ty.0))),
        _ => Ok(ty),
    }
}

/// Size in bytes of an element of a data array; none for types that are stored otherwise.
fn data_width(types: &TypeTable, elem: TypeId) -> Option<usize> {
    match types.get(elem) {
        Type::Int(8) | Type::Byte(8) => Some(1),
        Type::Int(16) | Type::Byte(16) | Type::Half | Type::BFloat => Some(2),
        Type::Int(32) | Type::Byte(32) | Type::Float => Some(4),
        Type::Int(64) | Type::Byte(64) | Type::Double => Some(8),
        _ => None,
    }
}

fn read_constant<F: Fn(u32) -> Value>(
    code: u32,
    ops: &[u64],
    ty: TypeId,
    pool: &mut ConstPool,
    ctx: &ConstContext<'_, F>,
    unknown: &mut Unknown,
) -> Result<ConstKind> {
    let types = ctx.types;
    let mut flags = |flags: u64, mask: u64| unknown.flags(row::ID, code, "flags", flags, mask);
    let value = |n: u32| check_number(u64::from(n)).map(&ctx.value);
    let fields = &mut Fields::new(ops);
    Ok(match_record!(row, code, fields, {
        Null => ConstKind::Null,
        Undef => ConstKind::Undef,
        Poison => ConstKind::Poison,
        // Of a vector type, a number is all its elements.
        Integer | WideInteger | Byte | WideByte | Float => read_number(code, ops, types.scalar(ty), pool, types)?,
        Aggregate(r) => {
            let elements = r.elements;
            if elements.is_empty() {
                return Err(Error::malformed("expected at least one element of an aggregate"));
            }
            let list = pool.lists.begin();
            for n in elements {
                pool.lists.add(&list, (ctx.value)(check_number(n?.into())?));
            }
            ConstKind::Aggregate(pool.lists.finish(list))
        },
        Str(r) => data(pool, r.chars.to_vec()),
        CString(r) => {
            let mut bytes = r.chars.to_vec();
            bytes.push(0);
            data(pool, bytes)
        },
        Data(r) => data(pool, elements(r.elements.ops(), ty, types)?),
        CeUnop(r) => ConstKind::FNeg(value(r.operand)?),
        CeBinop(r) => {
            let float = types.get(types.scalar(ty)).is_float();
            let op = BinOp::from_wire_code(u64::from(r.opcode), float)
                .ok_or_else(|| Error::malformed(format!("expected a binary operator, found {}", r.opcode)))?;
            flags(r.flags, if op.is_float() { 0 } else { 3 });
            ConstKind::Bin { op, flags: OpFlags::from_bits(r.flags as u8), lhs: value(r.lhs)?, rhs: value(r.rhs)? }
        },
        CeCast(r) => {
            let op = cast_op(r.opcode)?;
            flags(r.flags, 0);
            ConstKind::Cast { op, flags: OpFlags::from_bits(r.flags as u8), value: value(r.operand)? }
        },
        CeGep(r) => {
            let source = check_type(types, r.pointee)?;
            flags(r.flags, 7);
            gep(r.operands, GepNoWrapFlags::from_bits(r.flags as u8), source, OptionalId::NONE, pool, ctx)?
        },
        CeGepWithInrange(r) => {
            flags(r.flags, 7);
            let in_range = pool.push_in_range(Some(in_range_of(r.range)));
            let source = check_type(types, r.pointee)?;
            gep(r.operands, GepNoWrapFlags::from_bits(r.flags as u8), source, in_range, pool, ctx)?
        },
        CeGepOld(r) => {
            old_gep(r.pointee, r.operands, GepNoWrapFlags::NONE, pool, ctx)?
        },
        CeInboundsGep(r) => {
            old_gep(r.pointee, r.operands, GepNoWrapFlags::INBOUNDS, pool, ctx)?
        },
        CeGepWithInrangeIndexOld(r) => {
            let source = check_type(types, r.pointee)?;
            let in_range = pool.push_in_range(Some(InRange::Index((r.flags >> 1) as u32)));
            gep(r.operands, GepNoWrapFlags::from_bits(r.flags as u8) & GepNoWrapFlags::INBOUNDS, source, in_range, pool, ctx)?
        },
        CeSelect(r) => ConstKind::Select(pool.lists.push(&[value(r.condition)?, value(r.if_true)?, value(r.if_false)?])),
        CeExtractElt(r) => ConstKind::ExtractElement(value(r.vector)?, value(r.index)?),
        CeInsertElt(r) => ConstKind::InsertElement(pool.lists.push(&[value(r.vector)?, value(r.element)?, value(r.index)?])),
        CeShuffleVec(r) => ConstKind::ShuffleVector(pool.lists.push(&[value(r.a)?, value(r.b)?, value(r.mask)?])),
        CeShufVecEx(r) => ConstKind::ShuffleVector(pool.lists.push(&[value(r.a)?, value(r.b)?, value(r.mask)?])),
        CeCmp(r) => comparison(r.predicate.into(), value(r.lhs)?, value(r.rhs)?)?,
        BlockAddress(r) => {
            match value(r.function)?.kind() {
                ValueKind::Global(function) => ConstKind::BlockAddress { function, block: BlockId(r.block) },
                _ => return Err(Error::malformed("expected the function of a block address")),
            }
        },
        DsoLocalEquivalent(r) => ConstKind::DsoLocalEquivalent(value(r.global)?),
        NoCfi(r) => ConstKind::NoCfi(value(r.function)?),
        PtrAuth(r) => {
            let parts = [r.pointer, r.key, r.discriminator, r.address_discriminator];
            ConstKind::PtrAuth(pool.lists.push(&parts.into_iter().map(value).collect::<Result<Vec<Value>>>()?))
        },
        PtrAuth2(r) => {
            let parts = [r.pointer, r.key, r.discriminator, r.address_discriminator, r.deactivation_symbol];
            ConstKind::PtrAuth(pool.lists.push(&parts.into_iter().map(value).collect::<Result<Vec<Value>>>()?))
        },
        InlineAsm(r) => {
            let fn_ty = check_type(types, r.function_ty)?;
            flags(r.flags, 15);
            inline_asm(fn_ty, r.flags, r.asm, r.constraints, types, pool)?
        },
        InlineAsmOld(r) => old_asm(r.flags, r.asm, r.constraints, ty, types, pool)?,
        InlineAsmOld2(r) => old_asm(r.flags, r.asm, r.constraints, ty, types, pool)?,
        InlineAsmOld3(r) => old_asm(r.flags, r.asm, r.constraints, ty, types, pool)?,
        // Sets the type of the constants that follow: the caller's.
        SetType => return Err(Error::malformed("expected a constant")),
        _ => return Err(Error::unsupported(format!("unknown constant record {code}, from a newer LLVM"))),
    }))
}

/// The bytes of the elements of an array or vector of type `ty`.
fn elements(elements: &[u64], ty: TypeId, types: &TypeTable) -> Result<Vec<u8>> {
    let elem = match types.get(ty) {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => elem,
        _ => return Err(Error::malformed("expected a data constant to be of array or vector type")),
    };
    let width = data_width(types, elem).ok_or_else(|| Error::malformed("expected elements of 8, 16, 32 or 64 bits in a data constant"))?;
    let mut bytes = Vec::with_capacity(elements.len() * width);
    for &element in elements {
        bytes.extend_from_slice(&element.to_le_bytes()[..width]);
    }
    Ok(bytes)
}

/// The comparison with the predicate of this code.
fn comparison(code: u64, lhs: Value, rhs: Value) -> Result<ConstKind> {
    match (ICmpPred::from_code(code), FCmpPred::from_code(code)) {
        (Some(pred), _) => Ok(ConstKind::ICmp(pred, lhs, rhs)),
        (_, Some(pred)) => Ok(ConstKind::FCmp(pred, lhs, rhs)),
        _ => Err(Error::malformed(format!("expected a comparison predicate, found {code}"))),
    }
}

/// A number of the scalar type `ty`.
fn read_number(code: u32, ops: &[u64], ty: TypeId, pool: &mut ConstPool, types: &TypeTable) -> Result<ConstKind> {
    let wide = |words: &[u64]| words.iter().map(|&w| sign_rotated(w) as u64).collect();
    match code {
        row::Integer::CODE => Ok(small_integer(decode::<row::Integer>(ops)?.value, integer_bits(types, ty)?)),
        row::WideInteger::CODE => Ok(wide_integer(wide(decode::<row::WideInteger<'_>>(ops)?.words.ops()), integer_bits(types, ty)?, pool)),
        row::Byte::CODE => Ok(small_integer(decode::<row::Byte>(ops)?.value, byte_bits(types, ty)?)),
        row::WideByte::CODE => Ok(wide_integer(wide(decode::<row::WideByte<'_>>(ops)?.words.ops()), byte_bits(types, ty)?, pool)),
        _ => read_float(decode::<row::Float<'_>>(ops)?.bits.ops(), types, ty, pool),
    }
}

/// Bits of an integer constant of type `ty`.
fn integer_bits(types: &TypeTable, ty: TypeId) -> Result<u32> {
    match types.get(types.scalar(ty)) {
        Type::Int(bits) => Ok(bits),
        _ => Err(Error::malformed("expected an integer constant to be of integer type")),
    }
}

/// Bits of a byte constant of type `ty`.
fn byte_bits(types: &TypeTable, ty: TypeId) -> Result<u32> {
    match types.get(ty) {
        Type::Byte(bits) => Ok(bits),
        _ => Err(Error::malformed("expected a byte constant to be of byte type")),
    }
}

/// An integer of at most 64 bits, truncated to `bits`.
fn small_integer(value: i64, bits: u32) -> ConstKind {
    let value = signed(value as u64, bits);
    if value == 0 { ConstKind::Null } else { ConstKind::Int(value) }
}

/// An integer of several words, truncated to `bits`; leading zero words are dropped, as in the model and in LLVM's output.
fn wide_integer(mut words: Vec<u64>, bits: u32, pool: &mut ConstPool) -> ConstKind {
    if bits <= 64 {
        return small_integer(words.first().map_or(0, |&word| word as i64), bits);
    }
    words.truncate(bits.div_ceil(64) as usize);
    cut(&mut words, bits);
    words.truncate(active_words(&words));
    if words.is_empty() {
        return ConstKind::Null;
    }
    let start = pool.words.len() as u32;
    pool.words.extend_from_slice(&words);
    ConstKind::WideInt { start, len: words.len() as u32 }
}

fn data(pool: &mut ConstPool, bytes: Vec<u8>) -> ConstKind {
    // LLVM keeps data of nothing but zeros as `zeroinitializer`.
    if bytes.iter().all(|&b| b == 0) { ConstKind::Null } else { ConstKind::Data(pool.bytes.push(&bytes)) }
}

pub(super) fn cast_op(code: u32) -> Result<CastOp> {
    CastOp::from_code(u64::from(code)).ok_or_else(|| Error::unsupported(format!("unknown cast {code}")))
}

fn read_float(words: &[u64], types: &TypeTable, ty: TypeId, pool: &mut ConstPool) -> Result<ConstKind> {
    let word = |i: usize| words.get(i).copied().ok_or_else(|| Error::malformed("expected the words of a floating-point constant"));
    let narrow = |bits: u64| if bits == 0 { ConstKind::Null } else { ConstKind::Float(bits) };
    let (low, high) = match types.get(types.scalar(ty)) {
        Type::Half | Type::BFloat => return Ok(narrow(word(0)? & 0xFFFF)),
        Type::Float => return Ok(narrow(word(0)? & 0xFFFF_FFFF)),
        Type::Double => return Ok(narrow(word(0)?)),
        // The file has the upper 64 of the 80 bits first.
        Type::X86Fp80 => (word(1)? & 0xFFFF | word(0)? << 16, word(0)? >> 48),
        Type::Fp128 | Type::PpcFp128 => (word(0)?, word(1)?),
        _ => return Ok(ConstKind::Undef),
    };
    if low == 0 && high == 0 {
        return Ok(ConstKind::Null);
    }
    let start = pool.words.len() as u32;
    pool.words.extend([low, high]);
    Ok(ConstKind::WideFloat { start })
}

fn inline_asm(
    fn_ty: TypeId,
    flags: u64,
    asm: CharsRef<'_>,
    constraints: CharsRef<'_>,
    types: &TypeTable,
    pool: &mut ConstPool,
) -> Result<ConstKind> {
    if types.function(fn_ty).is_none() {
        return Err(Error::malformed("expected inline assembly of a function type"));
    }
    pool.asms.push(InlineAsm {
        fn_ty,
        template: pool.bytes.push_chars(asm.0),
        constraints: pool.bytes.push_chars(constraints.0),
        side_effect: flags & 1 != 0,
        align_stack: flags & 2 != 0,
        intel_dialect: flags & 4 != 0,
        unwind: flags & 8 != 0,
    });
    Ok(ConstKind::InlineAsm(pool.asms.len() as u32 - 1))
}

/// Inline assembly of a pointer to its function type.
fn old_asm(
    flags: u64,
    asm: CharsRef<'_>,
    constraints: CharsRef<'_>,
    ty: TypeId,
    types: &TypeTable,
    pool: &mut ConstPool,
) -> Result<ConstKind> {
    let Type::TypedPtr { pointee, .. } = types.get(ty) else {
        return Err(Error::malformed("expected inline assembly of a pointer to a function type"));
    };
    inline_asm(pointee, flags, asm, constraints, types, pool)
}

/// The range of `inrange`.
fn in_range_of(range: RangeRef<'_>) -> InRange {
    InRange::Range { width: range.width, lower: unrotated(range.lower), upper: unrotated(range.upper) }
}

fn gep<F: Fn(u32) -> Value>(
    operands: Items<'_, TypedValue>,
    flags: GepNoWrapFlags,
    source: TypeId,
    in_range: OptionalId<u32>,
    pool: &mut ConstPool,
    ctx: &ConstContext<'_, F>,
) -> Result<ConstKind> {
    if operands.is_empty() {
        return Err(Error::malformed("expected pairs of type and value"));
    }
    let list = pool.lists.begin();
    for operand in operands {
        pool.lists.add(&list, (ctx.value)(check_number(operand?.1.into())?));
    }
    Ok(ConstKind::Gep { flags, source, ops: pool.lists.finish(list), in_range })
}

/// GEPs as LLVM up to 18 wrote them.
fn old_gep<F: Fn(u32) -> Value>(
    pointee: Option<u32>,
    operands: Items<'_, TypedValue>,
    flags: GepNoWrapFlags,
    pool: &mut ConstPool,
    ctx: &ConstContext<'_, F>,
) -> Result<ConstKind> {
    let mut source = pointee.map(|ty| check_type(ctx.types, ty)).transpose()?;
    if source.is_none()
        && let Some(base) = { operands }.next()
    {
        let scalar = ctx.types.scalar(check_type(ctx.types, base?.0)?);
        if let Type::TypedPtr { pointee, .. } = ctx.types.get(scalar) {
            source = Some(pointee);
        }
    }
    let source = source.ok_or_else(|| Error::malformed("expected the source element type of a getelementptr"))?;
    gep(operands, flags, source, OptionalId::NONE, pool, ctx)
}
