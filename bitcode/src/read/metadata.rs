//! METADATA blocks, of a module or of a body: strings, values, tuples and specialised nodes.
use super::constants::check_type;
use super::facts::Facts;
use super::inline::{Inline, set_kind};
use super::nodes::read_ahead;
use super::numbering::check_number;
use crate::schema::field::{Attached, Items, MdRef, TypedNumber, folded, sign_rotated};
use crate::schema::metadata::{self as row, DI_RECORDS, DiEnc, DiRecordRow};
use crate::schema::{Fields, match_record};
use bctk_bitstream::bits::Cursor;
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Attachment;
use bctk_ir::entity::{List, MdId};
use bctk_ir::global::GlobalValue;
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER, PARTS, PrintRule};
use bctk_ir::metadata::{Metadata, MetadataTable, NamedMetadata, slot_md};
use bctk_ir::strings::{Str, Strings};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use std::sync::LazyLock;

/// The destination of metadata.
pub(super) struct Target<'t> {
    pub(super) table: &'t mut MetadataTable,
    pub(super) strings: &'t mut Strings,
    /// Number of the table's first item: 0 for the module; for a body, the amount of module metadata.
    pub(super) base: u32,
    /// The global values whose attachments the block may hold.
    pub(super) globals: Option<&'t mut Vec<GlobalValue>>,
    /// The kinds of attachments, which the block may name too.
    pub(super) kinds: Option<&'t mut Vec<Str>>,
    /// Values that nodes name in place.
    pub(super) inline: &'t mut Inline,
    /// Which forms occurred.
    pub(super) facts: &'t mut Facts,
}

/// What metadata refers to.
pub(super) struct MdContext<'c, F: Fn(u32) -> Value> {
    pub(super) types: &'c TypeTable,
    /// From value number to value.
    pub(super) value: F,
}

/// One operand of a specialised node's record: its slots and encoding.
#[derive(Clone, Copy)]
struct Step {
    /// First slot and kind of the field; none for an operand that the model does not keep.
    field: Option<(u8, FieldKind)>,
    enc: DiEnc,
    /// Where the operand is bits of the field: the lowest of them.
    shift: Option<u32>,
    short: Short,
}

/// How an operand that fills one slot does so. Almost all operands do.
#[derive(Clone, Copy)]
enum Short {
    /// Not at all.
    Skip,
    /// A reference, into this slot.
    Reference(u8),
    /// The low 32 bits, into this slot.
    Number(u8),
    /// In another way, for which [`Step::field`] and [`Step::enc`] stand.
    None,
}

impl Short {
    fn of(field: Option<(u8, FieldKind)>, enc: DiEnc, shift: Option<u32>) -> Short {
        if matches!(enc, DiEnc::ApWidth | DiEnc::ApInt | DiEnc::ApWords) {
            return Short::None;
        }
        let Some((slot, kind)) = field else { return Short::Skip };
        let is_reference = matches!(enc, DiEnc::Md | DiEnc::MdStr);
        match kind {
            _ if shift.is_some() || matches!(enc, DiEnc::MdId | DiEnc::I64) => Short::None,
            FieldKind::U64 | FieldKind::ApInt | FieldKind::OptU32 | FieldKind::OptEnumKind | FieldKind::Bool => Short::None,
            _ if is_reference => Short::Reference(slot),
            FieldKind::SizeOrMd | FieldKind::BoundOrMd => Short::None,
            _ => Short::Number(slot),
        }
    }
}

/// A row of the schema joined with the node's table of fields.
struct Plan {
    row: &'static DiRecordRow,
    kind: DiKind,
    steps: Vec<Step>,
    /// Fields kept in operand 0: slot and bit.
    flags: Vec<(u8, u32)>,
    /// The slots of a node without any field in its record.
    absent: Vec<u32>,
    /// The bits of operand 0 that are known.
    known: u64,
}

/// Plans by record code.
static PLANS: LazyLock<Vec<Vec<Plan>>> = LazyLock::new(|| {
    let codes = DI_RECORDS.iter().map(|row| row.code as usize + 1).max().unwrap_or(0);
    let mut plans: Vec<Vec<Plan>> = (0..codes).map(|_| Vec::new()).collect();
    for row in DI_RECORDS {
        let Some(kind) = DiKind::from_name(row.node.as_bytes()) else { continue };
        let slot_of = |name: &str| kind.field(name).map(|f| (f.slot, f.kind));
        let mut absent = vec![0; kind.slots()];
        for field in kind.fields() {
            if let PrintRule::Skip(default) = field.rule {
                absent[field.slot as usize] = default;
            }
        }
        let flags: Vec<(u8, u32)> = row.flags.iter().filter_map(|&(name, bit)| slot_of(name).map(|(slot, _)| (slot, bit))).collect();
        let always = 1 | row.mask | row.set_bits(bctk_ir::version::LlvmVersion::NEWEST);
        let known = flags.iter().fold(always, |known, &(_, bit)| known | 1 << bit);
        plans[row.code as usize].push(Plan {
            row,
            kind,
            steps: row
                .operands
                .iter()
                .map(|op| {
                    let part = PARTS.iter().find(|part| part.0 == kind && part.1 == op.field);
                    let (field, shift) = (slot_of(part.map_or(op.field, |part| part.2)), part.map(|part| part.3));
                    Step { field, enc: op.enc, shift, short: Short::of(field, op.enc, shift) }
                })
                .collect(),
            flags,
            absent,
            known,
        });
    }
    plans
});

/// Reads the METADATA block of a module that `stream` has just entered.
pub(super) fn read_module<F: Fn(u32) -> Value + Sync>(
    stream: &mut StreamReader<'_>,
    target: &mut Target<'_>,
    ctx: &MdContext<'_, F>,
) -> Result<()> {
    read_until(stream, &mut RecordBuf::new(), target, ctx, |stream, record, target| match record.code {
        row::IndexOffset::CODE => read_ahead(stream, record, target, ctx),
        _ => Ok(()),
    })
}

/// Reads the METADATA block of a body that `stream` has just entered.
pub(super) fn read<F: Fn(u32) -> Value>(
    stream: &mut StreamReader<'_>,
    record: &mut RecordBuf,
    target: &mut Target<'_>,
    ctx: &MdContext<'_, F>,
) -> Result<()> {
    read_until(stream, record, target, ctx, |_, _, _| Ok(()))
}

/// Reads the METADATA block that `stream` has just entered. `after` gets each record that was read.
#[inline]
fn read_until<'d, F: Fn(u32) -> Value>(
    stream: &mut StreamReader<'d>,
    record: &mut RecordBuf,
    target: &mut Target<'_>,
    ctx: &MdContext<'_, F>,
    after: impl Fn(&mut StreamReader<'d>, &RecordBuf, &mut Target<'_>) -> Result<()>,
) -> Result<()> {
    let mut name = Str::EMPTY;
    loop {
        match stream.next(record)? {
            Entry::EndBlock | Entry::EndOfStream => return Ok(()),
            Entry::SubBlock(_) => stream.skip()?,
            Entry::Record => {
                let blob = record.blob(stream.data());
                target.read_record(record, blob, &mut name, ctx).map_err(|e| stream.locate(e, record))?;
                after(stream, record, target)?;
            }
        }
    }
}

/// Whether a record is a piece of metadata with a number, in the form that LLVM has written since it writes an index.
pub(super) fn is_numbered(code: u32) -> bool {
    let is_node = PLANS.get(code as usize).is_some_and(|plans| !plans.is_empty());
    is_node || matches!(code, row::Value::CODE | row::Node::CODE | row::DistinctNode::CODE | row::ArgList::CODE | EXPRESSION | GENERIC)
}

impl Target<'_> {
    fn push(&mut self, item: Metadata) -> Result<()> {
        if self.base as usize + self.table.items.len() >= Value::MAX_INDEX as usize {
            return Err(Error::too_large("more than 2^29 pieces of metadata"));
        }
        self.table.push(item);
        Ok(())
    }

    pub(super) fn read_record<F: Fn(u32) -> Value>(
        &mut self,
        record: &RecordBuf,
        blob: Option<&[u8]>,
        name: &mut Str,
        ctx: &MdContext<'_, F>,
    ) -> Result<()> {
        let ops = &record.ops[..];
        let code = record.code;
        let fields = &mut Fields::new(ops);
        fields.llvm2 = self.facts.old_types;
        if !fields.llvm2 || row::Code::of(code, fields) == row::Code::of(code, &Fields::new(ops)) {
            self.facts.unknown.count(row::ID, code, ops.len());
        }
        match_record!(row, code, fields, {
            OldestNode(r) => {
                self.facts.old_metadata = true;
                let ops = self.old_slots(r.operands, ctx)?;
                self.push(Metadata::Tuple { distinct: false, ops })
            },
            OldestFnNode(r) => {
                self.facts.old_metadata = true;
                self.read_local_node(r.operands, ctx)
            },
            OldestNamedNode(r) => {
                self.facts.old_metadata = true;
                self.read_named_node(r.operands, name)?;
                // Its number is nobody's.
                self.push(Metadata::Tuple { distinct: false, ops: Default::default() })
            },
            Strings(r) => {
                let blob = blob.ok_or_else(|| Error::malformed("expected a blob of strings"))?;
                self.read_strings(r.count, r.offset, blob)
            },
            StringOld(r) => {
                self.facts.single_strings = true;
                let text = self.strings.push_chars(r.text.0);
                self.push(Metadata::String(text))
            },
            Value(r) => {
                self.facts.wrapped_values = true;
                let ty = check_type(ctx.types, r.ty)?;
                let value = (ctx.value)(check_number(u64::from(r.value))?);
                self.push(Metadata::Value { ty, value })
            },
            Node(r) => {
                let ops = self.slots(r.operands.ops())?;
                self.push(Metadata::Tuple { distinct: false, ops })
            },
            DistinctNode(r) => {
                let ops = self.slots(r.operands.ops())?;
                self.push(Metadata::Tuple { distinct: true, ops })
            },
            Name(r) => {
                *name = self.strings.push_chars(r.text.0);
                Ok(())
            },
            NamedNode(r) => self.read_named_node(r.operands, name),
            GlobalDeclAttachment(r) => self.read_global_attachment(r, ctx),
            ArgList(r) => {
                let list = self.table.lists.begin();
                for id in r.values {
                    self.table.lists.add(&list, MdId(slot(id?.into())?));
                }
                let list = self.table.lists.finish(list);
                self.push(Metadata::ArgList(list))
            },
            KindOld(r) => {
                self.facts.inline_kinds = true;
                match self.kinds.as_deref_mut() {
                    Some(kinds) => set_kind(kinds, r.kind, self.strings, r.name.0),
                    None => Ok(()),
                }
            },
            OldNode(r) => {
                self.facts.typed_nodes = true;
                let ops = self.old_slots(r.operands, ctx)?;
                self.push(Metadata::Tuple { distinct: false, ops })
            },
            OldFnNode(r) => {
                self.facts.typed_nodes = true;
                self.read_local_node(r.operands, ctx)
            },
            IndexOffset => {
                self.facts.before_index = Some(self.table.items.len());
                Ok(())
            },
            Index => self.check_index(ops.len()),
            _ => match code {
                EXPRESSION => {
                let (&head, elements) = ops.split_first().ok_or_else(|| Error::malformed("expected an expression"))?;
                self.facts.note_expression(head >> 1);
                let start = self.table.words.len() as u32;
                self.table.words.extend_from_slice(elements);
                self.push(Metadata::Expression { distinct: head & 1 != 0, start, len: elements.len() as u32 })
            }
            GENERIC => {
                if row::di_record(code, ops).is_none() {
                    return Err(Error::malformed("expected tag, version and header of a generic node"));
                }
                let list = self.slots(&ops[3..])?;
                self.push(Metadata::Generic { distinct: ops[0] & 1 != 0, tag: ops[1] as u16, ops: list })
            }
            code => self.read_node(code, ops),
            },
        })
    }

    fn read_named_node(&mut self, nodes: Items<'_, MdRef>, name: &mut Str) -> Result<()> {
        let nodes = nodes.map(|id| slot(u64::from(id?) + 1).map(|s| MdId(s.wrapping_sub(1)))).collect::<Result<_>>()?;
        self.table.named.push(NamedMetadata { name: std::mem::take(name), nodes });
        Ok(())
    }

    fn slots(&mut self, ops: &[u64]) -> Result<List<Option<MdId>>> {
        let list = self.table.lists.begin();
        for &op in ops {
            self.table.lists.add(&list, slot_md(slot(op)?));
        }
        Ok(self.table.lists.finish(list))
    }

    /// All strings of a block: lengths of six-bit chunks first, then the characters.
    fn read_strings(&mut self, count: u64, offset: u64, blob: &[u8]) -> Result<()> {
        let split = usize::try_from(offset).ok().and_then(|o| blob.split_at_checked(o));
        let (lengths, chars) = split.ok_or_else(|| Error::malformed("expected the characters within the blob of strings"))?;
        if count > lengths.len() as u64 * 8 / 6 {
            return Err(Error::malformed(format!("expected the lengths of {count} strings")));
        }
        self.table.items.reserve(count as usize);
        let first = self.strings.push(chars).offset;
        if self.strings.len() > u32::MAX as usize {
            return Err(Error::too_large("more than 4 GiB of strings"));
        }
        let mut cursor = Cursor::new(lengths);
        let mut at = 0;
        for _ in 0..count {
            let len = cursor.vbr(6)?;
            if len > (chars.len() - at) as u64 {
                return Err(Error::malformed("expected the characters of all strings within the blob"));
            }
            let text = Str::at(first + at as u32, len as u32);
            at += len as usize;
            self.push(Metadata::String(text))?;
        }
        Ok(())
    }

    fn read_global_attachment<F: Fn(u32) -> Value>(&mut self, r: row::GlobalDeclAttachment<'_>, ctx: &MdContext<'_, F>) -> Result<()> {
        let ValueKind::Global(id) = (ctx.value)(check_number(r.value.into())?).kind() else {
            return Err(Error::malformed("expected attachments of a global value"));
        };
        let Some(global) = self.globals.as_mut().and_then(|globals| globals.get_mut(id.index())) else { return Ok(()) };
        read_attachments(r.attachments, &mut global.attachments)
    }

    /// What was passed over must not be one of the pieces that the index lists: those have numbers, and all that follow would have others.
    fn check_index(&self, listed: usize) -> Result<()> {
        match (self.facts.skipped_metadata, self.facts.before_index) {
            (Some(code), Some(before)) if self.table.items.len() - before < listed => {
                Err(Error::unsupported(format!("unknown metadata record {code}, from a newer LLVM")))
            }
            _ => Ok(()),
        }
    }

    fn read_node(&mut self, code: u32, ops: &[u64]) -> Result<()> {
        let Some(plans) = PLANS.get(code as usize).filter(|plans| !plans.is_empty()) else {
            // LLVM passes over it.
            self.facts.unknown.record(row::ID, code);
            self.facts.skipped_metadata = Some(code);
            return Ok(());
        };
        let plan = plans
            .iter()
            .find(|plan| plan.row.matches(ops))
            .ok_or_else(|| Error::malformed(format!("expected the operands of {}, found {}", plans[0].row.node, ops.len())))?;
        let head = ops[0];
        let at = self.table.fields.len();
        if at > u32::MAX as usize - 256 {
            return Err(Error::too_large("more than 2^32 fields of metadata"));
        }
        self.table.fields.extend_from_slice(&plan.absent);
        for &(slot, bit) in &plan.flags {
            self.table.fields[at + slot as usize] = (head >> bit & 1) as u32;
        }
        let mut rest = &ops[1..];
        let mut width = 64;
        for step in &plan.steps {
            let Some((&op, after)) = rest.split_first() else { break };
            let short = match step.short {
                Short::None => None,
                Short::Skip => {
                    rest = after;
                    continue;
                }
                Short::Reference(at) => Some((at, slot(op)?)),
                Short::Number(at) => Some((at, op as u32)),
            };
            if let Some((first, value)) = short {
                self.table.fields[at + first as usize] = value;
                rest = after;
                continue;
            }
            if step.enc == DiEnc::ApWidth {
                width = op as u32;
                rest = after;
                continue;
            }
            rest = match step.enc {
                DiEnc::ApInt => {
                    let count = (op >> 32) as usize;
                    let (words, after) =
                        after.split_at_checked(count).ok_or_else(|| Error::malformed("expected the words of a wide integer"))?;
                    self.wide(step, at, op as u32, words);
                    after
                }
                DiEnc::ApWords => {
                    self.wide(step, at, width, rest);
                    &[]
                }
                _ => {
                    if let (Some((first, _)), Some(shift)) = (step.field, step.shift) {
                        self.table.fields[at + first as usize] |= (op as u32 & 3) << shift;
                    } else if let Some((first, kind)) = step.field {
                        self.field(at + first as usize, kind, step.enc, op)?;
                    }
                    after
                }
            };
        }
        if !rest.is_empty() {
            self.facts.unknown.operands(row::ID, code);
        }
        self.facts.unknown.flags(row::ID, code, "flags", head, plan.known);
        match plan.kind {
            DiKind::File if ops.len() == 4 => {
                return Err(Error::malformed("expected a checksum behind its kind, or neither, found 4 operands of DIFile"));
            }
            DiKind::CompileUnit => self.language(at, ops),
            DiKind::GlobalVariable => self.facts.plain_variables |= head >> 1 == 0,
            DiKind::GlobalVariableExpression => self.facts.null_expressions |= ops.get(2) == Some(&0),
            // All operands but the file.
            DiKind::ImportedEntity => self.facts.fileless_imports |= ops.len() == 6,
            _ => {}
        }
        let kind = self.table.finished_kind(plan.kind);
        self.push(Metadata::Node { kind, distinct: head & 1 != 0, fields: at as u32 })
    }

    /// Fills the slots of one field.
    #[inline]
    fn field(&mut self, at: usize, kind: FieldKind, enc: DiEnc, op: u64) -> Result<()> {
        let fields = &mut self.table.fields;
        let number = match enc {
            DiEnc::I64 => folded(op) as u64,
            _ => op,
        };
        let reference = matches!(enc, DiEnc::Md | DiEnc::MdStr | DiEnc::MdId);
        match kind {
            FieldKind::SizeOrMd | FieldKind::BoundOrMd => {
                if reference {
                    fields[at] = slot(op)?;
                } else {
                    fields[at] = NUMBER;
                    fields[at + 1] = number as u32;
                    fields[at + 2] = (number >> 32) as u32;
                }
            }
            FieldKind::U64 => {
                fields[at] = number as u32;
                fields[at + 1] = (number >> 32) as u32;
            }
            FieldKind::ApInt => {
                fields[at] = 64;
                fields[at + 1] = number as u32;
                fields[at + 2] = (number >> 32) as u32;
            }
            FieldKind::OptU32 | FieldKind::OptEnumKind => {
                fields[at] = match enc {
                    DiEnc::PlusOne => number as u32,
                    DiEnc::U64OrNone if number == u64::MAX => 0,
                    DiEnc::U32OrNone if number == u64::from(u32::MAX) => 0,
                    _ => (number as u32).wrapping_add(1),
                }
            }
            FieldKind::Bool => fields[at] = u32::from(number != 0),
            _ if enc == DiEnc::MdId => fields[at] = slot(op.wrapping_add(1))?,
            _ if reference => fields[at] = slot(op)?,
            _ => fields[at] = number as u32,
        }
        Ok(())
    }

    /// Fills the slots of a wide integer from its sign-rotated words.
    fn wide(&mut self, step: &Step, at: usize, width: u32, words: &[u64]) {
        let Some((first, FieldKind::ApInt)) = step.field else { return };
        let at = at + first as usize;
        self.table.fields[at] = width;
        if width <= 64 {
            let value = words.first().map_or(0, |&w| sign_rotated(w) as u64);
            self.table.fields[at + 1] = value as u32;
            self.table.fields[at + 2] = (value >> 32) as u32;
        } else {
            self.table.fields[at + 1] = self.table.words.len() as u32;
            self.table.fields[at + 2] = words.len() as u32;
            self.table.words.extend(words.iter().map(|&w| sign_rotated(w) as u64));
        }
    }

    /// The language of a compile unit: with bit 63 it is a `DW_LNAME`.
    fn language(&mut self, at: usize, ops: &[u64]) {
        let Some(&language) = ops.get(1) else { return };
        let slot = |name| DiKind::CompileUnit.field(name).map_or(at, |f| at + f.slot as usize);
        if language >> 63 != 0 {
            let (plain, name) = (slot("language"), slot("sourceLanguageName"));
            self.table.fields[plain] = 0;
            self.table.fields[name] = language as u32;
        }
    }
}

/// Record code of `DIExpression`, which is stored separately from nodes with fixed fields.
const EXPRESSION: u32 = 29;
/// Code of `GenericDINode`'s record.
const GENERIC: u32 = 12;

impl Target<'_> {
    /// The operands of an old node as slots.
    fn old_slots<F: Fn(u32) -> Value>(&mut self, operands: Items<'_, TypedNumber>, ctx: &MdContext<'_, F>) -> Result<List<Option<MdId>>> {
        let list = self.table.lists.begin();
        for pair in operands {
            let (ty, number) = pair?;
            let ty = check_type(ctx.types, ty)?;
            let slot = match ctx.types.get(ty) {
                Type::Void => 0,
                Type::Metadata => slot(number.wrapping_add(1))?,
                _ => self.inline.slot(ty, (ctx.value)(check_number(number)?))?,
            };
            self.table.lists.add(&list, slot_md(slot));
        }
        Ok(self.table.lists.finish(list))
    }

    /// A node local to a function. With one value, it equals that value in later versions; others become the empty tuple,
    /// as in LLVM (`MetadataLoader.cpp` of LLVM 19).
    fn read_local_node<F: Fn(u32) -> Value>(&mut self, mut operands: Items<'_, TypedNumber>, ctx: &MdContext<'_, F>) -> Result<()> {
        if let (Some(Ok((ty, number))), None) = (operands.next(), operands.next()) {
            let ty = check_type(ctx.types, ty)?;
            if !matches!(ctx.types.get(ty), Type::Void | Type::Metadata) {
                let value = (ctx.value)(check_number(number)?);
                return self.push(Metadata::Value { ty, value });
            }
        }
        self.push(Metadata::Tuple { distinct: false, ops: List::default() })
    }
}

/// A reference as stored in a slot.
#[inline]
fn slot(op: u64) -> Result<u32> {
    match u32::try_from(op) {
        Ok(slot) if slot <= Value::MAX_INDEX => Ok(slot),
        _ => Err(Error::malformed(format!("expected a metadata number, found {op}"))),
    }
}

/// Pairs of kind and node, sorted by kind as LLVM keeps them.
pub(super) fn read_attachments(pairs: Items<'_, Attached>, attachments: &mut Vec<Attachment>) -> Result<()> {
    for pair in pairs {
        attachments.push(attachment(pair?)?);
    }
    attachments.sort_by_key(|a| a.kind);
    Ok(())
}

/// An attachment of this kind and node.
#[inline]
pub(super) fn attachment((kind, node): (u32, u32)) -> Result<Attachment> {
    Ok(Attachment { kind, node: MdId(slot(node.into())?) })
}
