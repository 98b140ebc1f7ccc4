//! Function bodies: blocks, their comments, debug records (`AssemblyWriter::printBasicBlock`, `printDbgRecord`, LLVM 22).

use super::operand::Printer;
use bctk_ir::body::{Body, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{BlockId, InstId};

/// The column at which the comment about predecessors starts.
const COMMENT_COLUMN: usize = 50;

impl<'m> Printer<'_, 'm> {
    /// Writes all blocks of the body that was entered, without the braces.
    pub(super) fn blocks(&mut self, body: &'m Body) {
        let mut records = body.dbg_records.iter().peekable();
        let mut attachments = body.attachments.iter().peekable();
        for (b, block) in body.blocks.iter().enumerate() {
            self.block_header(body, BlockId::new(b));
            let range = block.first.index()..block.end.index();
            for (i, inst) in range.clone().zip(body.insts.get(range).unwrap_or(&[])) {
                while let Some(record) = records.next_if(|record| record.before.index() <= i) {
                    self.record(record);
                }
                self.start_line();
                self.instruction(body, InstId(i as u32), inst);
                while let Some((at, attachment)) = attachments.next_if(|(at, _)| at.index() <= i) {
                    if at.index() == i {
                        self.attachment(attachment, b", ");
                    }
                }
                self.relocation_comment(body, inst);
                self.annotate_instruction(body, InstId(i as u32));
                self.out.push(b'\n');
            }
        }
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

    /// Blanks up to the column of comments in the line that begins at `start`.
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

    fn record(&mut self, record: &DbgRecord) {
        self.text(match record.kind {
            DbgKind::Value => b"    #dbg_value(",
            DbgKind::Declare => b"    #dbg_declare(",
            DbgKind::Assign => b"    #dbg_assign(",
            DbgKind::Label => b"    #dbg_label(",
            DbgKind::DeclareValue => b"    #dbg_declare_value(",
        });
        if let Some(value) = record.value {
            self.dbg_operand(value);
            self.text(b", ");
        }
        self.metadata_operand(record.variable);
        self.text(b", ");
        if let Some(expression) = record.expression {
            self.metadata_operand(expression);
            self.text(b", ");
        }
        if let Some((identity, address, expression)) = record.assign {
            self.metadata_operand(identity);
            self.text(b", ");
            self.dbg_operand(address);
            self.text(b", ");
            self.metadata_operand(expression);
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
