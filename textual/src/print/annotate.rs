//! Comments that `llvm-dis --show-annotations` adds: number of uses, type, debug location (LLVM 22).

use super::operand::Printer;
use bctk_ir::body::Body;
use bctk_ir::entity::{GlobalId, InstId, MdId, TypeId};
use bctk_ir::global::GlobalValue;
use bctk_ir::metadata::{MetadataTable, slot_md};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::visit::operands;
use bctk_support::limits::Limits;
use bctk_support::text::write_u32;

/// The column at which these comments start.
const COLUMN: usize = 50;

impl<'m> Printer<'_, 'm> {
    /// A line starts here that may get a comment at its end.
    #[inline]
    pub(super) fn start_line(&mut self) {
        self.line_start = self.out.len();
    }

    /// Writes blanks up to the column of comments, at least one.
    fn comment_column(&mut self) {
        let lines = self.out.get(self.line_start..).unwrap_or(&[]);
        let column = lines.iter().rev().take_while(|&&b| b != b'\n').count();
        let blanks = COLUMN.saturating_sub(column).max(1);
        self.out.resize(self.out.len() + blanks, b' ');
    }

    /// Counts the uses of the locals of `body`, if they are wanted.
    pub(super) fn count_local_uses(&mut self, body: &Body) {
        if !self.ctx.options.annotations {
            return;
        }
        let mut uses = vec![0; body.local_types.len()];
        for inst in &body.insts {
            operands(inst, body, |_, value| {
                if let ValueKind::Local(local) = value.kind()
                    && let Some(count) = uses.get_mut(local as usize)
                {
                    *count += 1;
                }
            });
        }
        self.local_uses = uses;
    }

    /// Writes the comment before a function with its number of uses.
    pub(super) fn annotate_function(&mut self, id: GlobalId) {
        if let Some(&uses) = self.ctx.global_uses.get(id.index()) {
            self.text(b"; [#uses=");
            write_u32(&mut self.out, uses);
            self.text(b"]\n");
        }
    }

    /// Ends the line of a variable, alias or ifunc.
    pub(super) fn annotate_global(&mut self, id: GlobalId, global: &GlobalValue) {
        if let Some(&uses) = self.ctx.global_uses.get(id.index()) {
            self.uses(uses, global.ptr_type);
        }
    }

    /// Ends the line of an instruction.
    #[inline]
    pub(super) fn annotate_instruction(&mut self, body: &'m Body, id: InstId) {
        if self.ctx.options.annotations {
            self.instruction_comment(body, id);
        }
    }

    fn instruction_comment(&mut self, body: &'m Body, id: InstId) {
        let local = body.result(id).map_or(usize::MAX, |local| local as usize);
        let mut padded = false;
        if let (Some(&uses), Some(&ty)) = (self.local_uses.get(local), body.local_types.get(local)) {
            self.uses(uses, ty);
            padded = true;
        }
        let Some(loc) = body.debug_loc(id) else { return };
        if !padded {
            self.comment_column();
            self.out.push(b';');
        }
        self.text(b" [debug line = ");
        let table = &self.ctx.module.metadata;
        let Some((mut line, mut column, mut inlined)) = location(table, loc) else { return };
        loop {
            write_u32(&mut self.out, line);
            self.out.push(b':');
            write_u32(&mut self.out, column);
            let Some(next) = inlined.and_then(|at| location(table, at)) else { break };
            self.out.push(b'@');
            if !self.ctx.prints_locations {
                self.text(b"<too many locations>");
                break;
            }
            (line, column, inlined) = next;
        }
        self.out.push(b']');
    }

    fn uses(&mut self, uses: u32, ty: TypeId) {
        self.comment_column();
        self.text(b"; [#uses=");
        write_u32(&mut self.out, uses);
        self.text(b" type=");
        self.ty(ty);
        // LLVM prints an identified structure outside of its definition with its body.
        if let Type::Struct { name, .. } = self.ctx.module.types.get(ty)
            && !name.is_empty()
        {
            self.text(b" = type ");
            self.ctx.types.write_struct_body(self.ctx.module, ty, &mut self.out);
        }
        self.out.push(b']');
    }
}

/// Line, column and inlined-at location of a `DILocation`.
fn location(table: &MetadataTable, id: MdId) -> Option<(u32, u32, Option<MdId>)> {
    let &[line, column, _, inlined_at, ..] = table.location(id)? else { return None };
    Some((line, column, slot_md(inlined_at)))
}

/// Whether the annotations of a module contain no more locations than `limits` allow.
pub(super) fn fits_locations(module: &Module, limits: &Limits) -> bool {
    const UNKNOWN: u32 = 0;
    /// On the current path, or on one that leads into a cycle.
    const ENDLESS: u32 = u32::MAX;
    let table = &module.metadata;
    // By node: how many locations an annotation with it names.
    let mut counts: Vec<u32> = Vec::new();
    let mut way = Vec::new();
    let (mut found, mut room) = (0u64, limits.printed_locations);
    for body in &module.bodies {
        for loc in (0..body.insts.len()).filter_map(|at| body.debug_loc(InstId::new(at))) {
            if counts.is_empty() {
                counts.resize(table.items.len(), UNKNOWN);
            }
            let mut at = Some(loc);
            let mut count = loop {
                let Some((id, Some((_, _, outer)))) = at.map(|id| (id, location(table, id))) else { break 0 };
                match counts.get_mut(id.index()) {
                    Some(count @ &mut UNKNOWN) => *count = ENDLESS,
                    Some(&mut count) => break count,
                    None => break 0,
                }
                way.push(id);
                at = outer;
            };
            while let Some(id) = way.pop() {
                count = count.saturating_add(1);
                counts[id.index()] = count;
            }
            if count == ENDLESS {
                return false;
            }
            found = found.saturating_add(count.into());
            room = room.saturating_add(limits.printed_locations_each);
        }
    }
    found <= room
}
