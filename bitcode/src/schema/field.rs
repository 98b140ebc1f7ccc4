//! Field kinds: decode an operand (or a few) of a record to a value, and encode it again. List kinds are in [`lists`](super::lists).
use bctk_bitstream::{Error, Result};
use bctk_ir::version::LlvmVersion;

/// The remaining operands of a record, and the context that their meaning depends on.
///
/// `Copy`: a decoder may try a shape and start over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields<'r> {
    ops: &'r [u64],
    /// Number of the function's next value (instruction result); relative value numbers count back from it.
    pub next_value: u32,
    /// Whether value numbers in function blocks are relative (module version 1 and later; LLVM 3.3).
    pub relative: bool,
    /// Whether names of globals are in STRTAB (module version 2 and later; LLVM 5).
    pub strtab: bool,
    /// Whether the module is of LLVM 2, where some codes mean other records.
    pub llvm2: bool,
    /// Version of the summary that contains the record; 0 for others.
    pub summary: u8,
}

/// A value by its absolute number; a forward reference is followed by the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValTyRef {
    /// Absolute value number.
    pub value: u32,
    /// Type number, exactly if `value` is not defined yet (`value >= next_value`).
    pub ty: Option<u32>,
}

/// Offset and size of a name in STRTAB, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StrtabRef {
    /// First byte.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
}

#[cold]
#[inline(never)]
fn missing(what: &str) -> Error {
    Error::malformed(format!("expected operand `{what}`, found the end of the record"))
}

#[cold]
#[inline(never)]
fn too_large(what: &str, value: u64) -> Error {
    Error::malformed(format!("expected operand `{what}` to fit 32 bits, found {value}"))
}

/// A signed integer as LLVM encodes it: `value << 1`, or `-value << 1 | 1` if negative; 1 is the smallest integer
/// (`decodeSignRotatedValue`).
#[inline]
pub fn sign_rotated(op: u64) -> i64 {
    match op {
        1 => i64::MIN,
        _ if op & 1 == 0 => (op >> 1) as i64,
        _ => -((op >> 1) as i64),
    }
}

/// The integer that LLVM writes as `value << 1`, or the complement of that if negative (`unrotateSign`).
#[inline]
pub fn folded(op: u64) -> i64 {
    if op & 1 == 0 { (op >> 1) as i64 } else { !(op >> 1) as i64 }
}

/// The reverse of [`sign_rotated`] (`emitSignedInt64`).
#[inline]
pub fn rotate_sign(value: i64) -> u64 {
    if value >= 0 { (value as u64) << 1 } else { (value as u64).wrapping_neg() << 1 | 1 }
}

impl<'r> Fields<'r> {
    /// All operands of a record, with absolute value numbers and no STRTAB.
    #[inline]
    pub fn new(ops: &'r [u64]) -> Fields<'r> {
        Fields { ops, next_value: 0, relative: false, strtab: false, llvm2: false, summary: 0 }
    }

    /// The operands of a record in a function whose next value gets the number `next_value`.
    #[inline]
    pub fn in_function(ops: &'r [u64], next_value: u32, relative: bool) -> Fields<'r> {
        Fields { next_value, relative, ..Fields::new(ops) }
    }

    /// The operands of a module-level record.
    #[inline]
    pub fn in_module(ops: &'r [u64], strtab: bool) -> Fields<'r> {
        Fields { strtab, ..Fields::new(ops) }
    }

    /// Remaining operands.
    #[inline]
    pub fn ops(&self) -> &'r [u64] {
        self.ops
    }

    /// Number of remaining operands.
    #[inline]
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether no operand is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// The next operand, unchanged.
    ///
    /// # Errors
    /// Malformed, naming `what`, if none is left.
    #[inline(always)]
    pub fn op(&mut self, what: &'static str) -> Result<u64> {
        match self.ops.split_first() {
            Some((&first, rest)) => {
                self.ops = rest;
                Ok(first)
            }
            None => Err(missing(what)),
        }
    }

    /// The next operand, which must fit 32 bits.
    ///
    /// # Errors
    /// Malformed, if none is left or it is larger.
    #[inline(always)]
    pub fn u32(&mut self, what: &'static str) -> Result<u32> {
        let op = self.op(what)?;
        u32::try_from(op).map_err(|_| too_large(what, op))
    }

    /// The next operand as an index stored plus one: `None` for 0.
    ///
    /// # Errors
    /// As [`Fields::u32`].
    #[inline(always)]
    pub fn opt_index(&mut self, what: &'static str) -> Result<Option<u32>> {
        let op = self.op(what)?;
        match u32::try_from(op) {
            Ok(index) => Ok(index.checked_sub(1)),
            Err(_) => Err(too_large(what, op)),
        }
    }

    /// The next operand as a value number: counted back from `next_value` if the module has relative numbers. Only the low 32 bits
    /// count, as in LLVM (`BitcodeReader::getValue`), so that a forward reference is a small negative distance.
    ///
    /// # Errors
    /// Malformed, if none is left.
    #[inline(always)]
    pub fn rel(&mut self, what: &'static str) -> Result<u32> {
        let op = self.op(what)? as u32;
        Ok(if self.relative { self.next_value.wrapping_sub(op) } else { op })
    }

    /// The next operand as a value number whose distance is sign-rotated (PHI; `BitcodeReader::getValueSigned`).
    ///
    /// # Errors
    /// Malformed, if none is left.
    #[inline(always)]
    pub fn signed_rel(&mut self, what: &'static str) -> Result<u32> {
        let op = self.op(what)?;
        Ok(if self.relative { self.next_value.wrapping_sub(sign_rotated(op) as u32) } else { op as u32 })
    }

    /// A value number, followed by a type number if the value is a forward reference (`BitcodeReader::getValueTypePair`).
    ///
    /// # Errors
    /// Malformed, if an operand is missing or the type number is larger than 32 bits.
    #[inline(always)]
    pub fn val_ty(&mut self, what: &'static str) -> Result<ValTyRef> {
        let value = self.rel(what)?;
        let ty = if value >= self.next_value { Some(self.u32(what)?) } else { None };
        Ok(ValTyRef { value, ty })
    }

    /// All remaining operands, consumed.
    #[inline]
    pub fn take_rest(&mut self) -> Fields<'r> {
        let rest = *self;
        self.ops = &[];
        rest
    }

    /// The next `count` operands, or all remaining ones if there are fewer, as separate fields.
    #[inline]
    pub fn split_off(&mut self, count: usize) -> Fields<'r> {
        let (taken, rest) = self.ops.split_at(count.min(self.ops.len()));
        let taken = Fields { ops: taken, ..*self };
        self.ops = rest;
        taken
    }

    /// Keeps the first `count` operands alone.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.ops = self.ops.get(..count).unwrap_or(self.ops);
    }

    /// The next `count` operands.
    ///
    /// # Errors
    /// Malformed, if fewer are left.
    #[inline]
    pub fn take(&mut self, count: usize, what: &'static str) -> Result<&'r [u64]> {
        match self.ops.split_at_checked(count) {
            Some((taken, rest)) => {
                self.ops = rest;
                Ok(taken)
            }
            None => Err(missing(what)),
        }
    }
}

/// The operands of a record being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operands {
    /// The operands so far.
    pub ops: Vec<u64>,
    /// As in [`Fields`].
    pub next_value: u32,
    /// As in [`Fields`].
    pub relative: bool,
    /// The LLVM whose fields are written; none for the newest.
    pub version: Option<LlvmVersion>,
}

impl Operands {
    /// Whether the target LLVM has what was added in `since`.
    #[inline]
    pub fn knows(&self, since: LlvmVersion) -> bool {
        self.version.is_none_or(|version| version >= since)
    }

    /// Adds a value number.
    pub fn rel(&mut self, value: u32) {
        self.ops.push(u64::from(if self.relative { self.next_value.wrapping_sub(value) } else { value }));
    }

    /// Adds a value number with sign-rotated distance.
    pub fn signed_rel(&mut self, value: u32) {
        self.ops.push(match self.relative {
            true => rotate_sign(i64::from(self.next_value) - i64::from(value)),
            false => u64::from(value),
        });
    }

    /// Adds a value number and its type, if there is one.
    pub fn val_ty(&mut self, value: ValTyRef) {
        self.rel(value.value);
        self.ops.extend(value.ty.map(u64::from));
    }
}

/// A kind of field: the Rust type of its value, and its name in the documentation of the format.
pub trait Kind {
    /// What the field decodes to.
    type Value: Copy;
    /// Name in `docs/format`.
    const NAME: &'static str;
    /// How the operand is encoded, in one sentence.
    const ENCODING: &'static str;
    /// Minimum and maximum number of operands; no maximum if it takes all remaining ones.
    const WIDTH: (usize, Option<usize>);
    /// Operands of one item of a list if this is the same for every item; else 0.
    const ITEM: usize = 0;
}

/// Decoding and encoding of a kind of field.
pub trait Field<'r>: Kind {
    /// Takes the field from the remaining operands.
    ///
    /// # Errors
    /// Malformed, naming `what`.
    fn decode(fields: &mut Fields<'r>, what: &'static str) -> Result<Self::Value>;
    /// Appends the field's operands.
    fn encode(value: Self::Value, out: &mut Operands);
}

/// Declares kinds of fields of one operand. One line expands to:
///
/// ```text
/// /// An unsigned integer of 32 bits.
/// pub struct U32;
/// impl Kind for U32 { type Value = u32; const NAME = "u32"; const ENCODING = "An unsigned ..."; }
/// impl<'r> Field<'r> for U32 {
///     fn decode(f: &mut Fields<'r>, what: &'static str) -> Result<u32> { f.u32(what) }
///     fn encode(v: u32, out: &mut Operands) { out.ops.push(u64::from(v)) }
/// }
/// ```
macro_rules! kinds {
    ($list:ident; $( $(#[doc = $doc:literal])+ $name:ident $(<$lt:lifetime>)? $label:literal ($least:literal, $most:expr $(, $item:expr)?): $value:ty,
        |$f:ident, $what:ident| $decode:expr, |$v:ident, $out:ident| $encode:expr; )*) => {
        /// Every kind of field declared here: its name and encoding.
        pub static $list: &[(&str, &str)] = &[$(($label, concat!($($doc),+))),*];
        $(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name $(<$lt>(std::marker::PhantomData<&$lt ()>))?;
        impl $(<$lt>)? Kind for $name $(<$lt>)? {
            type Value = $value;
            const NAME: &'static str = $label;
            const ENCODING: &'static str = concat!($($doc),+);
            const WIDTH: (usize, Option<usize>) = ($least, $most);
            $(const ITEM: usize = $item;)?
        }
        impl<'r> Field<'r> for $name $(<$lt>)? {
            #[inline(always)]
            fn decode($f: &mut Fields<'r>, $what: &'static str) -> Result<Self::Value> {
                $decode
            }
            #[inline]
            fn encode($v: Self::Value, $out: &mut Operands) {
                $encode
            }
        }
        )*
    };
}

kinds! {
    KINDS;
    /// An unsigned integer of up to 64 bits.
    U64 "u64" (1, Some(1)): u64, |f, what| f.op(what), |v, out| out.ops.push(v);
    /// An unsigned integer of up to 32 bits.
    U32 "u32" (1, Some(1)): u32, |f, what| f.u32(what), |v, out| out.ops.push(u64::from(v));
    /// 0 is false, everything else true; written as 0 or 1.
    Bool "bool" (1, Some(1)): bool, |f, what| Ok(f.op(what)? != 0), |v, out| out.ops.push(u64::from(v));
    /// A signed integer: magnitude shifted left by one, sign in the low bit; 1 is the smallest 64-bit integer.
    I64 "i64" (1, Some(1)): i64, |f, what| Ok(sign_rotated(f.op(what)?)), |v, out| out.ops.push(rotate_sign(v));
    /// A type, by its number in the TYPE block.
    TypeRef "type" (1, Some(1)): u32, |f, what| f.u32(what), |v, out| out.ops.push(u64::from(v));
    /// A value by its absolute number.
    AbsValue "value" (1, Some(1)): u32, |f, what| f.u32(what), |v, out| out.ops.push(u64::from(v));
    /// A value by its distance back from the number of the next value (32-bit wrapping), or absolute in modules of version 0.
    RelValue "relative value" (1, Some(1)): u32, |f, what| f.rel(what), |v, out| out.rel(v);
    /// As a relative value, with the distance as a signed integer.
    SignedRelValue "signed relative value" (1, Some(1)): u32, |f, what| f.signed_rel(what), |v, out| out.signed_rel(v);
    /// A relative value, followed by its type exactly if it is a forward reference.
    ValTy "value and type" (1, Some(2)): ValTyRef, |f, what| f.val_ty(what), |v, out| out.val_ty(v);
    /// A basic block by its number in the function.
    BlockRef "block" (1, Some(1)): u32, |f, what| f.u32(what), |v, out| out.ops.push(u64::from(v));
    /// Metadata by its number.
    MdRef "metadata" (1, Some(1)): u32, |f, what| f.u32(what), |v, out| out.ops.push(u64::from(v));
    /// Metadata by its number plus one; 0 is none.
    OptMdRef "metadata or none" (1, Some(1)): Option<u32>, |f, what| f.opt_index(what), |v, out| push_opt(v, out);
    /// An index into a table of the module plus one; 0 is none.
    OptIndex "index or none" (1, Some(1)): Option<u32>, |f, what| f.opt_index(what), |v, out| push_opt(v, out);
    /// Offset and size of a name in STRTAB; two operands in modules of version 2 and later, none before.
    StrtabName "name in STRTAB" (0, Some(2)): Option<StrtabRef>, |f, what| strtab_name(f, what), |v, out| push_name(v, out);
    /// All remaining operands, one character each.
    Chars<'r> "characters" (0, None, 1): CharsRef<'r>, |f, _what| Ok(CharsRef(f.take_rest().ops())), |v, out| out.ops.extend(v.0);
    /// All remaining operands, if no kind describes them; the description of the record does.
    Rest<'r> "operands" (0, None): Fields<'r>, |f, _what| Ok(f.take_rest()), |v, out| out.ops.extend(v.ops());
    /// The bytes of the record's blob; not among the operands.
    Blob "blob" (0, Some(0)): (), |_f, _what| Ok(()), |_v, _out| ();
}

fn push_opt(value: Option<u32>, out: &mut Operands) {
    out.ops.push(value.map_or(0, |index| u64::from(index) + 1));
}

fn push_name(value: Option<StrtabRef>, out: &mut Operands) {
    if let Some(name) = value {
        out.ops.extend([name.offset, name.size]);
    }
}

#[inline(always)]
fn strtab_name(f: &mut Fields<'_>, what: &'static str) -> Result<Option<StrtabRef>> {
    if !f.strtab {
        return Ok(None);
    }
    Ok(Some(StrtabRef { offset: f.op(what)?, size: f.op(what)? }))
}

/// Characters, one per operand; only the low eight bits of each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharsRef<'r>(pub &'r [u64]);

impl<'r> ListKind<'r> for Chars<'r> {
    #[inline]
    fn decode_items(fields: &mut Fields<'r>, count: u64, what: &'static str) -> Result<CharsRef<'r>> {
        Ok(CharsRef(fields.take(usize::try_from(count).unwrap_or(usize::MAX), what)?))
    }
}

impl CharsRef<'_> {
    /// The characters as bytes.
    pub fn to_vec(self) -> Vec<u8> {
        self.0.iter().map(|&c| c as u8).collect()
    }

    /// Appends the characters to `out`.
    pub fn append_to(self, out: &mut Vec<u8>) {
        out.extend(self.0.iter().map(|&c| c as u8));
    }
}

pub use super::lists::*;
pub(super) use kinds;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_rotation_both_ways() {
        for value in [0, 1, -1, 2, -2, i64::MAX, -i64::MAX, i64::MIN] {
            assert_eq!(sign_rotated(rotate_sign(value)), value);
        }
        assert_eq!(rotate_sign(-3), 7);
        assert_eq!(rotate_sign(i64::MIN), 1);
    }

    #[test]
    fn relative_values() {
        let ops = [1, u64::from(u32::MAX), 9, 3];
        let mut f = Fields::in_function(&ops, 10, true);
        assert_eq!(f.val_ty("a").unwrap(), ValTyRef { value: 9, ty: None });
        assert_eq!(f.val_ty("b").unwrap(), ValTyRef { value: 11, ty: Some(9) });
        assert_eq!(f.signed_rel("c").unwrap(), 11);
        assert!(f.op("d").is_err());
        let mut f = Fields::in_function(&[12, 9], 10, false);
        assert_eq!(f.val_ty("a").unwrap(), ValTyRef { value: 12, ty: Some(9) });
    }
}
