//! Single nodes: whether their fields hold what they must.
use super::super::ends::Step;
use super::Nodes;
use bctk_ir::entity::{ListRef, MdId};
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::dwarf::{Encoding, LangDialect, Macinfo, Tag};
use bctk_ir::metadata::expr::is_valid;
use bctk_ir::metadata::{Metadata, md_slot, slot_md};
use bctk_ir::module::Module;
use std::collections::HashSet;

/// `DISPFlagDefinition`
const SP_DEFINITION: u32 = 8;
/// `DIFlagVector`, `DIFlagAllCallsDescribed`, and pairs of mutually exclusive type flags.
const VECTOR: u32 = 1 << 11;
const ALL_CALLS_DESCRIBED: u32 = 1 << 29;
const LVALUE_AND_RVALUE: u32 = 1 << 13 | 1 << 14;
const BY_VALUE_AND_REFERENCE: u32 = 1 << 22 | 1 << 23;
/// `DIFlagStaticMember`
const STATIC_MEMBER: u32 = 1 << 12;
/// DWARF tags.
const ARRAY_TYPE: u32 = Tag::ARRAY_TYPE.0 as u32;
const ENUMERATION_TYPE: u32 = Tag::ENUMERATION_TYPE.0 as u32;
const SUBRANGE_TYPE: u32 = Tag::SUBRANGE_TYPE.0 as u32;
const VARIANT_PART: u32 = Tag::VARIANT_PART.0 as u32;

impl Nodes<'_> {
    /// Whether a reference is null or of a kind that `f` accepts.
    fn is(self, slot: u32, f: impl FnOnce(DiKind) -> bool) -> bool {
        slot_md(slot).is_none_or(|id| self.kind(id).is_some_and(f))
    }

    /// Whether a reference is not null and of a kind that `f` accepts.
    fn is_some(self, slot: u32, f: impl FnOnce(DiKind) -> bool) -> bool {
        slot_md(slot).and_then(|id| self.kind(id)).is_some_and(f)
    }

    /// Whether a reference is null, or to a tuple whose members `f` accepts.
    fn all(self, slot: u32, f: impl Fn(u32) -> bool) -> bool {
        slot_md(slot).is_none_or(|id| self.tuple(id).is_some_and(|members| members.iter().all(|member| f(md_slot(member)))))
    }

    /// Whether a bound is null, a number, a constant, a variable or an expression.
    fn is_bound(self, slot: u32) -> bool {
        let Some(id) = slot_md(slot).filter(|_| slot != NUMBER) else { return true };
        match self.table.get(id) {
            Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => true,
            Metadata::Node { kind, .. } => matches!(kind, DiKind::GlobalVariable | DiKind::LocalVariable),
            _ => false,
        }
    }

    /// Whether a size is null, a number or a constant.
    fn is_constant(self, slot: u32) -> bool {
        slot == NUMBER || slot_md(slot).is_none_or(|id| matches!(self.table.get(id), Metadata::Value { .. } | Metadata::Missing))
    }

    /// The scope of a node that a function can retain or a compile unit can list.
    fn scope(self, id: MdId) -> Option<MdId> {
        let kind = self.kind(id)?;
        let scope = match kind {
            DiKind::GlobalVariableExpression => {
                let variable = slot_md(self.slots(id, kind)?[field!(GlobalVariableExpression.var)])?;
                return slot_md(self.slots(variable, DiKind::GlobalVariable)?[field!(GlobalVariable.scope)]);
            }
            DiKind::LocalVariable => field!(LocalVariable.scope),
            DiKind::Label => field!(Label.scope),
            DiKind::ImportedEntity => field!(ImportedEntity.scope),
            DiKind::BasicType => field!(BasicType.scope),
            DiKind::FixedPointType => field!(FixedPointType.scope),
            DiKind::DerivedType => field!(DerivedType.scope),
            DiKind::SubrangeType => field!(SubrangeType.scope),
            DiKind::CompositeType => field!(CompositeType.scope),
            _ => return None,
        };
        slot_md(*self.slots(id, kind)?.get(scope)?)
    }

    /// Whether it is a definition of a function.
    pub(super) fn is_definition(self, id: MdId) -> bool {
        self.slots(id, DiKind::Subprogram).is_some_and(|slots| slots[field!(Subprogram.spFlags)] & SP_DEFINITION != 0)
    }

    /// Bits of a variable's type, if known: of the first type with a size in its chain of base types.
    pub(super) fn size_in_bits(self, ty: u32) -> Option<u64> {
        let sized = self.chains.sized.end(self.table, slot_md(ty)?, |ty| match self.own_size(ty) {
            Some((_, 1..)) => Step::End(Some(ty)),
            Some((Some(base), 0)) => Step::Next(base),
            _ => Step::End(None),
        })?;
        self.own_size(sized).map(|(_, size)| size)
    }

    /// The base type of a derived type, and its own size in bits, or 0.
    fn own_size(self, ty: MdId) -> Option<(Option<MdId>, u64)> {
        let kind = self.kind(ty)?;
        let size = match kind {
            DiKind::BasicType => field!(BasicType.size),
            DiKind::FixedPointType => field!(FixedPointType.size),
            DiKind::StringType => field!(StringType.size),
            DiKind::DerivedType => field!(DerivedType.size),
            DiKind::SubrangeType => field!(SubrangeType.size),
            DiKind::CompositeType => field!(CompositeType.size),
            _ => return None,
        };
        let slots = self.slots(ty, kind)?;
        let size = match slots.get(size..size + 3)? {
            &[NUMBER, low, high] => u64::from(low) | u64::from(high) << 32,
            _ => 0,
        };
        let base = if kind == DiKind::DerivedType { slot_md(slots[field!(DerivedType.baseType)]) } else { None };
        Some((base, size))
    }
}

fn is_type(kind: DiKind) -> bool {
    use DiKind::{BasicType, CompositeType, DerivedType, FixedPointType, StringType, SubrangeType, SubroutineType};
    matches!(kind, BasicType | FixedPointType | StringType | DerivedType | SubrangeType | CompositeType | SubroutineType)
}

pub(super) fn is_local_scope(kind: DiKind) -> bool {
    matches!(kind, DiKind::Subprogram | DiKind::LexicalBlock | DiKind::LexicalBlockFile)
}

fn is_scope(kind: DiKind) -> bool {
    use DiKind::{CommonBlock, CompileUnit, File, Module, Namespace};
    is_type(kind) || is_local_scope(kind) || matches!(kind, File | CompileUnit | Namespace | CommonBlock | Module)
}

fn is_file(kind: DiKind) -> bool {
    kind == DiKind::File
}

fn is_macro(kind: DiKind) -> bool {
    matches!(kind, DiKind::Macro | DiKind::MacroFile)
}

fn flags_conflict(flags: u32) -> bool {
    flags & LVALUE_AND_RVALUE == LVALUE_AND_RVALUE || flags & BY_VALUE_AND_REFERENCE == BY_VALUE_AND_REFERENCE
}

/// Whether LLVM refuses the node.
pub(super) fn is_faulty(module: &Module, nodes: &Nodes<'_>, id: MdId) -> bool {
    let nodes = *nodes;
    let (kind, slots) = match nodes.table.get(id) {
        Metadata::Expression { start, len, .. } => return !is_valid(nodes.table.word_range(start, len)),
        Metadata::Node { kind, fields, .. } => (kind, nodes.table.node_fields(kind, fields)),
        _ => return false,
    };
    if slots.len() < kind.slots() {
        return true;
    }
    let template_params = |slot: u32| {
        nodes.all(slot, |param| nodes.is_some(param, |kind| matches!(kind, DiKind::TemplateTypeParameter | DiKind::TemplateValueParameter)))
    };
    let fine = match kind {
        DiKind::Location => {
            let scope = slots[field!(Location.scope)];
            let in_type = slot_md(scope).is_some_and(|id| nodes.kind(id) == Some(DiKind::Subprogram) && !nodes.is_definition(id));
            nodes.is_some(scope, is_local_scope) && nodes.is(slots[field!(Location.inlinedAt)], |kind| kind == DiKind::Location) && !in_type
        }
        DiKind::DerivedType => derived_type(nodes, slots),
        DiKind::CompositeType => composite_type(nodes, slots) && template_params(slots[field!(CompositeType.templateParams)]),
        DiKind::SubroutineType => {
            nodes.all(slots[field!(SubroutineType.types)], |ty| nodes.is(ty, is_type))
                && !flags_conflict(slots[field!(SubroutineType.flags)])
        }
        DiKind::File => file(module, nodes, slots),
        DiKind::CompileUnit => nodes.is_distinct(id) && compile_unit(module, nodes, slots),
        DiKind::Subprogram => subprogram(nodes, id, slots) && template_params(slots[field!(Subprogram.templateParams)]),
        DiKind::LexicalBlock => {
            lexical_block(nodes, slots[field!(LexicalBlock.scope)])
                && (slots[field!(LexicalBlock.line)] != 0 || slots[field!(LexicalBlock.column)] == 0)
        }
        DiKind::LexicalBlockFile => lexical_block(nodes, slots[field!(LexicalBlockFile.scope)]),
        DiKind::CommonBlock => {
            nodes.is(slots[field!(CommonBlock.scope)], is_scope)
                && nodes.is(slots[field!(CommonBlock.declaration)], |kind| kind == DiKind::GlobalVariable)
        }
        DiKind::Namespace => nodes.is(slots[field!(Namespace.scope)], is_scope),
        DiKind::Macro => {
            let is_type = |ty: Macinfo| u32::from(ty.0) == slots[field!(Macro.type)];
            (is_type(Macinfo::DEFINE) || is_type(Macinfo::UNDEF)) && !string(module, nodes, slots[field!(Macro.name)]).is_empty()
        }
        DiKind::MacroFile => {
            slots[field!(MacroFile.type)] == u32::from(Macinfo::START_FILE.0)
                && nodes.is(slots[field!(MacroFile.file)], is_file)
                && nodes.all(slots[field!(MacroFile.nodes)], |node| nodes.is_some(node, is_macro))
        }
        DiKind::Module => !string(module, nodes, slots[field!(Module.name)]).is_empty(),
        DiKind::TemplateTypeParameter => nodes.is(slots[field!(TemplateTypeParameter.type)], is_type),
        DiKind::TemplateValueParameter => {
            let tag = tag(slots[field!(TemplateValueParameter.tag)]);
            matches!(tag, Tag::TEMPLATE_VALUE_PARAMETER | Tag::GNU_TEMPLATE_TEMPLATE_PARAM | Tag::GNU_TEMPLATE_PARAMETER_PACK)
                && nodes.is(slots[field!(TemplateValueParameter.type)], is_type)
        }
        DiKind::GlobalVariable => {
            let ty = slots[field!(GlobalVariable.type)];
            nodes.is(slots[field!(GlobalVariable.scope)], is_scope)
                && nodes.is(slots[field!(GlobalVariable.file)], is_file)
                && nodes.is(ty, is_type)
                && (ty != 0 || slots[field!(GlobalVariable.isDefinition)] == 0)
                && nodes.is(slots[field!(GlobalVariable.declaration)], |kind| kind == DiKind::DerivedType)
        }
        DiKind::GlobalVariableExpression => global_variable(nodes, slots),
        DiKind::LocalVariable => {
            nodes.is(slots[field!(LocalVariable.file)], is_file)
                && nodes.is(slots[field!(LocalVariable.type)], |kind| is_type(kind) && kind != DiKind::SubroutineType)
                && nodes.is_some(slots[field!(LocalVariable.scope)], is_local_scope)
        }
        DiKind::Label => nodes.is(slots[field!(Label.file)], is_file) && nodes.is_some(slots[field!(Label.scope)], is_local_scope),
        DiKind::AssignID => nodes.is_distinct(id),
        DiKind::ObjCProperty => nodes.is(slots[field!(ObjCProperty.type)], is_type) && nodes.is(slots[field!(ObjCProperty.file)], is_file),
        DiKind::ImportedEntity => {
            matches!(tag(slots[field!(ImportedEntity.tag)]), Tag::IMPORTED_MODULE | Tag::IMPORTED_DECLARATION)
                && nodes.is(slots[field!(ImportedEntity.scope)], is_scope)
        }
        DiKind::Subrange => subrange(nodes, slots),
        DiKind::GenericSubrange => {
            let (count, upper) = (slots[field!(GenericSubrange.count)], slots[field!(GenericSubrange.upperBound)]);
            let (lower, stride) = (slots[field!(GenericSubrange.lowerBound)], slots[field!(GenericSubrange.stride)]);
            let is_bound = |slot: u32| nodes.is_bound(slot) && (slot == 0 || !nodes.is_constant(slot));
            (count == 0 || upper == 0) && lower != 0 && stride != 0 && [count, upper, lower, stride].into_iter().all(is_bound)
        }
        DiKind::BasicType => {
            matches!(tag(slots[field!(BasicType.tag)]), Tag::BASE_TYPE | Tag::UNSPECIFIED_TYPE | Tag::STRING_TYPE)
                && nodes.is_constant(slots[field!(BasicType.size)])
                && nodes.is(slots[field!(BasicType.file)], is_file)
                && nodes.is(slots[field!(BasicType.scope)], is_scope)
        }
        DiKind::FixedPointType => {
            matches!(tag(slots[field!(FixedPointType.tag)]), Tag::BASE_TYPE)
                && matches!(encoding(slots[field!(FixedPointType.encoding)]), Encoding::SIGNED_FIXED | Encoding::UNSIGNED_FIXED)
                && nodes.is_constant(slots[field!(FixedPointType.size)])
                && nodes.is(slots[field!(FixedPointType.file)], is_file)
                && nodes.is(slots[field!(FixedPointType.scope)], is_scope)
        }
        DiKind::StringType => {
            matches!(tag(slots[field!(StringType.tag)]), Tag::STRING_TYPE) && nodes.is_constant(slots[field!(StringType.size)])
        }
        DiKind::SubrangeType => {
            let bounds = [
                slots[field!(SubrangeType.lowerBound)],
                slots[field!(SubrangeType.upperBound)],
                slots[field!(SubrangeType.stride)],
                slots[field!(SubrangeType.bias)],
            ];
            nodes.is(slots[field!(SubrangeType.file)], is_file)
                && nodes.is(slots[field!(SubrangeType.scope)], is_scope)
                && nodes.is(slots[field!(SubrangeType.baseType)], is_type)
                && nodes.is_constant(slots[field!(SubrangeType.size)])
                && bounds.into_iter().all(|slot| nodes.is_bound(slot) || nodes.is(slot, |kind| kind == DiKind::DerivedType))
        }
        DiKind::Enumerator => true,
    };
    !fine
}

/// The text of a reference to a string.
fn string<'m>(module: &'m Module, nodes: Nodes<'m>, slot: u32) -> &'m [u8] {
    match slot_md(slot).map(|id| nodes.table.get(id)) {
        Some(Metadata::String(text)) => module.str(text),
        _ => &[],
    }
}

fn lexical_block(nodes: Nodes<'_>, scope: u32) -> bool {
    let in_type = slot_md(scope).is_some_and(|id| nodes.kind(id) == Some(DiKind::Subprogram) && !nodes.is_definition(id));
    nodes.is_some(scope, is_local_scope) && !in_type
}

fn tag(slot: u32) -> Tag {
    Tag(slot as u16)
}

fn encoding(slot: u32) -> Encoding {
    Encoding(slot as u8)
}

fn subrange(nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let at = field!(Subrange.count);
    let (count, upper) = (slots[at], slots[field!(Subrange.upperBound)]);
    let number = u64::from(slots[at + 1]) | u64::from(slots[at + 2]) << 32;
    let bounds = [count, upper, slots[field!(Subrange.lowerBound)], slots[field!(Subrange.stride)]];
    (count == 0 || upper == 0) && bounds.into_iter().all(|slot| nodes.is_bound(slot)) && (count != NUMBER || number as i64 >= -1)
}

fn derived_type(nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let tag = tag(slots[field!(DerivedType.tag)]);
    let base = slots[field!(DerivedType.baseType)];
    let tag_fits = match tag {
        Tag::TYPEDEF
        | Tag::POINTER_TYPE
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
        | Tag::TEMPLATE_ALIAS => true,
        Tag::VARIABLE => slots[field!(DerivedType.flags)] & STATIC_MEMBER != 0,
        Tag::PTR_TO_MEMBER_TYPE => nodes.is(slots[field!(DerivedType.extraData)], is_type),
        Tag::SET_TYPE => set_of(nodes, base),
        _ => false,
    };
    let addressed = matches!(tag, Tag::POINTER_TYPE | Tag::REFERENCE_TYPE | Tag::RVALUE_REFERENCE_TYPE);
    tag_fits
        && nodes.is(slots[field!(DerivedType.file)], is_file)
        && nodes.is(slots[field!(DerivedType.scope)], is_scope)
        && nodes.is(base, is_type)
        && nodes.is_bound(slots[field!(DerivedType.size)])
        && (addressed || slots[field!(DerivedType.dwarfAddressSpace)] == 0)
}

/// Whether a type can be the element of a set: null, an enumeration, a range, or an integer of a kind.
fn set_of(nodes: Nodes<'_>, base: u32) -> bool {
    let Some(id) = slot_md(base) else { return true };
    if let Some(slots) = nodes.slots(id, DiKind::CompositeType) {
        return slots[field!(CompositeType.tag)] == ENUMERATION_TYPE;
    }
    if let Some(slots) = nodes.slots(id, DiKind::BasicType) {
        return matches!(
            encoding(slots[field!(BasicType.encoding)]),
            Encoding::UNSIGNED | Encoding::SIGNED | Encoding::UNSIGNED_CHAR | Encoding::SIGNED_CHAR | Encoding::BOOLEAN
        );
    }
    nodes.kind(id) == Some(DiKind::SubrangeType)
}

fn composite_type(nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let flags = slots[field!(CompositeType.flags)];
    let tag = slots[field!(CompositeType.tag)];
    let array = tag == ARRAY_TYPE;
    let elements = slots[field!(CompositeType.elements)];
    let one_subrange = || {
        let members = slot_md(elements).and_then(|id| nodes.tuple(id)).unwrap_or(ListRef::EMPTY);
        match members.array().map(|[member]| md_slot(member)) {
            Some(member) => nodes.is_some(member, |kind| matches!(kind, DiKind::Subrange)) || generic_tag(nodes, member) == SUBRANGE_TYPE,
            _ => false,
        }
    };
    let discriminator = slots[field!(CompositeType.discriminator)];
    let only_arrays = [
        slots[field!(CompositeType.dataLocation)],
        slots[field!(CompositeType.associated)],
        slots[field!(CompositeType.allocated)],
        slots[field!(CompositeType.rank)],
    ];
    let tag_fits = matches!(
        self::tag(tag),
        Tag::ARRAY_TYPE
            | Tag::STRUCTURE_TYPE
            | Tag::UNION_TYPE
            | Tag::ENUMERATION_TYPE
            | Tag::CLASS_TYPE
            | Tag::VARIANT_PART
            | Tag::VARIANT
            | Tag::NAMELIST
    );
    tag_fits
        && nodes.is_bound(slots[field!(CompositeType.size)])
        && nodes.is(slots[field!(CompositeType.file)], is_file)
        && nodes.is(slots[field!(CompositeType.scope)], is_scope)
        && nodes.is(slots[field!(CompositeType.baseType)], is_type)
        && nodes.all(elements, |member| member != 0)
        && nodes.is(slots[field!(CompositeType.vtableHolder)], is_type)
        && !flags_conflict(flags)
        && flags & 1 << 4 == 0
        && (flags & VECTOR == 0 || one_subrange())
        && (discriminator == 0 || tag == VARIANT_PART && nodes.is(discriminator, |kind| kind == DiKind::DerivedType))
        && (array || only_arrays.iter().all(|&slot| slot == 0))
        && (!array || slots[field!(CompositeType.baseType)] != 0)
}

fn generic_tag(nodes: Nodes<'_>, slot: u32) -> u32 {
    match slot_md(slot).map(|id| nodes.table.get(id)) {
        Some(Metadata::Generic { tag, .. }) => u32::from(tag),
        _ => 0,
    }
}

fn file(module: &Module, nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let digits = match slots[field!(File.checksumkind)] {
        0 => return true,
        1 => 32,
        2 => 40,
        3 => 64,
        _ => return false,
    };
    let checksum = string(module, nodes, slots[field!(File.checksum)]);
    checksum.len() == digits && checksum.iter().all(u8::is_ascii_hexdigit)
}

fn compile_unit(module: &Module, nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let file = slots[field!(CompileUnit.file)];
    let name = slot_md(file).and_then(|id| nodes.slots(id, DiKind::File)).map_or(0, |slots| slots[field!(File.filename)]);
    let is_enum = |member: u32| {
        let slots = slot_md(member).and_then(|id| nodes.slots(id, DiKind::CompositeType));
        slots.is_some_and(|slots| slots[field!(CompositeType.tag)] == ENUMERATION_TYPE)
    };
    let is_of_unit = |member: u32| {
        let scope = || slot_md(member).and_then(|id| nodes.scope(id)).and_then(|scope| nodes.kind(scope));
        !nodes.reader.function_local_debug_info() || !scope().is_some_and(is_local_scope)
    };
    let is = |member: u32, wanted: DiKind| nodes.is_some(member, |kind| kind == wanted) && is_of_unit(member);
    let retained = |member: u32| {
        nodes.is_some(member, is_type)
            || nodes.is_some(member, |kind| kind == DiKind::Subprogram) && slot_md(member).is_some_and(|id| !nodes.is_definition(id))
    };
    let dialect = slots[field!(CompileUnit.dialect)];
    let known_dialect = || u8::try_from(dialect).is_ok_and(|dialect| LangDialect(dialect).name().is_some());
    !string(module, nodes, name).is_empty()
        && (dialect == 0 || known_dialect())
        && nodes.all(slots[field!(CompileUnit.enums)], |member| is_enum(member) && is_of_unit(member))
        && nodes.all(slots[field!(CompileUnit.retainedTypes)], retained)
        && nodes.all(slots[field!(CompileUnit.globals)], |member| is(member, DiKind::GlobalVariableExpression))
        && nodes.all(slots[field!(CompileUnit.imports)], |member| is(member, DiKind::ImportedEntity))
        && nodes.all(slots[field!(CompileUnit.macros)], |member| nodes.is_some(member, is_macro))
}

fn subprogram(nodes: Nodes<'_>, id: MdId, slots: &[u32]) -> bool {
    let definition = slots[field!(Subprogram.spFlags)] & SP_DEFINITION != 0;
    let (file, unit, declaration) = (slots[field!(Subprogram.file)], slots[field!(Subprogram.unit)], slots[field!(Subprogram.declaration)]);
    let (ty, flags) = (slots[field!(Subprogram.type)], slots[field!(Subprogram.flags)]);
    // What a function retains must be its own.
    let retained = |member: u32| {
        let Some(node) = slot_md(member) else { return false };
        let Some(kind) = nodes.kind(node) else { return false };
        let is_entity = matches!(kind, DiKind::LocalVariable | DiKind::Label | DiKind::ImportedEntity);
        let may_be_retained =
            is_entity || nodes.reader.function_local_debug_info() && (is_type(kind) || kind == DiKind::GlobalVariableExpression);
        may_be_retained && nodes.subprogram(nodes.scope(node)) == Some(id)
    };
    let repeats_argument = || {
        let mut arguments = HashSet::new();
        let members = slot_md(slots[field!(Subprogram.retainedNodes)]).and_then(|id| nodes.tuple(id)).unwrap_or(ListRef::EMPTY);
        members.iter().flatten().filter_map(|id| nodes.slots(id, DiKind::LocalVariable)).any(|variable| {
            let argument = variable[field!(LocalVariable.arg)];
            argument != 0 && !arguments.insert(argument)
        })
    };
    let is_declaration = |id: MdId| nodes.kind(id) == Some(DiKind::Subprogram) && !nodes.is_definition(id);
    let shape = if definition {
        nodes.is_distinct(id) && nodes.is_some(unit, |kind| kind == DiKind::CompileUnit)
    } else {
        unit == 0 && declaration == 0 && flags & ALL_CALLS_DESCRIBED == 0
    };
    shape
        && nodes.is(slots[field!(Subprogram.scope)], is_scope)
        && nodes.is(file, is_file)
        && (file != 0 || slots[field!(Subprogram.line)] == 0)
        && nodes.is(ty, |kind| kind == DiKind::SubroutineType)
        && (ty != 0 || !nodes.reader.subprogram_types())
        && nodes.is(slots[field!(Subprogram.containingType)], is_type)
        && slot_md(declaration).is_none_or(is_declaration)
        && nodes.all(slots[field!(Subprogram.retainedNodes)], retained)
        && !(nodes.reader.function_local_debug_info() && repeats_argument())
        && !flags_conflict(flags)
        && nodes.all(slots[field!(Subprogram.thrownTypes)], |member| nodes.is_some(member, is_type))
}

fn global_variable(nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let Some(variable) = slot_md(slots[field!(GlobalVariableExpression.var)]) else { return false };
    let Some(variable) = nodes.slots(variable, DiKind::GlobalVariable) else { return false };
    let expression = slot_md(slots[field!(GlobalVariableExpression.expr)]).and_then(|id| nodes.expression(id));
    expression.is_none_or(|ops| super::bodies::fragment_fits(nodes, ops, variable[field!(GlobalVariable.type)]))
}
