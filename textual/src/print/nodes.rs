//! The lines of numbered metadata nodes as the newest releases print them: each kind of node has a plan, whose steps are the fields that
//! may print. Most fields are absent, so a step begins with what its slot holds then. What is rare is left to [`Printer::field`].

use super::di::Node;
use super::line::{Line, PIECE, memory};
use super::operand::Printer;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER, PrintRule};
use bctk_ir::metadata::{Metadata, md_slot, slot_md};

/// Room for a label: the longest that is taken from here has 28 bytes.
const LABEL: usize = 32;
/// Maximum number of fields of a node.
const MAX_STEPS: usize = 32;
/// No slot holds this.
const NEVER: u64 = u64::MAX;

/// How a field prints.
#[derive(Clone, Copy)]
enum How {
    /// A reference.
    Metadata,
    /// An unsigned number.
    Number,
    /// A string.
    Text,
    /// A string, unless it is empty.
    TextIfAny,
    /// A number in place, unless it is 0, or a reference.
    Size,
    /// A number in place or a reference.
    Bound,
    /// One of the kinds whose text depends on nothing but the slot.
    Plain,
    /// By a rule of its own.
    Special,
    /// Anything else.
    Other,
}

/// How to print a field.
#[derive(Clone, Copy)]
struct Step {
    /// The field is absent if its first slot holds this.
    absent: u64,
    how: How,
    slot: u8,
    kind: FieldKind,
    /// Its place among the fields of the node.
    field: u8,
    /// The length of the label.
    len: u8,
    /// `, name: `, and room for a copy from the third byte on.
    label: [u8; LABEL + 2],
}

/// How to print a kind of node.
#[derive(Clone, Copy)]
struct Plan {
    /// `!DIName(`
    head: [u8; LABEL],
    head_len: usize,
    steps: [Step; MAX_STEPS],
    count: usize,
}

/// The first bytes of a text.
const fn start<const N: usize>(text: &str) -> [u8; N] {
    let mut start = [b' '; N];
    let mut i = 0;
    while i < text.len() {
        start[i] = text.as_bytes()[i];
        i += 1;
    }
    start
}

const fn step(field: DiField, number: usize) -> Step {
    let absent = match (field.rule, field.kind) {
        (PrintRule::Skip(_), FieldKind::U64 | FieldKind::ApInt) => NEVER,
        (PrintRule::Skip(default), _) => default as u64,
        (PrintRule::SkipNull, _) => 0,
        _ => NEVER,
    };
    let how = match (field.kind, field.rule) {
        (_, PrintRule::Special) => How::Special,
        (FieldKind::Md, _) => How::Metadata,
        (FieldKind::U32, _) => How::Number,
        (FieldKind::MdString, PrintRule::Skip(_)) => How::TextIfAny,
        (FieldKind::MdString, _) => How::Text,
        (FieldKind::SizeOrMd, _) => How::Size,
        (FieldKind::BoundOrMd, _) => How::Bound,
        (FieldKind::U64 | FieldKind::GenericBound | FieldKind::ApInt | FieldKind::PtrAuth, _) => How::Other,
        _ => How::Plain,
    };
    Step { absent, how, slot: field.slot, kind: field.kind, field: number as u8, len: field.label.len() as u8, label: start(field.label) }
}

static PLANS: [Plan; DiKind::ALL.len()] = {
    let none = step(DiField { name: "", label: "", kind: FieldKind::Md, rule: PrintRule::Never, slot: 0 }, 0);
    let mut plans = [Plan { head: [b' '; LABEL], head_len: 0, steps: [none; MAX_STEPS], count: 0 }; DiKind::ALL.len()];
    let mut k = 0;
    while k < plans.len() {
        let kind = DiKind::ALL[k];
        let plan = &mut plans[k];
        plan.head = start(kind.name());
        plan.head_len = kind.name().len() + 2;
        let mut at = plan.head_len - 1;
        plan.head[at] = b'(';
        while at > 1 {
            at -= 1;
            plan.head[at] = plan.head[at - 1];
        }
        plan.head[0] = b'!';
        let fields = kind.fields();
        let mut i = 0;
        while i < fields.len() {
            // These are fields of old releases.
            if !matches!(fields[i].rule, PrintRule::Never | PrintRule::Until(_)) {
                plan.steps[plan.count] = step(fields[i], i);
                // Whether line 0 of a label is printed depends on the release.
                if matches!((kind, fields[i].name.as_bytes()), (DiKind::Label, b"line")) {
                    plan.steps[plan.count].absent = NEVER;
                    plan.steps[plan.count].how = How::Other;
                }
                plan.count += 1;
            }
            i += 1;
        }
        k += 1;
    }
    plans
};

/// Places for texts of plain fields.
const PLACES: usize = 32;

/// A text of a plain field.
#[derive(Clone, Copy)]
struct Known {
    /// What the slot holds, and the kind of field.
    key: u64,
    len: usize,
    text: [u8; PIECE],
}

/// Texts of plain fields that were printed not long ago: words of flags take long, and most nodes have one of a few.
struct Recent([Known; PLACES]);

impl<'m> Printer<'_, 'm> {
    /// Writes the lines of numbered nodes, the first of which has the number `start`.
    pub(super) fn numbered_nodes(&mut self, start: u32, nodes: &[MdId]) {
        if !self.ctx.prints_current_nodes {
            return (start..).zip(nodes).for_each(|(slot, &id)| self.numbered_node(slot, id));
        }
        let mut memory = memory();
        let mut line = Line::new(&mut memory);
        let mut recent = Recent([Known { key: NEVER, len: 0, text: [0; PIECE] }; PLACES]);
        let table = &self.ctx.module.metadata;
        for (slot, &id) in (start..).zip(nodes) {
            line.make_room(&mut self.out);
            line.reference(slot);
            line.piece(b" = ");
            match table.get(id) {
                Metadata::Node { kind, distinct, fields } => {
                    if distinct {
                        line.piece(b"distinct ");
                    }
                    line = self.current_node(line, &mut recent, kind, table.node_fields(kind, fields));
                }
                Metadata::Tuple { distinct, ops } => {
                    if distinct {
                        line.piece(b"distinct ");
                    }
                    line.piece(b"!{");
                    for (i, operand) in table.lists.get(ops).iter().enumerate() {
                        line.make_room(&mut self.out);
                        if i != 0 {
                            line.piece(b", ");
                        }
                        self.slot_reference(&mut line, md_slot(operand));
                    }
                    line.piece(b"}");
                }
                _ => {
                    line.flush(&mut self.out);
                    self.node(id);
                }
            }
            line.piece(b"\n");
        }
        line.flush(&mut self.out);
    }

    /// Writes what a slot refers to. Needs room for 24 bytes.
    #[inline(always)]
    fn slot_reference(&mut self, line: &mut Line<'_>, slot: u32) {
        let Some(id) = slot_md(slot) else { return line.piece(b"null") };
        match self.ctx.slots.metadata(id) {
            Some(number) => line.reference(number),
            None => {
                line.flush(&mut self.out);
                self.metadata_operand(id);
            }
        }
    }

    /// Writes a node as the newest release does.
    fn current_node<'b>(&mut self, mut line: Line<'b>, recent: &mut Recent, kind: DiKind, slots: &'m [u32]) -> Line<'b> {
        // Most nodes are locations.
        if kind.is_location()
            && let &[row, column, scope, inlined_at, ref atom @ ..] = slots
            && let [] | [0, _, 0, _] = atom
        {
            line.piece(b"!DILocation(line: ");
            line.number(row);
            line.field(b", column: ", column);
            line.piece(b", scope: ");
            self.slot_reference(&mut line, scope);
            if inlined_at != 0 {
                line.piece(b", inlinedAt: ");
                self.slot_reference(&mut line, inlined_at);
            }
            if let &[_, group, _, rank] = atom {
                line.field(b", atomGroup: ", group);
                line.field(b", atomRank: ", rank);
            }
            line.piece(b")");
            return line;
        }
        let plan = &PLANS[kind as usize];
        line.start_of(&plan.head, plan.head_len);
        let mut node = Node { kind, slots, started: false };
        for step in plan.steps.get(..plan.count).unwrap_or(&[]) {
            let value = slots.get(usize::from(step.slot)).copied().unwrap_or(0);
            if u64::from(value) == step.absent {
                continue;
            }
            line.make_room(&mut self.out);
            match step.how {
                How::Metadata => {
                    step.label(&mut line, &mut node);
                    self.slot_reference(&mut line, value);
                }
                How::Number => {
                    step.label(&mut line, &mut node);
                    line.number(value);
                }
                How::Text | How::TextIfAny => {
                    let text = self.md_string(value).unwrap_or(&[]);
                    if !text.is_empty() || matches!(step.how, How::Text) {
                        step.label(&mut line, &mut node);
                        line.quoted(&mut self.out, text);
                    }
                }
                How::Plain => {
                    step.label(&mut line, &mut node);
                    self.plain_again(&mut line, recent, step.kind, value);
                }
                How::Size if value == NUMBER => {
                    let number = step.number(slots);
                    if number != 0 {
                        step.label(&mut line, &mut node);
                        line.wide_number(number);
                    }
                }
                How::Bound if value == NUMBER && step.number(slots) < 1 << 63 => {
                    step.label(&mut line, &mut node);
                    line.wide_number(step.number(slots));
                }
                How::Size | How::Bound | How::Special | How::Other => {
                    let Some(field) = kind.fields().get(usize::from(step.field)) else { continue };
                    if !matches!(step.how, How::Special) || self.special(&node, field) {
                        line.flush(&mut self.out);
                        self.field(&mut node, field);
                    }
                }
            }
        }
        line.piece(b")");
        line
    }

    /// Writes a field whose text depends on nothing but its slot.
    #[inline]
    fn plain_again(&mut self, line: &mut Line<'_>, recent: &mut Recent, kind: FieldKind, slot: u32) {
        let key = u64::from(slot) | (kind as u64) << 32;
        let hash = slot.wrapping_mul(0x9e37_79b1) >> 27 ^ kind as u32;
        let Some(known) = recent.0.get_mut(hash as usize % PLACES) else { return };
        if known.key == key {
            return line.start_of(&known.text, known.len);
        }
        line.flush(&mut self.out);
        let start = self.out.len();
        self.plain(kind, slot);
        let text = self.out.get(start..).unwrap_or(&[]);
        if let Some(room) = known.text.get_mut(..text.len()) {
            room.copy_from_slice(text);
            (known.key, known.len) = (key, text.len());
        }
    }
}

impl Step {
    /// Writes the name of the field. Needs room for it.
    #[inline(always)]
    fn label(&self, line: &mut Line<'_>, node: &mut Node<'_>) {
        // The first field has no comma before it.
        let cut = if node.started { 0 } else { 2 };
        node.started = true;
        if let Some(label) = self.label.get(cut..).and_then(|label| label.first_chunk::<LABEL>()) {
            line.start_of(label, usize::from(self.len) - cut);
        }
    }

    /// The number in place.
    #[inline]
    fn number(&self, slots: &[u32]) -> u64 {
        let half = |at: usize| u64::from(slots.get(usize::from(self.slot) + at).copied().unwrap_or(0));
        half(1) | half(2) << 32
    }
}
