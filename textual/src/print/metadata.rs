//! Metadata: as operands, as numbered nodes, and named (`WriteAsOperandInternal`, `WriteMDNodeBodyInternal` of `AsmWriter.cpp`, LLVM 22).

use super::operand::Printer;
use super::quote::{write_metadata_name, write_quoted};
use bctk_ir::entity::{List, ListRef, MdId};
use bctk_ir::metadata::dwarf::{Encoding, Op, Tag};
use bctk_ir::metadata::{Metadata, NamedMetadata, expr, md_slot, slot_md};
use bctk_ir::value::Value;
use bctk_support::text::{append_start, digits, write_u32, write_u64};

/// Locations without a number that print in each other.
const INLINE_LOCATIONS: u32 = 4;

/// Writes `!N`.
#[inline]
fn write_reference(out: &mut Vec<u8>, slot: u32) {
    match digits(slot) {
        Some((digits, len)) if len < 8 => {
            append_start(out, &(u64::from_le_bytes(digits) << 8 | u64::from(b'!')).to_le_bytes(), len + 1);
        }
        _ => {
            out.push(b'!');
            write_u32(out, slot);
        }
    }
}

impl<'m> Printer<'_, 'm> {
    /// Writes metadata where something refers to it.
    #[inline]
    pub(super) fn metadata_operand(&mut self, id: MdId) {
        // What has a number prints as that.
        match self.ctx.slots.metadata(id) {
            Some(slot) => write_reference(&mut self.out, slot),
            None => self.unnumbered(id),
        }
    }

    /// Writes the debug location of an instruction.
    #[inline]
    pub(super) fn location(&mut self, id: MdId) {
        if let Some(slot) = self.ctx.slots.metadata(id)
            && let Some((digits, len)) = digits(slot)
        {
            let mut piece = *b", !dbg !        ";
            piece[8..].copy_from_slice(&digits);
            return append_start(&mut self.out, &piece, 8 + len);
        }
        self.text(b", !dbg ");
        self.metadata_operand(id);
    }

    /// Writes metadata without a number.
    fn unnumbered(&mut self, id: MdId) {
        let table = &self.ctx.module.metadata;
        let item = table.get(id);
        self.is_early |= match item {
            Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } => !self.ctx.slots.is_complete(),
            Metadata::Expression { .. } => !self.ctx.llvm.inline_expressions() && !self.ctx.slots.is_complete(),
            _ => false,
        };
        match item {
            Metadata::String(text) => {
                self.out.push(b'!');
                write_quoted(&mut self.out, self.ctx.module.str(text));
            }
            Metadata::Value { ty, value } => {
                self.ty(ty);
                self.out.push(b' ');
                self.value(value);
            }
            Metadata::ArgList(list) => self.arg_list(list),
            Metadata::Missing => self.text(b"null"),
            // In a damaged module it may lead back to itself.
            Metadata::Node { kind, fields, .. } if kind.is_location() && self.depth < INLINE_LOCATIONS => {
                self.depth += 1;
                self.di_node(kind, fields);
                self.depth -= 1;
            }
            Metadata::Expression { start, len, .. } => self.expression_elements(table.word_range(start, len)),
            _ => self.text(b"<badref>"),
        }
    }

    /// Writes metadata as an operand of an instruction. In old versions, a value in it was in a node of its own.
    pub(super) fn metadata_as_value(&mut self, id: MdId) {
        let wrapped = !self.ctx.llvm.untyped_metadata() && matches!(self.ctx.module.metadata.get(id), Metadata::Value { .. });
        if wrapped {
            self.text(b"!{");
        }
        self.metadata_operand(id);
        if wrapped {
            self.out.push(b'}');
        }
    }

    /// Writes the references of a tuple, after the type `metadata` if the version requires it.
    fn tuple_operand(&mut self, operand: Option<MdId>) {
        if let Some(id) = operand
            && !self.ctx.llvm.untyped_metadata()
            && !matches!(self.ctx.module.metadata.get(id), Metadata::Value { .. } | Metadata::Missing)
        {
            self.text(b"metadata ");
        }
        self.metadata_or_null(operand);
    }

    /// Writes a debug location as the tuple that it was before LLVM 3.6.
    fn location_tuple(&mut self, id: MdId) {
        let Some(&[line, column, scope, inlined_at, ..]) = self.ctx.module.metadata.location(id) else { return };
        self.text(b"!{i32 ");
        write_u32(&mut self.out, line);
        self.text(b", i32 ");
        write_u32(&mut self.out, column);
        for slot in [scope, inlined_at] {
            self.text(b", ");
            self.tuple_operand(slot_md(slot));
        }
        self.out.push(b'}');
    }

    /// Writes what a slot of a list or field refers to.
    pub(super) fn metadata_slot(&mut self, slot: u32) {
        self.metadata_or_null(slot_md(slot));
    }

    fn metadata_or_null(&mut self, id: Option<MdId>) {
        match id {
            Some(id) => self.metadata_operand(id),
            None => self.text(b"null"),
        }
    }

    fn arg_list(&mut self, list: List<MdId>) {
        self.text(b"!DIArgList(");
        let table = &self.ctx.module.metadata;
        for (i, item) in table.lists.get(list).iter().enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            // Only wrapped values may stand here: nothing that could nest.
            match table.get(item) {
                Metadata::Value { ty, value } => {
                    self.ty(ty);
                    self.out.push(b' ');
                    self.value(value);
                }
                _ => self.text(b"<badref>"),
            }
        }
        self.out.push(b')');
    }

    fn expression_elements(&mut self, elements: &[u64]) {
        // Most have none.
        if elements.is_empty() {
            return self.text(b"!DIExpression()");
        }
        self.text(b"!DIExpression(");
        let llvm = self.ctx.llvm;
        let out = &mut self.out;
        let mut at = 0;
        let mut separator: &[u8] = b"";
        if expr::is_valid_in(elements, self.ctx.llvm) {
            while at < elements.len() {
                let op = elements[at];
                let operands = expr::operand_count_in(op, llvm);
                out.extend_from_slice(separator);
                separator = b", ";
                out.extend_from_slice(u16::try_from(op).ok().and_then(|op| Op(op).name()).unwrap_or("").as_bytes());
                for i in 0..operands {
                    out.extend_from_slice(b", ");
                    let operand = elements.get(at + 1 + i).copied().unwrap_or(0);
                    if op == u64::from(Op::LLVM_CONVERT.0) && i == 1 {
                        let name = u8::try_from(operand).ok().and_then(|e| Encoding(e).name());
                        out.extend_from_slice(name.unwrap_or("").as_bytes());
                    } else {
                        write_u64(out, operand);
                    }
                }
                at += 1 + operands;
            }
        } else {
            for &element in elements {
                out.extend_from_slice(separator);
                separator = b", ";
                write_u64(out, element);
            }
        }
        out.push(b')');
    }

    /// Writes `!N = …` and the end of the line.
    pub(super) fn numbered_node(&mut self, slot: u32, id: MdId) {
        self.out.push(b'!');
        write_u32(&mut self.out, slot);
        self.text(b" = ");
        self.node(id);
        self.out.push(b'\n');
    }

    /// Writes metadata as LLVM prints a single one: a node with its number, if it has one; anything else as an operand.
    pub(super) fn metadata(&mut self, id: MdId) {
        let is_node = matches!(self.ctx.module.metadata.get(id), Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. });
        match self.ctx.slots.metadata(id) {
            Some(slot) => self.numbered_node(slot, id),
            None if !self.ctx.slots.has(id) => self.text(b"<badref>"),
            None if is_node => self.node(id),
            None => self.metadata_operand(id),
        }
    }

    /// Writes a node without its number.
    pub(super) fn node(&mut self, id: MdId) {
        let llvm = self.ctx.llvm;
        if !llvm.untyped_metadata() {
            self.text(b"metadata ");
        }
        let table = &self.ctx.module.metadata;
        match table.get(id) {
            Metadata::Tuple { distinct, ops } => {
                self.distinct(distinct);
                self.text(b"!{");
                for (i, operand) in table.lists.get(ops).iter().enumerate() {
                    if i != 0 {
                        self.text(b", ");
                    }
                    self.tuple_operand(operand);
                }
                self.out.push(b'}');
            }
            Metadata::Node { kind, .. } if kind.is_location() && !llvm.location_nodes() => self.location_tuple(id),
            Metadata::Node { kind, distinct, fields } => {
                self.distinct(distinct);
                self.di_node(kind, fields);
            }
            Metadata::Generic { distinct, tag, ops } => {
                self.distinct(distinct);
                self.generic_node(tag, table.lists.get(ops));
            }
            Metadata::Expression { distinct, start, len } => {
                self.distinct(distinct);
                self.expression_elements(table.word_range(start, len));
            }
            _ => self.text(b"<badref>"),
        }
    }

    fn distinct(&mut self, distinct: bool) {
        // While metadata had types, there was no keyword for it: self-referential nodes were distinct.
        if distinct && self.ctx.llvm.untyped_metadata() {
            self.text(b"distinct ");
        }
    }

    fn generic_node(&mut self, tag: u16, all: ListRef<'_, Option<MdId>>) {
        self.text(b"!GenericDINode(tag: ");
        match Tag(tag).name() {
            Some(name) => self.text(name.as_bytes()),
            None => write_u32(&mut self.out, u32::from(tag)),
        }
        let header = self.md_string(md_slot(all.first().flatten())).unwrap_or(&[]);
        if !header.is_empty() {
            self.text(b", header: ");
            write_quoted(&mut self.out, header);
        }
        if all.len() > 1 {
            self.text(b", operands: {");
            for (i, operand) in all.iter().skip(1).enumerate() {
                if i != 0 {
                    self.text(b", ");
                }
                self.metadata_or_null(operand);
            }
            self.out.push(b'}');
        }
        self.out.push(b')');
    }

    /// The string that a slot refers to; none for null or anything but a string.
    pub(super) fn md_string(&self, slot: u32) -> Option<&'m [u8]> {
        let module = self.ctx.module;
        match module.metadata.get(slot_md(slot)?) {
            Metadata::String(text) => Some(module.str(text)),
            _ => None,
        }
    }

    /// The value that a slot refers to, with its type, if it refers to a wrapped value.
    pub(super) fn md_value(&self, slot: u32) -> Option<Value> {
        self.ctx.module.metadata.wrapped_value(slot_md(slot)?)
    }

    /// Writes `!name = !{…}` and the end of the line.
    pub(super) fn named_metadata(&mut self, named: &NamedMetadata) {
        self.out.push(b'!');
        write_metadata_name(&mut self.out, self.ctx.module.str(named.name));
        self.text(b" = !{");
        for (i, &node) in named.nodes.iter().enumerate() {
            if i != 0 {
                self.text(b", ");
            }
            self.metadata_operand(node);
        }
        self.text(b"}\n");
    }
}
