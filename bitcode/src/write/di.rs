//! Encodes each piece of metadata as record code and operands, specialised nodes by the rows of the schema.
use super::enumerate::{MdEntry, MdIds};

use crate::schema::field::rotate_sign;
use crate::schema::metadata::{self as row, DI_RECORDS, DiEnc, DiRecordRow};
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::MdId;
use bctk_ir::integers::{active_words, cut, low};
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER, PARTS, PrintRule};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot};
use bctk_ir::version::LlvmVersion;
use std::sync::{LazyLock, OnceLock};

/// How an operand is encoded from a node's slots; the number is that of the first slot.
#[derive(Clone, Copy)]
enum Step {
    /// Metadata, or 0 for null.
    Reference(u8),
    /// Metadata, left away if null: only as the last operand.
    ReferenceOrEnd(u8),
    /// Metadata by its number, which must not be null.
    Number(u8),
    /// Metadata, or an integer that is metadata too.
    Bound(u8),
    /// An integer of 64 bits, which must not be metadata.
    Size(u8),
    /// An integer of 64 bits that must not be metadata, encoded so; a missing one is the second.
    Signed(u8, DiEnc, i64),
    U32(u8),
    /// Sign-extended to 64 bits.
    I32(u8),
    U64(u8),
    /// The slot holds the number plus one, as the operand does.
    PlusOne(u8),
    /// The slot holds the number plus one; nothing is these bits.
    OrNone(u8, u64),
    /// A language: its `DW_LANG` in the first slot, or its `DW_LNAME` in the second, marked by bit 63.
    Language(u8, u8),
    /// Some bits of a field: how far they are shifted, and which are left.
    Bits(u8, u8, u32),
    ApInt(u8),
    /// A wide integer of at most 64 bits, as one of 64; the second slot tells whether it is unsigned.
    Int64(u8, u8),
    ApWidth(u8),
    ApWords(u8),
    Zero,
}

/// A row of the schema joined with the node's table of fields.
struct Plan {
    code: u32,
    /// Operand 0 of a node without flags that is not distinct.
    head: u64,
    /// Fields kept in operand 0: slot and bit.
    flags: Vec<(u8, u32)>,
    steps: Vec<Step>,
    /// Fields that only later releases have, by slot.
    later: Vec<(u8, &'static str)>,
}

/// The plans of a release, by kind of node. They are made when the release is written for the first time.
fn plans(llvm: LlvmVersion) -> &'static [Option<Plan>] {
    static PLANS: LazyLock<Vec<OnceLock<Vec<Option<Plan>>>>> = LazyLock::new(|| LlvmVersion::written().map(|_| OnceLock::new()).collect());
    let llvm = llvm.as_written();
    let row = |kind: DiKind| DI_RECORDS.iter().find(|row| row.node == kind.name() && row.is_of(llvm));
    let make = || DiKind::ALL.iter().map(|&kind| row(kind).map(|row| plan(kind, row, llvm))).collect();
    PLANS.get(llvm.written_index()).map_or(&[], |plans| plans.get_or_init(make))
}

fn plan(kind: DiKind, row: &DiRecordRow, llvm: LlvmVersion) -> Plan {
    let slot_of = |name: &str| kind.field(name).map_or(0, |f| f.slot);
    let last = row.operands.len();
    let step = |at: usize, name: &str, enc: DiEnc| {
        let Some(field) = kind.field(name) else {
            if let Some(&(_, _, whole, bit)) = PARTS.iter().find(|&&(of, part, ..)| of == kind && part == name) {
                // Virtuality has two bits.
                return Step::Bits(slot_of(whole), bit as u8, if enc == DiEnc::Bool { 1 } else { 3 });
            }
            return if enc == DiEnc::ApWidth { Step::ApWidth(slot_of("value")) } else { Step::Zero };
        };
        let slot = field.slot;
        match (field.kind, enc) {
            (FieldKind::SizeOrMd, DiEnc::U64) => Step::Size(slot),
            // A subrange without a count has one of -1.
            (FieldKind::BoundOrMd, DiEnc::I64 | DiEnc::I64Raw) => Step::Signed(slot, enc, if field.name == "count" { -1 } else { 0 }),
            (FieldKind::SizeOrMd | FieldKind::BoundOrMd, _) => Step::Bound(slot),
            (_, DiEnc::MdId) => Step::Number(slot),
            // A file without source is written without the operand.
            (_, DiEnc::MdStr) if kind == DiKind::File && at + 1 == last => Step::ReferenceOrEnd(slot),
            (FieldKind::Md | FieldKind::MdString | FieldKind::GenericBound, _) => Step::Reference(slot),
            (FieldKind::ApInt, DiEnc::ApWords) => Step::ApWords(slot),
            (FieldKind::ApInt, DiEnc::I64) => Step::Int64(slot, slot_of("isUnsigned")),
            (FieldKind::ApInt, _) => Step::ApInt(slot),
            (FieldKind::U64, _) => Step::U64(slot),
            (FieldKind::I32, _) => Step::I32(slot),
            (FieldKind::OptU32 | FieldKind::OptEnumKind, DiEnc::U64OrNone) => Step::OrNone(slot, u64::MAX),
            (FieldKind::OptU32 | FieldKind::OptEnumKind, DiEnc::U32OrNone) => Step::OrNone(slot, u64::from(u32::MAX)),
            (FieldKind::OptU32 | FieldKind::OptEnumKind, _) => Step::PlusOne(slot),
            (FieldKind::DwLang, _) if kind == DiKind::CompileUnit => Step::Language(slot, slot_of("sourceLanguageName")),
            _ => Step::U32(slot),
        }
    };
    Plan {
        code: row.code,
        head: row.fixed | row.set_bits(llvm),
        flags: row.flags.iter().map(|&(name, bit)| (slot_of(name), bit)).collect(),
        later: later_fields(kind, llvm),
        steps: row
            .operands
            .iter()
            .enumerate()
            .filter(|(_, op)| op.since.is_none_or(|since| llvm >= since))
            .map(|(at, op)| step(at, op.field, op.enc))
            .collect(),
    }
}

/// Whether `llvm` stores an integer in the field whose first slot is `slot` in the record itself, and not as metadata.
pub(super) fn is_inline(kind: DiKind, slot: u8, llvm: LlvmVersion) -> bool {
    let plan = plans(llvm).get(kind as usize).and_then(Option::as_ref);
    plan.is_some_and(|plan| plan.steps.iter().any(|step| matches!(*step, Step::Size(at) | Step::Signed(at, ..) if at == slot)))
}

/// The fields that only releases after `llvm` have: the first slot and name of each.
fn later_fields(kind: DiKind, llvm: LlvmVersion) -> Vec<(u8, &'static str)> {
    let rows = || DI_RECORDS.iter().filter(|row| row.node == kind.name() && (row.is_of(llvm) || row.since > llvm));
    let has = |name: &str| {
        rows().filter(|row| row.is_of(llvm)).any(|row| {
            let is_operand = row.operands.iter().any(|op| op.field == name && op.since.is_none_or(|since| llvm >= since));
            is_operand || row.flags.iter().any(|flag| flag.0 == name)
        })
    };
    let is_part_of = |name: &str| PARTS.iter().any(|&(of, part, whole, _)| of == kind && whole == name && has(part));
    let fields = rows().flat_map(|row| {
        let flags = row.flags.iter().map(|flag| flag.0);
        row.operands.iter().map(|op| op.field).chain(flags)
    });
    let mut later: Vec<(u8, &'static str)> = Vec::new();
    for name in fields.filter(|name| !has(name) && !is_part_of(name)) {
        if let Some(field) = kind.field(name).filter(|field| later.iter().all(|&(slot, _)| slot != field.slot)) {
            later.push((field.slot, field.name));
        }
    }
    later
}

/// Code of `DILocation`'s record.
pub(super) const LOCATION: u32 = 7;
/// Code of `GenericDINode`'s record.
pub(super) const GENERIC: u32 = 12;
/// Code of `DIExpression`'s record.
const EXPRESSION: u32 = 29;

/// Makes records of metadata whose numbers `ids` knows.
pub(super) struct Records<'m, I> {
    table: &'m MetadataTable,
    ids: &'m I,
    plans: &'static [Option<Plan>],
    llvm: LlvmVersion,
}

impl<'m, I: MdIds> Records<'m, I> {
    pub(super) fn new(table: &'m MetadataTable, ids: &'m I, llvm: LlvmVersion) -> Records<'m, I> {
        Records { table, ids, plans: plans(llvm), llvm }
    }

    /// The record of `entry`: its code; its operands replace those in `ops`.
    ///
    /// # Errors
    /// Unsupported, if the table has no such piece of metadata or the release no record for it.
    pub(super) fn encode(&self, entry: MdEntry, ops: &mut Vec<u64>) -> Result<u32> {
        ops.clear();
        let id = match entry {
            MdEntry::Item(id) => id,
            MdEntry::Value { ty, value } => {
                ops.extend([u64::from(ty), u64::from(value)]);
                return Ok(row::Value::CODE);
            }
        };
        match self.table.get(id) {
            Metadata::Node { kind, distinct, fields } => self.node(id, kind, distinct, self.table.node_fields(kind, fields), ops),
            Metadata::Tuple { distinct, ops: list } => {
                ops.extend(self.table.lists.get(list).iter().map(|id| self.ids.slot(md_slot(id))));
                Ok(if distinct { row::DistinctNode::CODE } else { row::Node::CODE })
            }
            Metadata::Expression { distinct, start, len } => {
                ops.push(u64::from(distinct) | self.llvm.expression_version() << 1);
                ops.extend_from_slice(self.table.word_range(start, len));
                Ok(EXPRESSION)
            }
            Metadata::Generic { distinct, tag, ops: list } => {
                // The third is a version, always 0.
                ops.extend([u64::from(distinct), u64::from(tag), 0]);
                ops.extend(self.table.lists.get(list).iter().map(|id| self.ids.slot(md_slot(id))));
                Ok(GENERIC)
            }
            Metadata::ArgList(list) => {
                for value in self.table.lists.get(list) {
                    ops.push(self.number(id, md_slot(Some(value)))?);
                }
                Ok(row::ArgList::CODE)
            }
            Metadata::String(_) => Err(no_record(id, "a string among the nodes")),
            Metadata::Value { .. } => Err(no_record(id, "a value without a number")),
            Metadata::Missing => Err(no_record(id, "metadata that nothing defines")),
        }
    }

    fn node(&self, id: MdId, kind: DiKind, distinct: bool, fields: &[u32], ops: &mut Vec<u64>) -> Result<u32> {
        let plan = self.plans.get(kind as usize).and_then(|plan| plan.as_ref());
        let plan = plan.ok_or_else(|| no_record(id, kind.name()))?;
        // All slots exist: only an inconsistent table would have fewer.
        let slots = kind.slots();
        let fields = fields.get(..slots).ok_or_else(|| no_record(id, kind.name()))?;
        let at = |slot: u8| fields.get(usize::from(slot)).copied().unwrap_or(0);
        let wide = |slot: u8| u64::from(at(slot)) | u64::from(at(slot + 1)) << 32;
        let mut head = plan.head | u64::from(distinct);
        for &(slot, bit) in &plan.flags {
            head |= u64::from(at(slot) & 1) << bit;
        }
        if let Some((_, name)) = plan.later.iter().find(|&&(slot, name)| at(slot) != 0 && !is_default(kind, name, at(slot))) {
            return Err(Error::unsupported(format!("LLVM {} does not have the field {name} of {}", self.llvm, kind.name())));
        }
        if kind == DiKind::CompileUnit
            && !self.llvm.name_table_kinds()
            && kind.field("nameTableKind").is_some_and(|field| at(field.slot) > 1)
        {
            return Err(no_record(id, "a kind of name tables other than GNU's"));
        }
        ops.push(head);
        for &step in &plan.steps {
            let op = match step {
                Step::Reference(slot) => self.ids.slot(at(slot)),
                Step::U32(slot) => u64::from(at(slot)),
                Step::Bits(slot, shift, mask) => u64::from(at(slot) >> shift & mask),
                Step::Bound(slot) => match at(slot) {
                    NUMBER => u64::from(self.ids.integer(wide(slot + 1))),
                    reference => self.ids.slot(reference),
                },
                Step::Size(slot) => match at(slot) {
                    0 => 0,
                    NUMBER => wide(slot + 1),
                    _ => return Err(no_record(id, "a non-constant size, which LLVM 20 and older do not have")),
                },
                Step::Signed(slot, enc, none) => {
                    let value = match at(slot) {
                        0 => none,
                        NUMBER => wide(slot + 1) as i64,
                        _ => return Err(no_record(id, "a bound of a subrange that is not constant")),
                    };
                    if enc == DiEnc::I64 { rotated(value) } else { value as u64 }
                }
                Step::Number(slot) => self.number(id, at(slot))?,
                Step::ReferenceOrEnd(slot) => match at(slot) {
                    0 => break,
                    reference => self.ids.slot(reference),
                },
                Step::I32(slot) => i64::from(at(slot) as i32) as u64,
                Step::U64(slot) => wide(slot),
                Step::PlusOne(slot) => u64::from(at(slot)),
                Step::OrNone(slot, none) => match at(slot) {
                    0 => none,
                    number => u64::from(number - 1),
                },
                Step::Language(plain, name) => match at(name) {
                    0 => u64::from(at(plain)),
                    name => u64::from(name) | 1 << 63,
                },
                Step::ApWidth(slot) => u64::from(at(slot).max(1)),
                Step::Int64(slot, unsigned) => {
                    let width = at(slot).max(1);
                    if width > 64 {
                        return Err(no_record(id, "an integer of more than 64 bits"));
                    }
                    let spare = 64 - width;
                    let shifted = wide(slot + 1) << spare;
                    rotated(if at(unsigned) != 0 { (shifted >> spare) as i64 } else { shifted as i64 >> spare })
                }
                Step::ApWords(slot) => {
                    self.words(fields, slot, ops);
                    continue;
                }
                Step::ApInt(slot) => {
                    let head = ops.len();
                    ops.push(0);
                    let count = self.words(fields, slot, ops);
                    ops[head] = count << 32 | u64::from(at(slot).max(1));
                    continue;
                }
                Step::Zero => 0,
            };
            ops.push(op);
        }
        Ok(plan.code)
    }

    /// The words of a wide integer up to the last nonzero one, at least one, each sign-rotated; returns their number
    /// (`emitWideAPInt`).
    fn words(&self, fields: &[u32], slot: u8, ops: &mut Vec<u64>) -> u64 {
        let at = |index: usize| fields.get(usize::from(slot) + index).copied().unwrap_or(0);
        let width = at(0).max(1);
        let before = ops.len();
        if width <= 64 {
            let value = u64::from(at(1)) | u64::from(at(2)) << 32;
            ops.push(rotate_sign(low(value, width) as i64));
        } else {
            let words = self.table.word_range(at(1), at(2).min(width.div_ceil(64)));
            let mut words = words[..active_words(words)].to_vec();
            cut(&mut words, width);
            ops.extend(words.into_iter().map(|word| rotate_sign(word as i64)));
            if ops.len() == before {
                ops.push(0);
            }
        }
        (ops.len() - before) as u64
    }

    /// The number of metadata that must be there.
    fn number(&self, node: MdId, slot: u32) -> Result<u64> {
        self.ids.slot(slot).checked_sub(1).ok_or_else(|| no_record(node, "a null reference where metadata must be"))
    }
}

/// A signed integer in a field of its own: twice its value, complemented if negative (`rotateSign`).
fn rotated(value: i64) -> u64 {
    let twice = (value as u64) << 1;
    if value < 0 { !twice } else { twice }
}

/// Whether a field holds what a text leaves out.
fn is_default(kind: DiKind, name: &str, value: u32) -> bool {
    kind.field(name).is_some_and(|field| field.rule == PrintRule::Skip(value))
}

#[cold]
#[inline(never)]
fn no_record(id: MdId, what: &str) -> Error {
    Error::unsupported(format!("bitcode has no record for metadata {} of the module's table: {what}", id.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_older_versions_are_shorter() {
        let steps = |major: u32, kind: DiKind| {
            let plan = plans(LlvmVersion::new(major))[kind as usize].as_ref();
            plan.map_or(0, |plan| plan.steps.len())
        };
        assert_eq!([13, 14, 18, 19, 22].map(|major| steps(major, DiKind::DerivedType)), [12, 13, 13, 14, 14]);
        assert_eq!([13, 20, 21].map(|major| steps(major, DiKind::LongLocation)), [5, 5, 7]);
        assert_eq!([19, 20, 21].map(|major| steps(major, DiKind::SubrangeType)), [0, 12, 12]);
    }

    #[test]
    fn every_kind_of_node_has_a_record_with_every_field() {
        for (&kind, plan) in DiKind::ALL.iter().zip(plans(LlvmVersion::NEWEST)) {
            let plan = plan.as_ref().unwrap_or_else(|| panic!("{} has no record", kind.name()));
            let row = DI_RECORDS.iter().find(|row| row.node == kind.name() && row.until.is_none()).unwrap();
            for field in kind.fields() {
                let listed = row.operands.iter().any(|op| op.field == field.name) || row.flags.iter().any(|flag| flag.0 == field.name);
                let is_old = matches!(field.rule, PrintRule::Until(_));
                assert!(listed || is_old || field.name == "sourceLanguageName", "{} {}", kind.name(), field.name);
            }
            let made_up: Vec<_> = row.operands.iter().filter(|op| kind.field(op.field).is_none()).map(|op| op.field).collect();
            let expected: &[&str] = match kind {
                DiKind::Enumerator => &["bitWidth"],
                DiKind::Location => &["isImplicitCode", "atomGroup", "atomRank"],
                _ => &[],
            };
            assert_eq!(made_up, expected, "{}", kind.name());
            assert_eq!(plan.steps.len(), row.operands.len());
        }
    }
}
