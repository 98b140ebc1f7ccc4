//! One printing thread's state, and operands: names of locals, blocks and globals, constants, metadata.

use super::context::{Context, number_locals};
use super::line::{Memory, memory};
use super::quote::write_name;
use super::slots;
use super::texts::Texts;
use bctk_ir::attr_set::ParamSets;
use bctk_ir::body::{Attachment, Body};
use bctk_ir::entity::{BlockId, OptionalId, TypeId};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::fast;

/// State of one printing thread.
pub(super) struct Printer<'c, 'm> {
    pub(super) ctx: &'c Context<'m>,
    /// The body that is being printed.
    pub(super) body: Option<&'m Body>,
    pub(super) out: Vec<u8>,
    /// For text that is put together before it is appended.
    pub(super) memory: Box<Memory>,
    /// `%name` of each local of the body.
    pub(super) locals: Texts,
    /// `%name` of each block of the body.
    pub(super) blocks: Texts,
    /// Constants that may still print.
    pub(super) fuel: u32,
    /// Nesting of the constant being printed.
    pub(super) depth: u32,
    /// Whether the function being printed takes variable arguments.
    pub(super) parent_is_vararg: bool,
    /// The personality of the function being printed.
    pub(super) personality: OptionalId<Value>,
    /// Where the line that may get an annotation starts.
    pub(super) line_start: usize,
    /// Whether something may get a number that was printed without one.
    pub(super) is_early: bool,
    /// Whether frequent instructions print as in newer releases, so that the fast path prints them.
    pub(super) is_fast: bool,
    /// Number of uses of each local of the body; empty unless annotations are wanted.
    pub(super) local_uses: Vec<u32>,
}

impl<'c, 'm> Printer<'c, 'm> {
    pub(super) fn new(ctx: &'c Context<'m>) -> Self {
        Printer {
            ctx,
            body: None,
            out: ctx.take_buffer(),
            memory: Box::new(memory()),
            locals: Texts::default(),
            blocks: Texts::default(),
            fuel: ctx.options.limits.printed_constants,
            depth: 0,
            parent_is_vararg: false,
            personality: OptionalId::NONE,
            line_start: 0,
            is_early: false,
            is_fast: fast::is_on() && ctx.llvm.explicit_types() && ctx.llvm.volatile_after_opcode() && ctx.llvm.attribute_groups(),
            local_uses: Vec::new(),
        }
    }

    /// Makes `body` the current one: numbers or names its locals and blocks.
    pub(super) fn enter(&mut self, body: &'m Body) {
        self.body = Some(body);
        self.count_local_uses(body);
        if self.enter_unnamed(body).is_some() {
            return;
        }
        let (local_slots, block_slots) = number_locals(body);
        self.locals.clear();
        for (i, &slot) in local_slots.iter().enumerate() {
            push_local(&mut self.locals, body.local_name(i as u32), slot);
        }
        self.blocks.clear();
        for (i, &slot) in block_slots.iter().enumerate() {
            push_local(&mut self.blocks, body.block_name(BlockId::new(i)), slot);
        }
    }

    /// Numbers the locals and blocks of a body without names whose locals are in the order of the instructions, as most are.
    fn enter_unnamed(&mut self, body: &Body) -> Option<()> {
        let has_names = !body.local_names.is_empty() || !body.block_names.is_empty();
        if has_names || body.args as usize > body.local_types.len() {
            return None;
        }
        let (locals, blocks) = (&mut self.locals, &mut self.blocks);
        locals.clear();
        blocks.clear();
        let mut next = 0;
        let mut push = |texts: &mut Texts| {
            texts.push_number(b'%', next);
            next += 1;
        };
        (0..body.args).for_each(|_| push(locals));
        for block in &body.blocks {
            push(blocks);
            for result in body.results.get(block.first.index()..block.end.index())? {
                match result.get() {
                    None => {}
                    Some(local) if local as usize == locals.len() => push(locals),
                    Some(_) => return None,
                }
            }
        }
        (locals.len() == body.local_types.len()).then_some(())
    }

    #[inline]
    pub(super) fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    #[inline]
    pub(super) fn ty(&mut self, id: TypeId) {
        self.ctx.types.append(id, &mut self.out);
    }

    /// `%name` of a local of the body.
    #[inline]
    pub(super) fn local_name(&mut self, local: u32) {
        self.locals.append(local as usize, b"<badref>", &mut self.out);
    }

    /// `%name` of a block of the body.
    #[inline]
    pub(super) fn block_name(&mut self, block: BlockId) {
        self.blocks.append(block.index(), b"<badref>", &mut self.out);
    }

    /// The name of a block as its label, without the `%`.
    pub(super) fn block_label(&mut self, block: BlockId) {
        self.out.extend_from_slice(self.blocks.get(block.index()).and_then(|name| name.get(1..)).unwrap_or(b"<badref>"));
    }

    /// `label %name`
    #[inline]
    pub(super) fn label(&mut self, block: BlockId) {
        self.text(b"label ");
        self.block_name(block);
    }

    /// Type of a value in the body being printed.
    #[inline]
    pub(super) fn type_of(&self, value: Value) -> Option<TypeId> {
        self.ctx.module.type_of(value, self.body)
    }

    /// Writes the type of a value.
    #[inline]
    pub(super) fn type_of_value(&mut self, value: Value) {
        match self.type_of(value) {
            Some(ty) => self.ty(ty),
            None => match value.kind() {
                ValueKind::Block(_) => self.text(b"label"),
                ValueKind::Metadata(_) => self.text(b"metadata"),
                _ => {}
            },
        }
    }

    /// Writes a value with its type.
    pub(super) fn typed(&mut self, value: Value) {
        // Most operands are locals.
        if let ValueKind::Local(local) = value.kind()
            && let Some(&ty) = self.body.and_then(|body| body.local_types.get(local as usize))
        {
            self.ctx.types.append_with_blank(ty, &mut self.out);
            return self.local_name(local);
        }
        self.other_typed(value);
    }

    fn other_typed(&mut self, value: Value) {
        if value.is_none() {
            self.text(b"<null operand!>");
            return;
        }
        self.type_of_value(value);
        self.out.push(b' ');
        self.value(value);
    }

    /// Writes a value without its type.
    pub(super) fn value(&mut self, value: Value) {
        match value.kind() {
            ValueKind::Local(index) => self.local_name(index),
            ValueKind::Global(id) => self.ctx.write_global(&mut self.out, id),
            ValueKind::Const(index) => self.constant(&self.ctx.module.consts, index),
            ValueKind::LocalConst(index) => match self.body {
                Some(body) => self.constant(&body.consts, index),
                None => self.text(b"<badref>"),
            },
            ValueKind::Block(block) => self.block_name(block),
            ValueKind::Metadata(id) => self.metadata_as_value(id),
            ValueKind::None => self.text(b"<null operand!>"),
        }
    }

    /// Writes a value with type and attributes, as an argument of a call.
    pub(super) fn argument(&mut self, value: Value, sets: &mut ParamSets<'_>, index: u32) {
        self.type_of_value(value);
        if let Some(set) = sets.of(index) {
            self.out.push(b' ');
            self.text(self.ctx.attrs.inline(set));
        }
        self.out.push(b' ');
        self.value(value);
    }

    /// Writes attachments of metadata, each after `separator`.
    pub(super) fn attachment(&mut self, attachment: &Attachment, separator: &[u8]) {
        self.text(separator);
        self.ctx.write_md_kind(&mut self.out, attachment.kind);
        self.metadata_operand(attachment.node);
    }
}

fn push_local(texts: &mut Texts, name: &[u8], slot: u32) {
    if name.is_empty() && slot != slots::NONE {
        return texts.push_number(b'%', slot);
    }
    if name.is_empty() {
        texts.bytes.extend_from_slice(b"<badref>");
    } else {
        texts.bytes.push(b'%');
        write_name(&mut texts.bytes, name);
    }
    texts.end();
}
