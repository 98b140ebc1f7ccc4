//! Checks single nodes: locations, scopes, variables and the like (`Verifier::visitDILocation` and others).
use super::{Nodes, Out, is_file, is_local_scope, is_macro, is_scope, is_type, md, types, units};
use crate::report::Subject;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, NUMBER};
use bctk_ir::metadata::dwarf::{Macinfo, Op, Tag};
use bctk_ir::metadata::expr::{is_valid, operand_count};
use bctk_ir::metadata::{Metadata, slot_md};

/// Checks one node, apart from its operands.
pub(super) fn node(nodes: Nodes<'_>, id: MdId, out: &mut Out<'_>) {
    let (kind, slots) = match nodes.table.get(id) {
        Metadata::Expression { .. } => return expression(nodes, id, out),
        Metadata::Generic { tag, .. } => {
            check_debug!(out, tag != 0, "invalid tag", Subject::Metadata(id));
            return;
        }
        Metadata::Node { kind, fields, .. } => (kind, nodes.table.node_fields(kind, fields)),
        _ => return,
    };
    if slots.len() < kind.slots() {
        return;
    }
    match kind {
        DiKind::Location | DiKind::LongLocation => location(nodes, id, slots, out),
        DiKind::BasicType => types::basic(nodes, id, kind, slots, out),
        DiKind::FixedPointType => types::fixed_point(nodes, id, slots, out),
        DiKind::StringType => types::string(id, slots, out),
        DiKind::DerivedType => types::derived(nodes, id, slots, out),
        DiKind::SubrangeType => types::subrange_type(nodes, id, slots, out),
        DiKind::CompositeType => types::composite(nodes, id, slots, out),
        DiKind::SubroutineType => types::subroutine(nodes, id, slots, out),
        DiKind::Subrange => types::subrange(nodes, id, slots, out),
        DiKind::GenericSubrange => types::generic_subrange(nodes, id, slots, out),
        DiKind::File => file(nodes, id, slots, out),
        DiKind::CompileUnit => units::compile_unit(nodes, id, slots, out),
        DiKind::Subprogram => units::subprogram(nodes, id, slots, out),
        DiKind::LexicalBlock => {
            lexical_block(nodes, id, slots[field!(LexicalBlock.scope)], out);
            let fits = slots[field!(LexicalBlock.line)] != 0 || slots[field!(LexicalBlock.column)] == 0;
            check_debug!(out, fits, "cannot have column info without line info", Subject::Metadata(id));
        }
        DiKind::LexicalBlockFile => lexical_block(nodes, id, slots[field!(LexicalBlockFile.scope)], out),
        DiKind::CommonBlock => {
            let (scope, variable) = (slots[field!(CommonBlock.scope)], slots[field!(CommonBlock.declaration)]);
            check_debug!(out, nodes.is(scope, is_scope), "invalid scope ref", Subject::Metadata(id), md(scope));
            let is_variable = nodes.is(variable, |kind| kind == DiKind::GlobalVariable);
            check_debug!(out, is_variable, "invalid declaration", Subject::Metadata(id), md(variable));
        }
        DiKind::Namespace => {
            let scope = slots[field!(Namespace.scope)];
            check_debug!(out, nodes.is(scope, is_scope), "invalid scope ref", Subject::Metadata(id), md(scope));
        }
        DiKind::Macro => {
            let is_type = |ty: Macinfo| u32::from(ty.0) == slots[field!(Macro.type)];
            let has_type = is_type(Macinfo::DEFINE) || is_type(Macinfo::UNDEF);
            check_debug!(out, has_type, "invalid macinfo type", Subject::Metadata(id));
            check_debug!(out, !nodes.text(slots[field!(Macro.name)]).is_empty(), "anonymous macro", Subject::Metadata(id));
        }
        DiKind::MacroFile => macro_file(nodes, id, slots, out),
        DiKind::Module => {
            check_debug!(out, !nodes.text(slots[field!(Module.name)]).is_empty(), "anonymous module", Subject::Metadata(id));
        }
        DiKind::TemplateTypeParameter => template_parameter(nodes, id, slots[field!(TemplateTypeParameter.type)], out),
        DiKind::TemplateValueParameter => {
            template_parameter(nodes, id, slots[field!(TemplateValueParameter.type)], out);
            let tag = Tag(slots[field!(TemplateValueParameter.tag)] as u16);
            let fits = matches!(tag, Tag::TEMPLATE_VALUE_PARAMETER | Tag::GNU_TEMPLATE_TEMPLATE_PARAM | Tag::GNU_TEMPLATE_PARAMETER_PACK);
            check_debug!(out, fits, "invalid tag", Subject::Metadata(id));
        }
        DiKind::GlobalVariable => global_variable(nodes, id, slots, out),
        DiKind::GlobalVariableExpression => global_variable_expression(nodes, id, slots, out),
        DiKind::LocalVariable => local_variable(nodes, id, slots, out),
        DiKind::Label => {
            let (scope, file) = (slots[field!(Label.scope)], slots[field!(Label.file)]);
            check_debug!(out, nodes.is(scope, is_scope), "invalid scope", Subject::Metadata(id), md(scope));
            check_debug!(out, nodes.is(file, is_file), "invalid file", Subject::Metadata(id), md(file));
            check_debug!(out, nodes.is_some(scope, is_local_scope), "label requires a valid scope", Subject::Metadata(id), md(scope));
        }
        DiKind::AssignID => check_debug!(out, nodes.is_distinct(id), "DIAssignID must be distinct", Subject::Metadata(id)),
        DiKind::ObjCProperty => {
            let (ty, file) = (slots[field!(ObjCProperty.type)], slots[field!(ObjCProperty.file)]);
            check_debug!(out, nodes.is(ty, is_type), "invalid type ref", Subject::Metadata(id), md(ty));
            check_debug!(out, nodes.is(file, is_file), "invalid file", Subject::Metadata(id), md(file));
        }
        DiKind::ImportedEntity => imported_entity(nodes, id, slots, out),
        DiKind::Enumerator => {}
    }
}

/// Whether [`location`] has nothing to report.
#[inline]
pub(super) fn is_sound_location(nodes: Nodes<'_>, slots: &[u32]) -> bool {
    let (scope, inlined) = (slots[field!(Location.scope)], slots[field!(Location.inlinedAt)]);
    nodes.is_some(scope, is_local_scope) && nodes.is(inlined, |kind| kind == DiKind::Location) && !nodes.is_declared(scope)
}

fn location(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    if is_sound_location(nodes, slots) {
        return;
    }
    let this = Subject::Metadata(id);
    let (scope, inlined) = (slots[field!(Location.scope)], slots[field!(Location.inlinedAt)]);
    check_debug!(out, nodes.is_some(scope, is_local_scope), "location requires a valid scope", this, md(scope));
    let is_location = nodes.is(inlined, |kind| kind == DiKind::Location);
    check_debug!(out, is_location, "inlined-at should be a location", this, md(inlined));
    check_debug!(out, !nodes.is_declared(scope), "scope points into the type hierarchy", this);
}

fn file(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let digits = match slots[field!(File.checksumkind)] {
        0 => return,
        1 => 32,
        2 => 40,
        3 => 64,
        _ => return out.fail("invalid checksum kind", &[this]),
    };
    let checksum = nodes.text(slots[field!(File.checksum)]);
    check_debug!(out, checksum.len() == digits, "invalid checksum length", this);
    check_debug!(out, checksum.iter().all(u8::is_ascii_hexdigit), "invalid checksum", this);
}

fn lexical_block(nodes: Nodes<'_>, id: MdId, scope: u32, out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    check_debug!(out, nodes.is_some(scope, is_local_scope), "invalid local scope", this, md(scope));
    check_debug!(out, !nodes.is_declared(scope), "scope points into the type hierarchy", this);
}

fn macro_file(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let (file, list) = (slots[field!(MacroFile.file)], slots[field!(MacroFile.nodes)]);
    let is_start = slots[field!(MacroFile.type)] == u32::from(Macinfo::START_FILE.0);
    check_debug!(out, is_start, "invalid macinfo type", this);
    check_debug!(out, nodes.is(file, is_file), "invalid file", this, md(file));
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid macro list", &[this, md(list)]) };
        for member in members {
            check_debug!(out, nodes.is_some(member, is_macro), "invalid macro ref", this, md(member));
        }
    }
}

fn template_parameter(nodes: Nodes<'_>, id: MdId, ty: u32, out: &mut Out<'_>) {
    check_debug!(out, nodes.is(ty, is_type), "invalid type ref", Subject::Metadata(id), md(ty));
}

/// What all variables have (`Verifier::visitDIVariable`).
fn variable(nodes: Nodes<'_>, id: MdId, scope: u32, file: u32, out: &mut Out<'_>) {
    check_debug!(out, nodes.is(scope, is_scope), "invalid scope", Subject::Metadata(id), md(scope));
    check_debug!(out, nodes.is(file, is_file), "invalid file", Subject::Metadata(id), md(file));
}

fn global_variable(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    variable(nodes, id, slots[field!(GlobalVariable.scope)], slots[field!(GlobalVariable.file)], out);
    let (ty, member) = (slots[field!(GlobalVariable.type)], slots[field!(GlobalVariable.declaration)]);
    check_debug!(out, nodes.is(ty, is_type), "invalid type ref", this, md(ty));
    check_debug!(out, ty != 0 || slots[field!(GlobalVariable.isDefinition)] == 0, "missing global variable type", this);
    let is_member = nodes.is(member, |kind| kind == DiKind::DerivedType);
    check_debug!(out, is_member, "invalid static data member declaration", this, md(member));
}

fn global_variable_expression(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let found = slot_md(slots[field!(GlobalVariableExpression.var)]);
    let found = found.and_then(|id| Some((id, nodes.slots(id, DiKind::GlobalVariable)?)));
    let Some((of, variable)) = found else { return out.fail("missing variable", &[]) };
    global_variable(nodes, of, variable, out);
    let Some(at) = slot_md(slots[field!(GlobalVariableExpression.expr)]) else { return };
    let Some(ops) = nodes.expression(at) else { return };
    expression(nodes, at, out);
    fragment(nodes, ops, variable[field!(GlobalVariable.type)], [Subject::Metadata(id), Subject::Metadata(of)], out);
}

fn local_variable(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let (scope, ty) = (slots[field!(LocalVariable.scope)], slots[field!(LocalVariable.type)]);
    variable(nodes, id, scope, slots[field!(LocalVariable.file)], out);
    check_debug!(out, nodes.is(ty, is_type), "invalid type ref", this, md(ty));
    check_debug!(out, nodes.is_some(scope, is_local_scope), "local variable requires a valid scope", this, md(scope));
    check_debug!(out, nodes.is(ty, |kind| kind != DiKind::SubroutineType), "invalid type", this, md(ty));
}

fn imported_entity(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let (scope, entity) = (slots[field!(ImportedEntity.scope)], slots[field!(ImportedEntity.entity)]);
    let tag = Tag(slots[field!(ImportedEntity.tag)] as u16);
    check_debug!(out, matches!(tag, Tag::IMPORTED_MODULE | Tag::IMPORTED_DECLARATION), "invalid tag", this);
    check_debug!(out, nodes.is(scope, is_scope), "invalid scope for imported entity", this, md(scope));
    let is_entity = slot_md(entity).is_none_or(|entity| match nodes.table.get(entity) {
        Metadata::Generic { .. } | Metadata::Missing => true,
        Metadata::Node { kind, .. } => {
            !kind.is_location() && !matches!(kind, DiKind::AssignID | DiKind::GlobalVariableExpression | DiKind::Macro | DiKind::MacroFile)
        }
        _ => false,
    });
    check_debug!(out, is_entity, "invalid imported entity", this, md(entity));
}

fn expression(nodes: Nodes<'_>, id: MdId, out: &mut Out<'_>) {
    check_debug!(out, nodes.expression(id).is_none_or(is_valid), "invalid expression", Subject::Metadata(id));
}

/// Checks that the fragment of an expression, if any, is a proper part of a variable of this type (`Verifier::verifyFragmentExpression`).
pub(super) fn fragment(nodes: Nodes<'_>, ops: &[u64], ty: u32, subjects: [Subject; 2], out: &mut Out<'_>) {
    let mut at = 0;
    while let Some(&op) = ops.get(at) {
        if op == u64::from(Op::LLVM_FRAGMENT.0) {
            let (Some(&offset), Some(&size), Some(whole)) = (ops.get(at + 1), ops.get(at + 2), nodes.size_in_bits(ty)) else { return };
            let [this, variable] = subjects;
            check_debug!(out, offset.saturating_add(size) <= whole, "fragment is larger than or outside of variable", this, variable);
            check_debug!(out, size != whole, "fragment covers entire variable", this, variable);
            return;
        }
        at += 1 + operand_count(op);
    }
}

/// Whether a bound is null, a number, a constant, a variable or an expression.
pub(super) fn is_bound(nodes: Nodes<'_>, slot: u32) -> bool {
    let Some(id) = slot_md(slot).filter(|_| slot != NUMBER) else { return true };
    match nodes.table.get(id) {
        Metadata::Value { .. } | Metadata::Expression { .. } | Metadata::Missing => true,
        Metadata::Node { kind, .. } => matches!(kind, DiKind::GlobalVariable | DiKind::LocalVariable),
        _ => false,
    }
}

/// Whether a size is null, a number or a constant.
pub(super) fn is_constant(nodes: Nodes<'_>, slot: u32) -> bool {
    slot == NUMBER || slot_md(slot).is_none_or(|id| matches!(nodes.table.get(id), Metadata::Value { .. } | Metadata::Missing))
}
