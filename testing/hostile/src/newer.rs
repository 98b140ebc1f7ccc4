//! Bitcode as a newer LLVM might write it: a known record with operands, flags or values that no LLVM known here writes. What bctk prints of such a file never looks
//! as if they were not there: they are refused, or noted in [`Written::not_understood`](bctk_ir::provenance::BitcodeFile).
use bctk_bitcode::schema::{self, constants, function, metadata, module, types};
use bctk_bitcode::{ReadOptions, read};
use bctk_bitstream::stream::{Event, EventReader, Item, StreamWriter, UNABBREV_RECORD};
use bctk_generate::numbers::Numbers;
use bctk_textual::{PrintOptions, print_to};

/// Fields of flags and codes: block, record, operand, and values for it that nobody knows, or bits.
const FIELDS: &[(u32, u32, usize, Change)] = &[
    (module::ID, module::GlobalVar::CODE, 5, Change::Value(40)),
    (module::ID, module::GlobalVar::CODE, 8, Change::Value(7)),
    (module::ID, module::GlobalVar::CODE, 9, Change::Value(9)),
    (module::ID, module::GlobalVar::CODE, 10, Change::Value(5)),
    (module::ID, module::GlobalVar::CODE, 12, Change::Value(6)),
    (module::ID, module::Function::CODE, 5, Change::Value(77)),
    (module::ID, module::Function::CODE, 9, Change::Value(5)),
    (module::ID, module::Function::CODE, 11, Change::Value(8)),
    (function::ID, function::Alloca::CODE, 3, Change::Bit(12)),
    (function::ID, function::Gep::CODE, 0, Change::Bit(4)),
    (function::ID, function::Call::CODE, 1, Change::Bit(20)),
    (function::ID, function::Invoke::CODE, 1, Change::Bit(15)),
    (constants::ID, constants::CeGep::CODE, 1, Change::Bit(5)),
];

/// The change to a field.
#[derive(Clone, Copy, Debug)]
enum Change {
    Value(u64),
    Bit(u32),
}

/// Whether all shapes of a record have a number of operands that is known, so that one more says something new.
fn is_closed(block: u32, code: u32, ops: &[u64]) -> bool {
    if block == metadata::ID && metadata::DI_RECORDS.iter().any(|row| row.code == code) {
        return metadata::di_record(code, ops).is_some_and(|row| !row.is_open());
    }
    let Some(block_row) = schema::block_row(block) else { return false };
    let mut rows = block_row.rows.iter().filter(|row| row.code == code && row.until.is_none()).peekable();
    rows.peek().is_some() && rows.all(|row| row.fields.iter().all(|field| field.most.is_some()))
}

/// The operands that a record of today has at most; those of an instruction with a forward reference are more, so that nothing is made of fewer.
fn is_full(block: u32, code: u32, ops: &[u64]) -> bool {
    let most = schema::block_row(block).into_iter().flat_map(|block| block.rows).filter(|row| row.code == code);
    let most: usize = most.map(|row| row.fields.iter().filter_map(|field| field.most).sum()).max().unwrap_or(0);
    let most = match metadata::di_record(code, ops).filter(|_| block == metadata::ID) {
        Some(row) => row.operands.len() + 1,
        None => most,
    };
    ops.len() + EXTRA > most
}

/// Operands that are appended.
const EXTRA: usize = 6;

/// Makes a newer file of `file`, which is bitcode of today; says which record was changed. None where there is nothing that fits.
pub fn extended(file: &[u8], numbers: &mut Numbers) -> Option<(Vec<u8>, String)> {
    let mut reader = EventReader::new(file).ok()?;
    let mut events = Vec::new();
    let mut inside = vec![u32::MAX];
    let mut fits = Vec::new();
    let appends = numbers.below(3) > 0;
    while let Some(Item { event, .. }) = reader.next().ok()? {
        match &event {
            Event::EnterBlock { block, .. } => inside.push(*block),
            Event::EndBlock { .. } => drop(inside.pop()),
            Event::Record { code, ops, .. } => {
                let block = inside.last().copied().unwrap_or(u32::MAX);
                let known = [module::ID, function::ID, metadata::ID, constants::ID, types::ID].contains(&block);
                let field = FIELDS.iter().find(|(b, c, at, _)| *b == block && c == code && *at < ops.len() && numbers.below(2) == 0);
                if appends && known && is_closed(block, *code, ops) && is_full(block, *code, ops) {
                    fits.push((events.len(), block, None));
                } else if let Some(&(_, _, at, change)) = field.filter(|_| !appends) {
                    fits.push((events.len(), block, Some((at, change))));
                }
            }
            _ => {}
        }
        events.push(event);
    }
    if fits.is_empty() {
        return None;
    }
    // One of a random kind of record, so that rare ones have their turn.
    let code_of = |&(at, block, _): &(usize, u32, Option<(usize, Change)>)| match &events[at] {
        Event::Record { code, .. } => (block, *code),
        _ => (block, 0),
    };
    let mut kinds: Vec<(u32, u32)> = fits.iter().map(code_of).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = numbers.of(&kinds);
    let fits: Vec<_> = fits.iter().filter(|fit| code_of(fit) == kind).copied().collect();
    let (at, block, field) = numbers.of(&fits);
    let mut what = String::new();
    if let Some(Event::Record { abbrev, code, ops, .. }) = events.get_mut(at) {
        *abbrev = UNABBREV_RECORD;
        let name = schema::record_name(block, *code).unwrap_or_default();
        what = format!("{}/{name}, {field:?}", schema::block_name(block).unwrap_or_default());
        match field {
            None => ops.extend((0..EXTRA).map(|_| numbers.next() % 5)),
            Some((at, Change::Value(value))) => ops[at] = value,
            Some((at, Change::Bit(bit))) => ops[at] |= 1 << bit,
        }
    }
    let mut writer = StreamWriter::new();
    for event in &events {
        writer.event(event).ok()?;
    }
    Some((writer.finish().ok()?, what))
}

fn text(file: &[u8]) -> Option<(Vec<u8>, bool)> {
    let module = read(file, &ReadOptions::default()).ok()?;
    let mut text = Vec::new();
    print_to(&module, &PrintOptions::default(), &mut text).ok()?;
    let noted = module.provenance.bitcode.as_ref().is_some_and(|written| !written.not_understood.is_empty());
    Some((text, noted))
}

/// Whether what was put into a file is refused, noted, or in the text.
pub fn is_told(original: &[u8], newer: &[u8]) -> bool {
    let Some((after, noted)) = text(newer) else { return true };
    noted || text(original).is_none_or(|(before, _)| before != after)
}
