//! Kinds of repeated fields: lists whose items all have one kind, and item kinds that occur only in lists.
use super::field::*;
use bctk_bitstream::Result;
use std::marker::PhantomData;

/// Items of one kind, decoded on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items<'r, K> {
    fields: Fields<'r>,
    kind: PhantomData<K>,
}

impl<'r, K: Field<'r>> Items<'r, K> {
    /// A list of encoded items, with absolute value numbers.
    #[inline]
    pub fn new(ops: &'r [u64]) -> Items<'r, K> {
        Items::of(Fields::new(ops))
    }

    /// The items that `fields` holds.
    #[inline]
    pub fn of(fields: Fields<'r>) -> Items<'r, K> {
        Items { fields, kind: PhantomData }
    }

    /// The operands of the remaining items.
    #[inline]
    pub fn ops(&self) -> &'r [u64] {
        self.fields.ops()
    }

    /// Whether no item is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// How many items there can be at most.
    #[inline]
    pub fn most(&self) -> usize {
        self.fields.len() / K::WIDTH.0.max(1)
    }
}

impl<'r, K: Field<'r>> Iterator for Items<'r, K> {
    type Item = Result<K::Value>;

    #[inline(always)]
    fn next(&mut self) -> Option<Result<K::Value>> {
        if self.fields.is_empty() {
            return None;
        }
        let item = K::decode(&mut self.fields, K::NAME);
        if item.is_err() {
            // Nothing follows a fault.
            self.fields.take_rest();
        }
        Some(item)
    }
}

/// A field kind that is a list.
pub trait ListKind<'r>: Field<'r> {
    /// Takes `count` items, not all remaining ones.
    ///
    /// # Errors
    /// Malformed, naming `what`, if there are fewer.
    fn decode_items(fields: &mut Fields<'r>, count: u64, what: &'static str) -> Result<Self::Value>;
}

/// Takes `count` items of the kind `K`.
#[inline]
fn items<'r, K: Field<'r>>(fields: &mut Fields<'r>, count: u64, what: &'static str) -> Result<Items<'r, K>> {
    let mut left = *fields;
    let size = match fixed(K::WIDTH) {
        width @ 1.. => usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(width),
        0 => {
            // Each item takes operands, so a wrong count ends with them.
            for _ in 0..count {
                K::decode(&mut left, what)?;
            }
            fields.len() - left.len()
        }
    };
    let mut list = *fields;
    fields.take(size, what)?;
    list.truncate(size);
    Ok(Items::of(list))
}

/// The width of the items if it is the same for all.
const fn fixed((least, most): (usize, Option<usize>)) -> usize {
    match most {
        Some(most) if most == least => least,
        _ => 0,
    }
}

/// Declares kinds of lists: name, name in the documentation, and kind of the items.
macro_rules! lists {
    ($( $(#[doc = $doc:literal])+ $name:ident $label:literal = $item:ty; )*) => {
        kinds! {
            LISTS;
            $( $(#[doc = $doc])+ $name<'r> $label (0, None, fixed(<$item as Kind>::WIDTH)): Items<'r, $item>,
                |f, _what| Ok(Items::of(f.take_rest())), |v, out| out.ops.extend(v.ops()); )*
        }
        $(
            impl<'r> ListKind<'r> for $name<'r> {
                #[inline]
                fn decode_items(fields: &mut Fields<'r>, count: u64, what: &'static str) -> Result<Items<'r, $item>> {
                    items::<$item>(fields, count, what)
                }
            }
        )*
    };
}

lists! {
    /// Unsigned integers.
    U64s "list of u64" = U64;
    /// Signed integers, each encoded as an `i64`.
    I64s "list of i64" = I64;
    /// Bit patterns, one per operand.
    Bits "list of bits" = U64;
    /// Types.
    Types "list of types" = TypeRef;
    /// Values by absolute number.
    Values "list of values" = AbsValue;
    /// Values and types: each a relative value, followed by its type exactly if it is a forward reference.
    ValTys "list of values and types" = ValTy;
    /// Basic blocks.
    Blocks "list of blocks" = BlockRef;
    /// Metadata by number.
    Mds "list of metadata" = MdRef;
    /// Metadata by number plus one; 0 is null.
    OptMds "list of metadata or null" = OptMdRef;
    /// Pairs: the value of a case by absolute number, and the block.
    Cases "list of cases" = Case;
    /// Pairs: a signed relative value, and the block that it comes from.
    Incoming "list of incoming values" = IncomingValue;
    /// Pairs: a type, and a value of it by absolute number.
    TypedValues "list of types and values" = TypedValue;
    /// Pairs: a type, and a number: of metadata for type `metadata`, nothing for `void`, else of a value.
    TypedNumbers "list of types and numbers" = TypedNumber;
    /// Pairs: a kind of attachment, and metadata by number.
    Attachments "list of attachments" = Attached;
    /// Pairs: offset and size of a name in STRTAB.
    StrtabNames "list of names in STRTAB" = NameRef;
    /// Triples: a GUID, and offset and size of a name in STRTAB.
    GuidNames "list of GUIDs and names in STRTAB" = GuidName;
    /// Per clause: 0 for catch or 1 for filter, then a value and type.
    Clauses "list of clauses" = Clause;
    /// Per input: a value and type; or, for metadata (LLVM 22), 0x80000000 and the distance of the metadata's number from that of the next value.
    BundleInputs "list of bundle inputs" = BundleInput;
    /// Pairs: index (0 for the result, 0xffffffff for the function, else parameter plus one) and attributes as a bit mask.
    Masks "list of attribute masks" = Mask;
    /// Pairs: GUID of a type, and an offset.
    VirtualCalls "list of virtual calls" = VirtualCall;
    /// Pairs: upper and lower 32 bits of an integer of 64 bits.
    Halves "list of u64 in halves" = InHalves;
    /// Pairs: an offset, and a value by absolute number.
    OffsetValues "list of offsets and values" = OffsetValue;
    /// Pairs: a value by absolute number, and an offset.
    ValueOffsets "list of values and offsets" = ValueOffset;
}

kinds! {
    ITEMS;
    /// Absolute value and block.
    Case "value and block" (2, Some(2)): (u32, u32), |f, what| Ok((f.u32(what)?, f.u32(what)?)), |v, out| push_two(v.0, v.1, out);
    /// Signed relative value and block.
    IncomingValue "signed relative value and block" (2, Some(2)): (u32, u32),
        |f, what| Ok((f.signed_rel(what)?, f.u32(what)?)),
        |v, out| {
            out.signed_rel(v.0);
            out.ops.push(u64::from(v.1));
        };
    /// Type and absolute value.
    TypedValue "type and value" (2, Some(2)): (u32, u32), |f, what| Ok((f.u32(what)?, f.u32(what)?)), |v, out| push_two(v.0, v.1, out);
    /// Type and number.
    TypedNumber "type and number" (2, Some(2)): (u32, u64), |f, what| Ok((f.u32(what)?, f.op(what)?)), |v, out| push_two(v.0, v.1, out);
    /// Kind of attachment and metadata number.
    Attached "kind and metadata" (2, Some(2)): (u32, u32), |f, what| Ok((f.u32(what)?, f.u32(what)?)), |v, out| push_two(v.0, v.1, out);
    /// Offset and size in STRTAB.
    NameRef "offset and size" (2, Some(2)): StrtabRef,
        |f, what| Ok(StrtabRef { offset: f.op(what)?, size: f.op(what)? }), |v, out| push_two(v.offset, v.size, out);
    /// GUID, and offset and size in STRTAB.
    GuidName "GUID, offset and size" (3, Some(3)): (u64, StrtabRef),
        |f, what| Ok((f.op(what)?, StrtabRef { offset: f.op(what)?, size: f.op(what)? })),
        |v, out| {
            out.ops.push(v.0);
            push_two(v.1.offset, v.1.size, out);
        };
    /// Kind of a clause, value and type.
    Clause "clause" (2, Some(3)): (u64, ValTyRef),
        |f, what| Ok((f.op(what)?, f.val_ty(what)?)),
        |v, out| {
            out.ops.push(v.0);
            out.val_ty(v.1);
        };
    /// An input of an operand bundle.
    BundleInput "bundle input" (1, Some(2)): InputRef, |f, what| bundle_input(f, what), |v, out| push_input(v, out);
    /// Index and mask.
    Mask "index and mask" (2, Some(2)): (u64, u64), |f, what| Ok((f.op(what)?, f.op(what)?)), |v, out| push_two(v.0, v.1, out);
    /// GUID and offset.
    VirtualCall "GUID and offset" (2, Some(2)): (u64, u64), |f, what| Ok((f.op(what)?, f.op(what)?)), |v, out| push_two(v.0, v.1, out);
    /// An integer of 64 bits, upper half first.
    InHalves "u64 in halves" (2, Some(2)): u64,
        |f, what| Ok(f.op(what)? << 32 | f.op(what)? & 0xFFFF_FFFF), |v, out| push_two(v >> 32, v & 0xFFFF_FFFF, out);
    /// Offset and absolute value.
    OffsetValue "offset and value" (2, Some(2)): (u64, u64), |f, what| Ok((f.op(what)?, f.op(what)?)), |v, out| push_two(v.0, v.1, out);
    /// Absolute value and offset.
    ValueOffset "value and offset" (2, Some(2)): (u64, u64), |f, what| Ok((f.op(what)?, f.op(what)?)), |v, out| push_two(v.0, v.1, out);
    /// The arguments of a call: a relative value (a block number for a label) for every parameter of the function type, then a value and type for
    /// every variable argument.
    Args<'r> "call arguments" (0, None): Fields<'r>, |f, _what| Ok(f.take_rest()), |v, out| out.ops.extend(v.ops());
    /// A range of integers: its bit width, and both bounds (the upper one exclusive) as signed integers; for more than 64 bits first the numbers of
    /// words of both bounds, in one operand, then these.
    Range<'r> "range" (3, None): RangeRef<'r>, |f, what| range(f, what), |v, out| push_range(v, out);
    /// The attributes of a group; each begins with a code for its form.
    AttributeList<'r> "attributes" (0, None): Fields<'r>, |f, _what| Ok(f.take_rest()), |v, out| out.ops.extend(v.ops());
}

/// A range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeRef<'r> {
    /// Bit width.
    pub width: u32,
    /// The lower bound: encoded words, lowest first.
    pub lower: &'r [u64],
    /// The upper bound.
    pub upper: &'r [u64],
}

fn range<'r>(f: &mut Fields<'r>, what: &'static str) -> Result<RangeRef<'r>> {
    let width = f.u32(what)?;
    let (lower, upper) = bounds(f, width, what)?;
    Ok(RangeRef { width, lower, upper })
}

/// The bounds of a range of `width` bits, as encoded words (`readConstantRange`, LLVM 22).
///
/// # Errors
/// Malformed, naming `what`, if operands are missing.
pub fn bounds<'r>(f: &mut Fields<'r>, width: u32, what: &'static str) -> Result<(&'r [u64], &'r [u64])> {
    let (lower, upper) = match width {
        ..=64 => (1, 1),
        _ => {
            let counts = f.op(what)?;
            (counts as u32 as usize, (counts >> 32) as usize)
        }
    };
    Ok((f.take(lower, what)?, f.take(upper, what)?))
}

fn push_range(v: RangeRef<'_>, out: &mut Operands) {
    out.ops.push(u64::from(v.width));
    if v.width > 64 {
        out.ops.push(v.lower.len() as u64 | (v.upper.len() as u64) << 32);
    }
    out.ops.extend(v.lower.iter().chain(v.upper));
}

/// In place of a value in a bundle: metadata follows (LLVM 22, `bitc::OB_METADATA`).
const BUNDLE_METADATA: u64 = 0x8000_0000;

/// An input of an operand bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputRef {
    /// A value.
    Value(ValTyRef),
    /// Metadata by number.
    Metadata(u32),
}

fn bundle_input(f: &mut Fields<'_>, what: &'static str) -> Result<InputRef> {
    if f.ops().first() == Some(&BUNDLE_METADATA) {
        f.op(what)?;
        return Ok(InputRef::Metadata(f.rel(what)?));
    }
    Ok(InputRef::Value(f.val_ty(what)?))
}

fn push_input(input: InputRef, out: &mut Operands) {
    match input {
        InputRef::Value(value) => out.val_ty(value),
        InputRef::Metadata(number) => {
            out.ops.push(BUNDLE_METADATA);
            out.rel(number);
        }
    }
}

fn push_two(a: impl Into<u64>, b: impl Into<u64>, out: &mut Operands) {
    out.ops.extend([a.into(), b.into()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_end_with_the_operands() {
        let pairs: Items<'_, Case> = Items::new(&[1, 2, 3, 4]);
        assert_eq!(pairs.map(Result::unwrap).collect::<Vec<_>>(), [(1, 2), (3, 4)]);
        let mut odd: Items<'_, Case> = Items::new(&[1, 2, 3]);
        assert_eq!((odd.next().unwrap().unwrap(), odd.next().unwrap().is_err(), odd.next().is_none()), ((1, 2), true, true));
    }

    #[test]
    fn counted_items() {
        // Clauses are two operands, or three with the type of a forward reference.
        let ops = [0, 1, 1, u64::from(u32::MAX), 7, 99];
        let mut fields = Fields::in_function(&ops, 10, true);
        let clauses = Clauses::decode_items(&mut fields, 2, "clauses").unwrap();
        assert_eq!((clauses.ops(), fields.ops()), (&ops[..5], &ops[5..]));
        assert!(Clauses::decode_items(&mut Fields::new(&ops), u64::MAX, "clauses").is_err());
        assert!(Blocks::decode_items(&mut Fields::new(&ops), u64::MAX, "blocks").is_err());
        assert_eq!(Blocks::decode_items(&mut Fields::new(&ops), 6, "blocks").unwrap().count(), 6);
    }

    #[test]
    fn items_decode_what_they_encode() {
        let mut out = Operands { next_value: 10, relative: true, ..Operands::default() };
        IncomingValue::encode((12, 3), &mut out);
        BundleInput::encode(InputRef::Metadata(4), &mut out);
        Clause::encode((1, ValTyRef { value: 11, ty: Some(2) }), &mut out);
        let mut fields = Fields::in_function(&out.ops, 10, true);
        assert_eq!(IncomingValue::decode(&mut fields, "").unwrap(), (12, 3));
        assert_eq!(BundleInput::decode(&mut fields, "").unwrap(), InputRef::Metadata(4));
        assert_eq!(Clause::decode(&mut fields, "").unwrap(), (1, ValTyRef { value: 11, ty: Some(2) }));
        assert!(fields.is_empty());
    }
}
