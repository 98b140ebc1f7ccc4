//! Checks compile units and functions (`Verifier::visitDICompileUnit`, `Verifier::visitDISubprogram`).
use super::types::{flags_conflict, template_params};
use super::{Nodes, Out, SP_DEFINITION, is_file, is_local_scope, is_macro, is_scope, is_type, md};
use crate::report::Subject;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::{LangDialect, Tag};
use bctk_ir::metadata::{md_slot, slot_md};
use hashbrown::HashMap;

/// `DIFlagAllCallsDescribed`
const ALL_CALLS_DESCRIBED: u32 = 1 << 29;
/// The last kind of emission.
const LAST_EMISSION_KIND: u32 = 3;

pub(super) fn compile_unit(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    check_debug!(out, nodes.is_distinct(id), "compile units must be distinct", this);
    let file = slots[field!(CompileUnit.file)];
    let Some(of_file) = slot_md(file).and_then(|id| nodes.slots(id, DiKind::File)) else {
        return out.fail("invalid file", &[this, md(file)]);
    };
    check_debug!(out, !nodes.text(of_file[field!(File.filename)]).is_empty(), "invalid filename", this, md(file));
    let dialect = slots[field!(CompileUnit.dialect)];
    let is_known = || u8::try_from(dialect).is_ok_and(|dialect| LangDialect(dialect).name().is_some());
    check_debug!(out, dialect == 0 || is_known(), "invalid language dialect", this);
    check_debug!(out, slots[field!(CompileUnit.emissionKind)] <= LAST_EMISSION_KIND, "invalid emission kind", this);
    // What is local to a function is listed there.
    let is_foreign = |member: u32| {
        let scope = slot_md(member).and_then(|id| nodes.scope(id));
        !nodes.llvm.function_local_debug_info() || !scope.and_then(|scope| nodes.kind(scope)).is_some_and(is_local_scope)
    };
    let list = slots[field!(CompileUnit.enums)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid enum list", &[this, md(list)]) };
        for member in members {
            let slots = slot_md(member).and_then(|id| nodes.slots(id, DiKind::CompositeType));
            let is_enum = slots.is_some_and(|slots| Tag(slots[field!(CompositeType.tag)] as u16) == Tag::ENUMERATION_TYPE);
            check_debug!(out, is_enum, "invalid enum type", this, md(list), md(member));
            check_debug!(out, is_foreign(member), "function-local enum in a DICompileUnit's enum list", this, md(list), md(member));
        }
    }
    let list = slots[field!(CompileUnit.retainedTypes)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid retained type list", &[this, md(list)]) };
        for member in members {
            let fits = nodes.is_some(member, is_type) || nodes.is_declared(member);
            check_debug!(out, fits, "invalid retained type", this, md(member));
        }
    }
    let list = slots[field!(CompileUnit.globals)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid global variable list", &[this, md(list)]) };
        for member in members {
            let is_variable = nodes.is_some(member, |kind| kind == DiKind::GlobalVariableExpression);
            check_debug!(out, is_variable, "invalid global variable ref", this, md(member));
            let message = "function-local variables are not allowed in a DICompileUnit's global variables list";
            check_debug!(out, is_foreign(member), message, this, md(member));
        }
    }
    let list = slots[field!(CompileUnit.imports)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid imported entity list", &[this, md(list)]) };
        for member in members {
            let is_entity = nodes.is_some(member, |kind| kind == DiKind::ImportedEntity);
            check_debug!(out, is_entity, "invalid imported entity ref", this, md(member));
            let message = "function-local imports are not allowed in a DICompileUnit's imported entities list";
            check_debug!(out, is_foreign(member), message, this, md(member));
        }
    }
    let list = slots[field!(CompileUnit.macros)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid macro list", &[this, md(list)]) };
        for member in members {
            check_debug!(out, nodes.is_some(member, is_macro), "invalid macro ref", this, md(member));
        }
    }
}

pub(super) fn subprogram(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) {
    let this = Subject::Metadata(id);
    let (scope, file, ty) = (slots[field!(Subprogram.scope)], slots[field!(Subprogram.file)], slots[field!(Subprogram.type)]);
    check_debug!(out, nodes.is(scope, is_scope), "invalid scope", this, md(scope));
    check_debug!(out, nodes.is(file, is_file), "invalid file", this, md(file));
    let line = slots[field!(Subprogram.line)];
    check_debug!(out, file != 0 || line == 0, "line specified with no file", this, Subject::Number(line.into()));
    check_debug!(out, ty != 0 || !nodes.llvm.subprogram_types(), "DISubprogram requires a non-null type", this);
    check_debug!(out, nodes.is(ty, |kind| kind == DiKind::SubroutineType), "invalid subroutine type", this, md(ty));
    let containing = slots[field!(Subprogram.containingType)];
    check_debug!(out, nodes.is(containing, is_type), "invalid containing type", this, md(containing));
    template_params(nodes, id, slots[field!(Subprogram.templateParams)], out);
    let declaration = slots[field!(Subprogram.declaration)];
    let is_declaration = declaration == 0 || nodes.is_declared(declaration);
    check_debug!(out, is_declaration, "invalid subprogram declaration", this, md(declaration));
    if !retained(nodes, id, slots, out) {
        return;
    }
    let flags = slots[field!(Subprogram.flags)];
    check_debug!(out, !flags_conflict(flags), "invalid reference flags", this);
    let unit = slots[field!(Subprogram.unit)];
    let is_definition = slots[field!(Subprogram.spFlags)] & SP_DEFINITION != 0;
    if is_definition {
        check_debug!(out, nodes.is_distinct(id), "subprogram definitions must be distinct", this);
        check_debug!(out, unit != 0, "subprogram definitions must have a compile unit", this);
        check_debug!(out, nodes.is(unit, |kind| kind == DiKind::CompileUnit), "invalid unit type", this, md(unit));
    } else {
        check_debug!(out, unit == 0, "subprogram declarations must not have a compile unit", this);
        check_debug!(out, declaration == 0, "subprogram declaration must not have a declaration field");
    }
    let list = slots[field!(Subprogram.thrownTypes)];
    if list != 0 {
        let Some(members) = nodes.members(list) else { return out.fail("invalid thrown types list", &[this, md(list)]) };
        for member in members {
            check_debug!(out, nodes.is_some(member, is_type), "invalid thrown type", this, md(list), md(member));
        }
    }
    let fits = is_definition || flags & ALL_CALLS_DESCRIBED == 0;
    check_debug!(out, fits, "DIFlagAllCallsDescribed must be attached to a definition");
}

/// Checks what a function retains; whether that is valid.
fn retained(nodes: Nodes<'_>, id: MdId, slots: &[u32], out: &mut Out<'_>) -> bool {
    let (this, list) = (Subject::Metadata(id), slots[field!(Subprogram.retainedNodes)]);
    if list == 0 {
        return true;
    }
    let Some(members) = nodes.members(list) else {
        out.fail("invalid retained nodes list", &[this, md(list)]);
        return false;
    };
    let is_new = nodes.llvm.function_local_debug_info();
    let expected = match is_new {
        true => "invalid retained nodes, expected DILocalVariable, DILabel, DIImportedEntity, DIType or DIGlobalVariableExpression",
        false if nodes.llvm.retained_imports() => "invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity",
        false => "invalid retained nodes, expected DILocalVariable or DILabel",
    };
    let mut arguments: HashMap<u32, u32> = HashMap::new();
    for member in members {
        let fault = |out: &mut Out<'_>, message, more: &[Subject]| {
            let mut subjects = vec![this, md(list), md(member)];
            subjects.extend_from_slice(more);
            out.fail(message, &subjects);
            false
        };
        let Some(node) = slot_md(member) else {
            if !nodes.llvm.retained_nodes_owned() {
                return fault(out, expected, &[]);
            }
            out.fail("nullptr in retained nodes", &[this, md(list)]);
            return false;
        };
        let kind = nodes.kind(node);
        let may_be_retained = match kind {
            Some(DiKind::LocalVariable | DiKind::Label) => true,
            Some(DiKind::ImportedEntity) => nodes.llvm.retained_imports(),
            Some(kind) => is_new && (is_type(kind) || kind == DiKind::GlobalVariableExpression),
            None => false,
        };
        if !may_be_retained {
            return fault(out, expected, &[]);
        }
        if !nodes.llvm.retained_nodes_owned() {
            continue;
        }
        let scope = nodes.scope(node);
        if !scope.and_then(|scope| nodes.kind(scope)).is_some_and(is_local_scope) {
            return fault(out, "invalid retained nodes, retained node is not local", &[]);
        }
        let owner = nodes.subprogram(scope);
        if owner != Some(id) {
            let mut more = vec![md(md_slot(scope))];
            if is_new {
                let unit = owner.and_then(|owner| nodes.slots(owner, DiKind::Subprogram)).map_or(0, |slots| slots[field!(Subprogram.unit)]);
                more.extend([md(md_slot(owner)), md(unit)]);
            }
            return fault(out, "invalid retained nodes, retained node does not belong to subprogram", &more);
        }
        if let Some(variable) = nodes.slots(node, DiKind::LocalVariable).filter(|_| is_new) {
            let argument = variable[field!(LocalVariable.arg)];
            if argument != 0
                && let Some(other) = arguments.insert(argument, member)
            {
                let message = "invalid retained nodes, more than one local variable with the same argument index";
                let unit = slots[field!(Subprogram.unit)];
                out.fail(message, &[this, md(unit), md(list), md(member), md(other)]);
                return false;
            }
        }
    }
    true
}
