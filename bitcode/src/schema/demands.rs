//! How many operands LLVM's readers demand of each record: what follows from its fields, and [`DEMANDS`], what does not.
//!
//! Source: the answers of the readers of LLVM 3.7 to 24 to records that were cut and extended (`cargo xtask demands`).
use super::attrs::groups;
use super::metadata::{self, DI_RECORDS, DiRecordRow, attachment, kind};
use super::small_blocks::uselist;
use super::summary::{self, module_strtab};
use super::symtab::value_symtab;
use super::{Mode, RecordRow, block_row, constants, function, module, types};
use bctk_ir::version::LlvmVersion;

/// How many operands a reader takes in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The least number.
    pub least: usize,
    /// The greatest number; none if the reader ignores further operands, or if they are a list. Types of forward references come on top.
    pub most: Option<usize>,
    /// What exceeds `least` must be a multiple of this.
    pub step: usize,
    /// Whether it ends with a list, so that it can have any length.
    pub is_open: bool,
    /// Whether the contents of a record can demand more.
    pub depends: bool,
    /// Whether the reader takes what is in its memory for operands that are missing.
    pub unchecked: bool,
    /// How many types of forward references there can be.
    pub forward: usize,
}

impl Demand {
    /// Whether the reader takes so many operands.
    pub fn takes(self, operands: usize) -> bool {
        let in_steps = || (operands - self.least).is_multiple_of(self.step);
        operands >= self.least && self.most.is_none_or(|most| operands <= most + self.forward) && (self.step == 1 || in_steps())
    }
}

/// A demand that does not follow from the fields of a record.
#[derive(Clone, Copy, Debug)]
pub struct DemandRow {
    /// The block.
    pub block: u32,
    /// The record.
    pub code: u32,
    /// Of a specialised node: the shape by [`DiRecordRow::fixed`]; none for all.
    pub head: Option<u64>,
    /// The first release whose reader demands it; none for all until `until`.
    pub since: Option<LlvmVersion>,
    /// The last release whose reader demands it.
    pub until: Option<LlvmVersion>,
    /// The least number of operands, without the name in STRTAB.
    pub least: Option<usize>,
    /// The greatest number of operands; none inside if there is none.
    pub most: Option<Option<usize>>,
    /// Whether the contents of a record can demand more.
    pub depends: bool,
    /// Whether the reader does not look how many operands there are, and takes what is in its memory behind them.
    pub unchecked: bool,
}

const fn of(block: u32, code: u32) -> DemandRow {
    DemandRow { block, code, head: None, since: None, until: None, least: None, most: None, depends: false, unchecked: false }
}

impl DemandRow {
    const fn head(self, fixed: u64) -> DemandRow {
        DemandRow { head: Some(fixed), ..self }
    }
    const fn since(self, release: f64) -> DemandRow {
        DemandRow { since: Some(LlvmVersion::of(release)), ..self }
    }
    const fn until(self, release: f64) -> DemandRow {
        DemandRow { until: Some(LlvmVersion::of(release)), ..self }
    }
    const fn least(self, operands: usize) -> DemandRow {
        DemandRow { least: Some(operands), ..self }
    }
    const fn most(self, operands: usize) -> DemandRow {
        DemandRow { most: Some(Some(operands)), ..self }
    }
    /// Further operands are ignored.
    const fn more(self) -> DemandRow {
        DemandRow { most: Some(None), ..self }
    }
    const fn depends(self) -> DemandRow {
        DemandRow { depends: true, ..self }
    }
    const fn unchecked(self) -> DemandRow {
        DemandRow { unchecked: true, ..self }
    }

    /// Whether the reader of a release demands it.
    pub fn is_of(&self, llvm: LlvmVersion) -> bool {
        self.since.is_none_or(|since| since <= llvm) && self.until.is_none_or(|until| llvm <= until)
    }
}

/// What the fields do not say. Of several rows for a release, later ones count.
pub static DEMANDS: &[DemandRow] = &[
    // The operands of a name in STRTAB are read wherever they would be.
    of(module::ID, module::Comdat::CODE).since(12.0).unchecked(),
    of(module::ID, module::Alias::CODE).since(15.0).unchecked(),
    of(module::ID, module::IFunc::CODE).since(12.0).unchecked(),
    // The reader of summaries alone looks at it.
    of(module::ID, module::Hash::CODE).until(21.0).most(5),
    of(module::ID, module::Hash::CODE).since(22.0).unchecked(),
    of(module::ID, module::AsmProperty::CODE).depends(),
    of(module::ID, module::GuidList::CODE).unchecked(),
    of(groups::ID, groups::Entry::CODE).least(3),
    of(constants::ID, constants::WideInteger::CODE).least(1),
    of(constants::ID, constants::Float::CODE).least(1),
    // The type says how many elements there are; none are NULL.
    of(constants::ID, constants::Aggregate::CODE).least(1).depends(),
    of(constants::ID, constants::Str::CODE).least(1).depends(),
    of(constants::ID, constants::CString::CODE).least(1).depends(),
    of(constants::ID, constants::Data::CODE).least(1).depends(),
    of(constants::ID, constants::WideByte::CODE).least(1),
    // The pointer, a type and a value.
    of(constants::ID, constants::CeGepOld::CODE).least(2).depends(),
    of(constants::ID, constants::CeInboundsGep::CODE).least(2).depends(),
    of(constants::ID, constants::CeGepWithInrangeIndexOld::CODE).least(4).depends(),
    of(constants::ID, constants::CeGepWithInrange::CODE).least(7),
    of(constants::ID, constants::CeGep::CODE).least(4),
    of(function::ID, function::Cast::CODE).until(17.0).most(3),
    of(function::ID, function::Cast::CODE).since(18.0).unchecked(),
    of(function::ID, function::Ret::CODE).most(1),
    of(function::ID, function::Br::CODE).most(3),
    of(function::ID, function::Alloca::CODE).until(14.0).least(4).most(4),
    of(function::ID, function::Alloca::CODE).since(15.0).least(4).most(5),
    of(function::ID, function::Load::CODE).most(4),
    of(function::ID, function::ExtractVal::CODE).least(2),
    of(function::ID, function::InsertVal::CODE).least(3),
    of(function::ID, function::Cmp::CODE).most(4),
    of(function::ID, function::Cmp2::CODE).most(4),
    of(function::ID, function::Fence::CODE).most(2),
    of(function::ID, function::AtomicRmwOld::CODE).until(12.0).most(6),
    of(function::ID, function::AtomicRmwOld::CODE).since(13.0).most(7),
    // With five operands, one of them would be the type.
    of(function::ID, function::LoadAtomic::CODE).until(23.0).most(6).depends(),
    of(function::ID, function::LoadAtomic::CODE).since(24.0).most(7).depends(),
    // The pointer.
    of(function::ID, function::Gep::CODE).least(3),
    of(function::ID, function::Store::CODE).most(4),
    of(function::ID, function::StoreAtomic::CODE).most(6),
    of(function::ID, function::CmpXchg::CODE).until(11.0).most(8),
    of(function::ID, function::CmpXchg::CODE).since(12.0).until(12.0).most(8).unchecked(),
    of(function::ID, function::CmpXchg::CODE).since(13.0).most(9).unchecked(),
    of(function::ID, function::CleanupRet::CODE).most(2),
    of(function::ID, function::CatchRet::CODE).most(2),
    of(function::ID, function::Freeze::CODE).most(1),
    of(function::ID, function::AtomicRmw::CODE).most(7),
    of(function::ID, function::BlockAddrUsers::CODE).least(1).depends(),
    of(function::ID, function::DebugRecordValue::CODE).unchecked(),
    of(function::ID, function::DebugRecordDeclare::CODE).unchecked(),
    of(function::ID, function::DebugRecordAssign::CODE).unchecked(),
    of(function::ID, function::DebugRecordLabel::CODE).unchecked(),
    of(function::ID, function::DebugRecordDeclareValue::CODE).unchecked(),
    of(value_symtab::ID, value_symtab::FnEntry::CODE).since(13.0).unchecked(),
    of(metadata::ID, metadata::Value::CODE).most(2),
    of(metadata::ID, metadata::KindOld::CODE).least(2),
    of(metadata::ID, metadata::Strings::CODE).most(2),
    of(metadata::ID, metadata::IndexOffset::CODE).most(2),
    // SUBRANGE
    of(metadata::ID, 13).since(7.0).until(10.0).least(2).more(),
    of(metadata::ID, 13).since(11.0).more(),
    // ENUMERATOR
    of(metadata::ID, 14).since(11.0).more(),
    of(metadata::ID, 14).head(4).since(11.0).until(11.0).least(4),
    // SUBPROGRAM
    of(metadata::ID, 21).head(0).since(3.8).least(18),
    of(metadata::ID, 21).since(8.0).until(20.0).most(21),
    of(metadata::ID, 21).since(21.0).more(),
    // GLOBAL_VAR
    of(metadata::ID, 27).head(2).until(11.0).least(12),
    of(metadata::ID, 27).head(4).until(11.0).least(12),
    of(metadata::ID, 27).head(4).most(13),
    // LOCAL_VAR
    of(metadata::ID, 28).most(10),
    of(metadata::ID, 28).head(2).since(12.0).least(8),
    // TEMPLATE_VALUE
    of(metadata::ID, 26).least(5),
    // MODULE
    of(metadata::ID, 32).until(11.0).least(6),
    of(metadata::ID, 32).since(12.0).least(5).depends(),
    // STRING_TYPE
    of(metadata::ID, 41).since(14.0).least(8),
    // COMMON_BLOCK
    of(metadata::ID, 44).more().unchecked(),
    of(attachment::ID, attachment::Attachment::CODE).least(1),
    of(kind::ID, kind::Kind::CODE).least(2),
    of(types::ID, types::Opaque::CODE).least(1).most(1),
    of(types::ID, types::OpaquePointer::CODE).most(1),
    of(types::ID, types::StructAnon::CODE).depends(),
    of(types::ID, types::StructNamed::CODE).depends(),
    // An order of one use is none.
    of(uselist::ID, uselist::Default::CODE).least(3),
    of(uselist::ID, uselist::Bb::CODE).least(3),
    of(module_strtab::ID, module_strtab::Hash::CODE).most(5),
    of(summary::ID, summary::ContextRadixTreeArray::CODE).depends(),
];

/// What the reader of a release demands of a record by its first operands; none if it does not know the record. `strtab` says whether names are in STRTAB.
pub fn demand(block: u32, code: u32, ops: &[u64], strtab: bool, llvm: LlvmVersion) -> Option<Demand> {
    let own = if block == metadata::ID { di_shape(code, ops) } else { None };
    // A reader takes a newer shape for one that it knows.
    let is_newer = own.is_some_and(|shape| shape.since > llvm);
    let shape = if is_newer { newest_shape(code, llvm) } else { own };
    let mut demand = match shape {
        None if is_newer => return None,
        Some(shape) => of_node(shape, llvm)?,
        None => of_rows(block, code, strtab, llvm)?,
    };
    let is_of = |row: &&DemandRow| {
        let is_shape = row.head.is_none_or(|head| shape.is_some_and(|shape| shape.fixed == head));
        row.block == block && row.code == code && is_shape && row.is_of(llvm)
    };
    let names = if block == module::ID && strtab { named(block, code) } else { 0 };
    for row in DEMANDS.iter().filter(is_of) {
        demand.least = row.least.map_or(demand.least, |least| least + names);
        demand.most = row.most.unwrap_or(demand.most);
        demand.depends |= row.depends;
        demand.unchecked |= row.unchecked;
    }
    if is_newer {
        demand.least = 0;
    }
    Some(demand)
}

/// What the reader of a release says about a record with too few operands.
pub fn words(block: u32, code: u32, llvm: LlvmVersion) -> &'static str {
    let row = WORDS.iter().find(|row| (row.0, row.1) == (block, code) && LlvmVersion::of(row.2) <= llvm);
    row.map_or("Invalid record", |row| row.3)
}

/// Block, record, the first release that says so, and what it says.
static WORDS: &[(u32, u32, f64, &str)] = &[
    (module::ID, module::VstOffset::CODE, 23.0, "Invalid vstoffset record"),
    (groups::ID, groups::Entry::CODE, 15.0, "Invalid grp record"),
    (constants::ID, constants::WideInteger::CODE, 15.0, "Invalid wide integer const record"),
    (constants::ID, constants::Float::CODE, 15.0, "Invalid float const record"),
    (constants::ID, constants::Aggregate::CODE, 15.0, "Invalid aggregate record"),
    (constants::ID, constants::Str::CODE, 15.0, "Invalid string record"),
    (constants::ID, constants::CString::CODE, 15.0, "Invalid string record"),
    (constants::ID, constants::Data::CODE, 15.0, "Invalid data record"),
    (constants::ID, constants::WideByte::CODE, 23.0, "Invalid wide byte const record"),
    (function::ID, function::Alloca::CODE, 23.0, "Invalid alloca record"),
    (function::ID, function::BlockAddrUsers::CODE, 23.0, "Invalid blockaddr users record"),
    (types::ID, types::NumEntry::CODE, 15.0, "Invalid numentry record"),
    (types::ID, types::Opaque::CODE, 15.0, "Invalid opaque type record"),
    (uselist::ID, uselist::Default::CODE, 23.0, "Invalid uselist record"),
    (uselist::ID, uselist::Bb::CODE, 23.0, "Invalid uselist record"),
];

/// The shape of a specialised node, also of one that lacks operands.
pub fn di_shape(code: u32, ops: &[u64]) -> Option<&'static DiRecordRow> {
    let head = ops.first().copied().unwrap_or(0);
    let mut rows = DI_RECORDS.iter().filter(|row| row.code == code && head & row.mask == row.fixed);
    rows.clone().find(|row| row.matches(ops)).or_else(|| rows.next_back())
}

/// The newest shape of a specialised node that the reader of a release knows.
fn newest_shape(code: u32, llvm: LlvmVersion) -> Option<&'static DiRecordRow> {
    DI_RECORDS.iter().filter(|row| row.code == code && row.since <= llvm).max_by_key(|row| row.since)
}

fn of_node(row: &DiRecordRow, llvm: LlvmVersion) -> Option<Demand> {
    let known = row.operands.iter().filter(|operand| operand.since.is_none_or(|since| since <= llvm)).count();
    // Of shapes that a release no longer writes, it takes what later ones have.
    let most = if row.is_open() || !row.is_of(llvm) { None } else { Some(known + 1) };
    let is_open = row.is_open() || row.until.is_some_and(|until| until < llvm);
    let found = Demand { least: row.min_operands, most, step: 1, is_open, depends: row.is_open(), unchecked: false, forward: 0 };
    (row.since <= llvm).then_some(found)
}

/// Operands of the name in STRTAB.
fn named(block: u32, code: u32) -> usize {
    let rows = block_row(block).into_iter().flat_map(|block| block.rows).filter(|row| row.code == code);
    rows.flat_map(|row| row.fields).filter(|field| field.kind == NAME).filter_map(|field| field.most).max().unwrap_or(0)
}

/// The kind of a field that is a name.
const NAME: &str = "name in STRTAB";

/// The operands that are always there by the fields of a record, without the name in STRTAB.
pub fn least_of(row: &RecordRow) -> usize {
    row.fields.iter().filter(|field| field.mode == Mode::Always).map(|field| field.least).sum()
}

impl RecordRow {
    /// Whether the record has the name of a global value.
    pub fn is_named(&self) -> bool {
        self.fields.iter().any(|field| field.kind == NAME)
    }
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

fn of_rows(block: u32, code: u32, strtab: bool, llvm: LlvmVersion) -> Option<Demand> {
    let block = if block == summary::full_lto::ID { summary::ID } else { block };
    let is_summary = block == summary::ID;
    // Records of LLVM 2 are read by themselves, and names are either in STRTAB or not.
    let is_read = |row: &&RecordRow| row.since <= llvm && row.until.is_none_or(|until| until >= LlvmVersion::OLDEST);
    let of_code = || block_row(block).into_iter().flat_map(|block| block.rows).filter(move |row| row.code == code);
    let are_mixed = of_code().any(RecordRow::is_named) && !of_code().all(RecordRow::is_named);
    let rows = || of_code().filter(is_read).filter(|row| !are_mixed || row.is_named() == strtab);
    let least = rows().map(least_of).min()? + if strtab { named(block, code) } else { 0 };
    let steps = rows().map(|row| {
        let plain = row.fields.iter().all(|field| field.mode == Mode::Always || field.item > 1);
        let mut items = row.fields.iter().map(|field| field.item).filter(|&item| item > 0);
        if plain { items.next_back().unwrap_or(1) } else { 1 }
    });
    let forward = rows().map(|row| row.fields.iter().filter(|field| field.most == Some(2) && field.kind != NAME).count()).max();
    let is_open = rows().any(|row| row.fields.iter().any(|field| field.most.is_none()));
    let depends = rows().any(|row| {
        row.fields.iter().any(|field| {
            let counts = matches!(field.mode, Mode::If(_) | Mode::Count(_));
            counts || matches!(field.kind, "call arguments" | "attributes" | "operands" | "list of values and types")
        })
    });
    Some(Demand {
        least,
        most: None,
        is_open,
        depends,
        unchecked: is_summary,
        // A summary of another version has other rows: what all of them have in common is demanded.
        step: steps.fold(0, common_divisor).max(1),
        forward: forward.unwrap_or(0),
    })
}
