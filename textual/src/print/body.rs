//! Function bodies: blocks, their comments, debug records (`AssemblyWriter::printBasicBlock`, `printDbgRecord`, LLVM 22).

use super::line::Line;
use super::operand::Printer;
use bctk_ir::body::{Attachment, Body, DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{BlockId, InstId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_support::slices::next_if;
use bctk_support::text::append_start;
use std::ops::Range;

/// The column at which the comment about predecessors starts.
const COMMENT_COLUMN: usize = 50;

impl<'m> Printer<'_, 'm> {
    /// Writes all blocks of the body that was entered, without the braces.
    pub(super) fn blocks(&mut self, body: &'m Body) {
        self.blocks_in(body, 0..body.blocks.len());
    }

    /// Writes some blocks of the body that was entered.
    pub(super) fn blocks_in(&mut self, body: &'m Body, blocks: Range<usize>) {
        let first = body.blocks.get(blocks.start).map_or(InstId(0), |block| block.first);
        let start = body.dbg_records.partition_point(|record| record.before < first);
        let mut records = body.dbg_records.get(start..).unwrap_or(&[]);
        let start = body.attachments.partition_point(|(at, _)| *at < first);
        let mut attachments = body.attachments.get(start..).unwrap_or(&[]);
        for (b, block) in body.blocks.iter().enumerate().take(blocks.end).skip(blocks.start) {
            self.block_header(body, BlockId::new(b));
            let range = block.first.index()..block.end.index();
            for (i, inst) in range.clone().zip(body.insts.get(range).unwrap_or(&[])) {
                while let Some(record) = next_if(&mut records, |record| record.before.index() <= i) {
                    self.record(body, record);
                }
                self.start_line();
                let own = std::iter::from_fn(|| next_if(&mut attachments, |(at, _)| at.index() <= i)).filter(|(at, _)| at.index() == i);
                self.instruction_line(body, InstId(i as u32), inst, own.map(|(_, attachment)| attachment));
                self.annotate_instruction(body, InstId(i as u32));
                self.out.push(b'\n');
            }
        }
    }

    /// Writes an instruction with its attachments, without the end of the line.
    #[inline]
    pub(super) fn instruction_line<'a>(
        &mut self,
        body: &'m Body,
        id: InstId,
        inst: &Inst,
        attachments: impl Iterator<Item = &'a Attachment>,
    ) {
        self.instruction(body, id, inst);
        for attachment in attachments {
            self.attachment(attachment, b", ");
        }
        self.relocation_comment(body, inst);
    }

    fn block_header(&mut self, body: &'m Body, block: BlockId) {
        let entry = block.0 == 0;
        let named = !body.block_name(block).is_empty();
        let llvm = self.ctx.llvm;
        if !named && !entry && !llvm.numbered_labels() {
            let used = !body.predecessors(block).is_empty();
            let start = self.out.len() + usize::from(used);
            if used {
                self.text(b"\n; <label>:");
                self.block_label(block);
                if llvm.label_comment_colons() {
                    self.out.push(b':');
                }
            }
            self.pad_from(start);
            self.predecessors(body, block);
        } else if named || !entry {
            self.out.push(b'\n');
            let start = self.out.len();
            self.block_label(block);
            self.out.push(b':');
            if !entry {
                self.pad_from(start);
                self.predecessors(body, block);
            }
        }
        self.out.push(b'\n');
    }

    /// Spaces up to the column of comments in the line that starts at `start`.
    fn pad_from(&mut self, start: usize) {
        let column = self.out.len() - start;
        let blanks = COMMENT_COLUMN.saturating_sub(column).max(1);
        self.out.resize(self.out.len() + blanks, b' ');
    }

    fn predecessors(&mut self, body: &'m Body, block: BlockId) {
        let preds = body.predecessors(block);
        if preds.is_empty() {
            self.text(b"; No predecessors!");
            return;
        }
        for (i, &pred) in preds.iter().enumerate() {
            self.text(if i == 0 { b"; preds = " } else { b", " });
            self.block_name(pred);
        }
    }

    /// Writes a debug record and the end of the line.
    pub(super) fn record(&mut self, body: &Body, record: &DbgRecord) {
        let (word, len) = match record.kind {
            DbgKind::Value => (b"    #dbg_value(         ", 15),
            DbgKind::Declare => (b"    #dbg_declare(       ", 17),
            DbgKind::Assign => (b"    #dbg_assign(        ", 16),
            DbgKind::Label => (b"    #dbg_label(         ", 15),
            DbgKind::DeclareValue => (b"    #dbg_declare_value( ", 23),
        };
        append_start(&mut self.out, word, len);
        if let Some(value) = record.value {
            self.dbg_operand(value);
            self.text(b", ");
        }
        if !self.common_record(record) {
            self.rest_of_record(body, record);
        }
    }

    /// Writes what follows the value, if the record has the parts of most: a variable, an empty expression, a location.
    #[inline]
    fn common_record(&mut self, record: &DbgRecord) -> bool {
        let number = |id: MdId| self.ctx.slots.metadata(id);
        let (Some(expression), None) = (record.expression.get(), record.assign.get()) else { return false };
        let (Some(variable), Some(loc)) = (number(record.variable), number(record.loc)) else { return false };
        let is_empty = matches!(self.ctx.module.metadata.get(expression), Metadata::Expression { len: 0, .. });
        if !is_empty || number(expression).is_some() {
            return false;
        }
        let mut line = Line::new(&mut self.memory);
        line.reference(variable);
        line.piece(b", !DIExpression(), ");
        line.reference(loc);
        line.piece(b")\n");
        line.finish(&mut self.out);
        true
    }

    /// Writes what follows the value.
    fn rest_of_record(&mut self, body: &Body, record: &DbgRecord) {
        self.metadata_operand(record.variable);
        self.text(b", ");
        if let Some(expression) = record.expression.get() {
            self.metadata_operand(expression);
            self.text(b", ");
        }
        if let Some(&DbgAssign { id, address, address_expression }) = body.dbg_assign(record) {
            self.metadata_operand(id);
            self.text(b", ");
            self.dbg_operand(address);
            self.text(b", ");
            self.metadata_operand(address_expression);
            self.text(b", ");
        }
        self.metadata_operand(record.loc);
        self.text(b")\n");
    }

    fn dbg_operand(&mut self, operand: DbgOperand) {
        match operand {
            DbgOperand::Md(id) => self.metadata_operand(id),
            DbgOperand::Value(value) => self.typed(value),
        }
    }
}
