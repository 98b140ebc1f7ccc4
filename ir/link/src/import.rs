//! Imports global values of a module alone, as LLVM's importer of functions has its linker do.
//!
//! LLVM reads such a module lazily: only the metadata that named metadata, attachments and the imported bodies lead to. Its classes become
//! declarations, since the module that they come from has them.
use crate::metadata::operands;
use crate::mover::Mover;
use crate::nodes::{FORWARD, composite};
use bctk_ir::body::{Body, DbgOperand};
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::Tag;
use bctk_ir::metadata::{Metadata, slot_md};
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};

/// The fields of a type that a declaration of it has, too.
const DECLARED: [&str; 8] = ["tag", "name", "scope", "file", "line", "size", "align", "identifier"];

/// What a compile unit lists: the module that it comes from has it.
const LISTED: [&str; 5] = ["enums", "retainedTypes", "globals", "imports", "macros"];

/// Makes declarations of the classes of a module that have an identifier.
fn declare_classes(module: &mut Module) {
    for at in 0..module.metadata.items.len() {
        let Metadata::Node { kind: kind @ DiKind::CompositeType, fields, .. } = module.metadata.items[at] else { continue };
        let field = |name: &str| composite(&module.metadata, fields, name);
        let is_class = [Tag::ENUMERATION_TYPE, Tag::CLASS_TYPE, Tag::STRUCTURE_TYPE, Tag::UNION_TYPE]
            .iter()
            .any(|tag| u32::from(tag.0) == field("tag"));
        if !is_class || field("identifier") == 0 || field("name") == 0 {
            continue;
        }
        let name = match slot_md(field("name")).map(|id| module.metadata.get(id)) {
            Some(Metadata::String(text)) => module.str(text),
            _ => &[],
        };
        let keeps_parameters = !name.contains(&b'<') || name.starts_with(b"_STN|");
        let flags = field("flags") | FORWARD;
        for row in kind.fields() {
            let slot = fields as usize + usize::from(row.slot);
            let keeps = DECLARED.contains(&row.name) || row.name == "runtimeLang" || row.name == "num_extra_inhabitants";
            let keeps = keeps || row.name == "templateParams" && keeps_parameters;
            let Some(slots) = module.metadata.fields.get_mut(slot..slot + row.kind.slots()).filter(|_| !keeps) else { continue };
            match row.name {
                "flags" => slots[0] = flags,
                _ => slots.fill(0),
            }
        }
    }
}

impl Mover<'_> {
    /// Begins to import: nothing but the wanted global values is chosen.
    pub(crate) fn begin_import(&mut self) {
        let Some(import) = &self.import else { return };
        let globals = import.globals.clone();
        if !import.whole_types {
            declare_classes(&mut self.src);
        }
        let read = self.read_nodes(&globals);
        self.forget_lists();
        self.nodes.read = Some(read);
        self.begin_nodes();
        for id in globals {
            self.choose(id);
        }
    }

    /// The nodes that LLVM reads.
    fn read_nodes(&self, globals: &[GlobalId]) -> Vec<bool> {
        let module = &self.src;
        let mut open: Vec<MdId> = module.metadata.named.iter().flat_map(|named| named.nodes.iter().copied()).collect();
        for global in &module.globals {
            let has_body = global.function().is_some_and(|function| function.body.is_some());
            open.extend(global.attachments.iter().filter(|_| !has_body).map(|attachment| attachment.node));
        }
        for global in globals.iter().filter_map(|id| module.global(*id)) {
            open.extend(global.attachments.iter().map(|attachment| attachment.node));
            if let GlobalKind::Function(function) = &global.kind
                && let Some(body) = module.body(function)
            {
                nodes_of_body(body, &mut open);
            }
        }
        let mut read = vec![false; module.metadata.items.len()];
        while let Some(id) = open.pop() {
            if read.get_mut(id.index()).is_some_and(|read| !std::mem::replace(read, true)) {
                operands(&module.metadata, module.metadata.get(id), |id| open.push(id));
            }
        }
        read
    }

    /// Compile units list nothing any more (`prepareCompileUnitsForImport`).
    fn forget_lists(&mut self) {
        let module = &mut self.src;
        let units = module.metadata.named.iter().filter(|named| module.strings.get(named.name) == b"llvm.dbg.cu");
        let units: Vec<MdId> = units.flat_map(|named| named.nodes.iter().copied()).collect();
        for unit in units {
            let Metadata::Node { kind: kind @ DiKind::CompileUnit, fields, .. } = module.metadata.get(unit) else { continue };
            for field in LISTED.iter().filter_map(|name| kind.field(name)) {
                if let Some(slot) = module.metadata.fields.get_mut(fields as usize + usize::from(field.slot)) {
                    *slot = 0;
                }
            }
        }
    }

    /// Takes over the versions that assembly gives to symbols which the linked module has.
    pub(crate) fn join_symbol_versions(&mut self) {
        let mut found = Vec::new();
        let text = self.src.str(self.src.inline_asm);
        for line in text.split(|&byte| byte == b'\n' || byte == b';') {
            let Some(rest) = line.trim_ascii().strip_prefix(b".symver") else { continue };
            let mut parts = rest.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
            if let (Some(name), Some(alias)) = (parts.next(), parts.next())
                && self.dst.named(name).is_some()
            {
                found.extend([b".symver ", name, b", ", alias, b"\n"].concat());
            }
        }
        if !found.is_empty() {
            let old = self.dst.module.str(self.dst.module.inline_asm);
            let all = [old, &found].concat();
            self.dst.module.inline_asm = self.dst.module.strings.push(&all);
        }
    }
}

/// The metadata that a body refers to.
fn nodes_of_body(body: &Body, found: &mut Vec<MdId>) {
    let value = |value: Value, found: &mut Vec<MdId>| {
        if let ValueKind::Metadata(id) = value.kind() {
            found.push(id);
        }
    };
    for inst in &body.insts {
        bctk_ir::visit::operands_by_number(inst, body, |operand| value(operand, found));
    }
    for list in body.calls.iter().map(|call| call.args).chain(body.bundles.iter().map(|bundle| bundle.inputs)) {
        body.lists.get(list).iter().for_each(|operand| value(operand, found));
    }
    found.extend(body.loc_nodes.iter().copied());
    found.extend(body.attachments.iter().map(|(_, attachment)| attachment.node));
    found.extend(body.function_attachments.iter().map(|attachment| attachment.node));
    for record in &body.dbg_records {
        found.extend([record.loc, record.variable].into_iter().chain(record.expression.get()));
        found.extend(body.dbg_operands(record).filter_map(|operand| match operand {
            DbgOperand::Md(id) => Some(id),
            DbgOperand::Value(_) => None,
        }));
    }
    for assign in &body.dbg_assigns {
        found.extend([assign.id, assign.address_expression]);
    }
}
