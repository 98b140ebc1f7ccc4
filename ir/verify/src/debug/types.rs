//! Checks nodes that are types (`Verifier::visitDIBasicType` and others).
use super::nodes::{is_bound, is_constant};
use super::{Nodes, Out, is_file, is_scope, is_type, md, slot};
use crate::report::Subject;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::dwarf::{Encoding, Tag};
use bctk_ir::metadata::{Metadata, slot_md};

/// Bits of `DIFlags`: by reference structures of old, vectors, static members, and pairs of which a type has one at most.
const BLOCK_BY_REF_STRUCT: u32 = 1 << 4;
const VECTOR: u32 = 1 << 11;
const STATIC_MEMBER: u32 = 1 << 12;
const LVALUE_AND_RVALUE: u32 = 1 << 13 | 1 << 14;
const BY_VALUE_AND_REFERENCE: u32 = 1 << 22 | 1 << 23;

const COUNT: &str = "Count must be signed constant or DIVariable or DIExpression";
const LOWER: &str = "LowerBound must be signed constant or DIVariable or DIExpression";
const UPPER: &str = "UpperBound must be signed constant or DIVariable or DIExpression";
const STRIDE: &str = "Stride must be signed constant or DIVariable or DIExpression";
const SIZE: &str = "SizeInBits must be a constant";
const VARIABLE_SIZE: &str = "SizeInBits must be a constant or DIVariable or DIExpression";

/// `DIFixedPointType::FixedPointKind`: the last, which is a ratio.
const RATIONAL: u32 = 2;

pub(super) fn flags_conflict(flags: u32) -> bool {
    flags & LVALUE_AND_RVALUE == LVALUE_AND_RVALUE || flags & BY_VALUE_AND_REFERENCE == BY_VALUE_AND_REFERENCE
}

/// Checks what all types with a scope have (`Verifier::visitDIType`).
fn any(nodes: Nodes<'_>, id: MdId, [scope, file, line]: [u32; 3], out: &mut Out<'_>) {
    check_debug!(out, nodes.is(scope, is_scope), "invalid scope", Subject::Metadata(id), md(scope));
    check_debug!(out, nodes.is(file, is_file), "invalid file", Subject::Metadata(id), md(file));
    let has_place = file != 0 || line == 0 || !nodes.llvm.subprogram_types();
    check_debug!(out, has_place, "line specified with no file", Subject::Metadata(id), Subject::Number(line.into()));
}

/// Checks a basic type, or what a fixed-point type has in common with it.
pub(super) fn basic(nodes: Nodes<'_>, id: MdId, kind: DiKind, slots: &[u32], out: &mut Out<'_>) {
    let [scope, file, line, tag, size] = match kind {
        DiKind::FixedPointType => [
            field!(FixedPointType.scope),
            field!(FixedPointType.file),
            field!(FixedPointType.line),
            field!(FixedPointType.tag),
            field!(FixedPointType.size),
        ],
        _ => [field!(BasicType.scope), field!(BasicType.file), field!(BasicType.line), field!(BasicType.tag), field!(BasicType.size)],
    }
    .map(|at| slots[at]);
    any(nodes, id, [scope, file, line], out);
    let fits = matches!(Tag(tag as u16), Tag::BASE_TYPE | Tag::UNSPECIFIED_TYPE | Tag::STRING_TYPE);
    check_debug!(out, fits, "invalid tag", Subject::Metadata(id));
    check_debug!(out, is_constant(nodes, size), SIZE);
}

pub(super) fn fixed_point(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    basic(nodes, id, DiKind::FixedPointType, slots, out);
    check_debug!(out, Tag(slots[field!(FixedPointType.tag)] as u16) == Tag::BASE_TYPE, "invalid tag", this);
    let encoding = Encoding(slots[field!(FixedPointType.encoding)] as u8);
    check_debug!(out, matches!(encoding, Encoding::SIGNED_FIXED | Encoding::UNSIGNED_FIXED), "invalid encoding", this);
    let kind = slots[field!(FixedPointType.kind)];
    check_debug!(out, kind <= RATIONAL, "invalid kind", this);
    let is_zero = |at: usize| match slots[at..at + 3] {
        [width, low, high] => match nodes.table.word_range(low, high) {
            words if width > 64 => words.iter().all(|&word| word == 0),
            _ => low == 0 && high == 0,
        },
        _ => true,
    };
    let is_plain = is_zero(field!(FixedPointType.numerator)) && is_zero(field!(FixedPointType.denominator));
    check_debug!(out, kind == RATIONAL || is_plain, "numerator and denominator should be 0 for non-rationals", this);
    check_debug!(out, kind != RATIONAL || slots[field!(FixedPointType.factor)] == 0, "factor should be 0 for rationals", this);
}

pub(super) fn string(id: MdId, slots: &[u32], out: &mut Out<'_>) {
    check_debug!(out, Tag(slots[field!(StringType.tag)] as u16) == Tag::STRING_TYPE, "invalid tag", Subject::Metadata(id));
}

pub(super) fn derived(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    any(nodes, id, [field!(DerivedType.scope), field!(DerivedType.file), field!(DerivedType.line)].map(|at| slots[at]), out);
    let tag = Tag(slots[field!(DerivedType.tag)] as u16);
    let (base, extra) = (slots[field!(DerivedType.baseType)], slots[field!(DerivedType.extraData)]);
    let is_static = slots[field!(DerivedType.flags)] & STATIC_MEMBER != 0;
    let fits = match tag {
        Tag::TYPEDEF
        | Tag::POINTER_TYPE
        | Tag::PTR_TO_MEMBER_TYPE
        | Tag::REFERENCE_TYPE
        | Tag::RVALUE_REFERENCE_TYPE
        | Tag::CONST_TYPE
        | Tag::IMMUTABLE_TYPE
        | Tag::VOLATILE_TYPE
        | Tag::RESTRICT_TYPE
        | Tag::ATOMIC_TYPE
        | Tag::LLVM_PTRAUTH_TYPE
        | Tag::MEMBER
        | Tag::INHERITANCE
        | Tag::FRIEND
        | Tag::SET_TYPE
        | Tag::TEMPLATE_ALIAS => true,
        Tag::VARIABLE => is_static,
        _ => false,
    };
    check_debug!(out, fits, "invalid tag", this);
    match tag {
        Tag::PTR_TO_MEMBER_TYPE => check_debug!(out, nodes.is(extra, is_type), "invalid pointer to member type", this, md(extra)),
        Tag::TEMPLATE_ALIAS => {
            let is_list = slot_md(extra).is_none_or(|id| nodes.tuple(id).is_some());
            check_debug!(out, is_list, "invalid template parameters", this, md(extra));
        }
        Tag::MEMBER | Tag::VARIABLE | Tag::INHERITANCE => check_debug!(
            out,
            is_extra_data(nodes, extra),
            "extraData must be ConstantAsMetadata, MDString, DIObjCProperty, or MDTuple with single ConstantAsMetadata operand",
            this,
            md(extra)
        ),
        Tag::SET_TYPE => check_debug!(out, is_set_base(nodes, base), "invalid set base type", this, md(base)),
        _ => {}
    }
    check_debug!(out, nodes.is(base, is_type), "invalid base type", this, md(base));
    let is_addressed = matches!(tag, Tag::POINTER_TYPE | Tag::REFERENCE_TYPE | Tag::RVALUE_REFERENCE_TYPE);
    let fits = is_addressed || slots[field!(DerivedType.dwarfAddressSpace)] == 0;
    check_debug!(out, fits, "DWARF address space only applies to pointer or reference types", this);
    check_debug!(out, is_bound(nodes, slots[field!(DerivedType.size)]), VARIABLE_SIZE);
}

/// Whether a node can be the extra data of a member: the value of a constant, a property, or a discriminant.
fn is_extra_data(nodes: Nodes<'_>, slot: u32) -> bool {
    let Some(id) = slot_md(slot) else { return true };
    let is_constant = |id: MdId| matches!(nodes.table.get(id), Metadata::Value { .. });
    match nodes.table.get(id) {
        Metadata::Value { .. } | Metadata::String(_) | Metadata::Missing => true,
        Metadata::Tuple { ops, .. } => {
            nodes.table.lists.get(ops).array().is_some_and(|[only]: [Option<MdId>; 1]| only.is_some_and(is_constant))
        }
        _ => nodes.kind(id) == Some(DiKind::ObjCProperty),
    }
}

/// Whether a type can be the element of a set: null, an enumeration, a range, or an integer of a kind.
fn is_set_base(nodes: Nodes<'_>, base: u32) -> bool {
    let Some(id) = slot_md(base) else { return true };
    if let Some(slots) = nodes.slots(id, DiKind::CompositeType) {
        return Tag(slots[field!(CompositeType.tag)] as u16) == Tag::ENUMERATION_TYPE;
    }
    if let Some(slots) = nodes.slots(id, DiKind::BasicType) {
        return matches!(
            Encoding(slots[field!(BasicType.encoding)] as u8),
            Encoding::UNSIGNED | Encoding::SIGNED | Encoding::UNSIGNED_CHAR | Encoding::SIGNED_CHAR | Encoding::BOOLEAN
        );
    }
    nodes.kind(id) == Some(DiKind::SubrangeType)
}

/// Checks a list of template parameters (`Verifier::visitTemplateParams`).
pub(super) fn template_params(nodes: Nodes<'_>, id: MdId, list: u32, out: &mut Out<'_>) {
    if list == 0 {
        return;
    }
    let this = Subject::Metadata(id);
    let Some(members) = nodes.members(list) else { return out.fail("invalid template params", &[this, md(list)]) };
    for member in members {
        let is_parameter = nodes.is_some(member, |kind| matches!(kind, DiKind::TemplateTypeParameter | DiKind::TemplateValueParameter));
        check_debug!(out, is_parameter, "invalid template parameter", this, md(list), md(member));
    }
}

pub(super) fn composite(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    any(nodes, id, [field!(CompositeType.scope), field!(CompositeType.file), field!(CompositeType.line)].map(|at| slots[at]), out);
    let tag = Tag(slots[field!(CompositeType.tag)] as u16);
    let fits = matches!(
        tag,
        Tag::ARRAY_TYPE
            | Tag::STRUCTURE_TYPE
            | Tag::UNION_TYPE
            | Tag::ENUMERATION_TYPE
            | Tag::CLASS_TYPE
            | Tag::VARIANT_PART
            | Tag::VARIANT
            | Tag::NAMELIST
    );
    check_debug!(out, fits, "invalid tag", this);
    let (base, elements) = (slots[field!(CompositeType.baseType)], slots[field!(CompositeType.elements)]);
    check_debug!(out, nodes.is(base, is_type), "invalid base type", this, md(base));
    let is_list = slot_md(elements).is_none_or(|id| nodes.tuple(id).is_some());
    check_debug!(out, is_list, "invalid composite elements", this, md(elements));
    let holder = slots[field!(CompositeType.vtableHolder)];
    check_debug!(out, nodes.is(holder, is_type), "invalid vtable holder", this, md(holder));
    let flags = slots[field!(CompositeType.flags)];
    check_debug!(out, !flags_conflict(flags), "invalid reference flags", this);
    check_debug!(out, flags & BLOCK_BY_REF_STRUCT == 0, "DIBlockByRefStruct on DICompositeType is no longer supported", this);
    let is_whole = nodes.members(elements).is_none_or(|mut members| members.all(|member| member != 0));
    check_debug!(out, is_whole, "DISubprogram contains null entry in `elements` field", this);
    if flags & VECTOR != 0 {
        let mut members = nodes.members(elements).into_iter().flatten();
        let is_one = members.next().is_some_and(|member| is_range(nodes, member)) && members.next().is_none();
        check_debug!(out, is_one, "invalid vector, expected one element of type subrange", this);
    }
    template_params(nodes, id, slots[field!(CompositeType.templateParams)], out);
    let discriminator = slots[field!(CompositeType.discriminator)];
    let fits = discriminator == 0 || tag == Tag::VARIANT_PART && nodes.is(discriminator, |kind| kind == DiKind::DerivedType);
    check_debug!(out, fits, "discriminator can only appear on variant part");
    for (slot, message) in [
        (slots[field!(CompositeType.dataLocation)], "dataLocation can only appear in array type"),
        (slots[field!(CompositeType.associated)], "associated can only appear in array type"),
        (slots[field!(CompositeType.allocated)], "allocated can only appear in array type"),
        (slots[field!(CompositeType.rank)], "rank can only appear in array type"),
    ] {
        check_debug!(out, slot == 0 || tag == Tag::ARRAY_TYPE, message);
    }
    check_debug!(out, tag != Tag::ARRAY_TYPE || base != 0, "array types must have a base type", this);
    check_debug!(out, is_bound(nodes, slots[field!(CompositeType.size)]), VARIABLE_SIZE);
}

/// Whether a node can be the range of a dimension.
fn is_range(nodes: Nodes<'_>, slot: u32) -> bool {
    match slot_md(slot).map(|id| nodes.table.get(id)) {
        Some(Metadata::Generic { tag, .. }) => Tag(tag) == Tag::SUBRANGE_TYPE,
        Some(Metadata::Node { kind, .. }) => matches!(kind, DiKind::Subrange | DiKind::SubrangeType),
        _ => false,
    }
}

pub(super) fn subroutine(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let list = slots[field!(SubroutineType.types)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid composite elements", &[this, md(list)]) };
        for member in members {
            check_debug!(out, nodes.is(member, is_type), "invalid subroutine type ref", this, md(list), md(member));
        }
    }
    check_debug!(out, !flags_conflict(slots[field!(SubroutineType.flags)]), "invalid reference flags", this);
}

pub(super) fn subrange(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    const AT: usize = slot(DiKind::Subrange, "count");
    let (count, upper) = (slots[AT], slots[field!(Subrange.upperBound)]);
    check_debug!(out, count == 0 || upper == 0, "Subrange can have any one of count or upperBound", this);
    check_debug!(out, is_bound(nodes, count), COUNT, this);
    let number = u64::from(slots[AT + 1]) | u64::from(slots[AT + 2]) << 32;
    check_debug!(out, count != NUMBER || number as i64 >= -1, "invalid subrange count", this);
    check_debug!(out, is_bound(nodes, slots[field!(Subrange.lowerBound)]), LOWER, this);
    check_debug!(out, is_bound(nodes, upper), UPPER, this);
    check_debug!(out, is_bound(nodes, slots[field!(Subrange.stride)]), STRIDE, this);
}

pub(super) fn generic_subrange(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let (count, upper) = (slots[field!(GenericSubrange.count)], slots[field!(GenericSubrange.upperBound)]);
    let (lower, stride) = (slots[field!(GenericSubrange.lowerBound)], slots[field!(GenericSubrange.stride)]);
    let is_bound = |slot: u32| is_bound(nodes, slot) && (slot == 0 || !is_constant(nodes, slot));
    check_debug!(out, count == 0 || upper == 0, "GenericSubrange can have any one of count or upperBound", this);
    check_debug!(out, is_bound(count), COUNT, this);
    check_debug!(out, lower != 0, "GenericSubrange must contain lowerBound", this);
    check_debug!(out, is_bound(lower), LOWER, this);
    check_debug!(out, is_bound(upper), UPPER, this);
    check_debug!(out, stride != 0, "GenericSubrange must contain stride", this);
    check_debug!(out, is_bound(stride), STRIDE, this);
}

pub(super) fn subrange_type(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    any(nodes, id, [field!(SubrangeType.scope), field!(SubrangeType.file), field!(SubrangeType.line)].map(|at| slots[at]), out);
    check_debug!(out, nodes.is(slots[field!(SubrangeType.baseType)], is_type), "BaseType must be a type");
    let is_either = |slot: u32| is_bound(nodes, slot) || nodes.is(slot, |kind| kind == DiKind::DerivedType);
    let lower = "LowerBound must be signed constant or DIVariable or DIExpression or DIDerivedType";
    check_debug!(out, is_either(slots[field!(SubrangeType.lowerBound)]), lower, this);
    let upper = "UpperBound must be signed constant or DIVariable or DIExpression or DIDerivedType";
    check_debug!(out, is_either(slots[field!(SubrangeType.upperBound)]), upper, this);
    check_debug!(out, is_bound(nodes, slots[field!(SubrangeType.stride)]), STRIDE, this);
    let bias = "Bias must be signed constant or DIVariable or DIExpression";
    check_debug!(out, is_bound(nodes, slots[field!(SubrangeType.bias)]), bias, this);
    check_debug!(out, is_constant(nodes, slots[field!(SubrangeType.size)]), SIZE);
}
