//! Summaries of ThinLTO: of one module, and the index of many.
mod combined;
mod memprof;
mod module;

pub(super) use combined::write_index;
pub(super) use module::write_module;

use super::emit::Emitter;
use super::strtab::Strtab;
use crate::error::{Error, Result};
use crate::schema::abbrevs::{AbbrevRow, Widths};
use crate::schema::field::rotate_sign;
use crate::schema::summary as row;
use crate::stream::UNABBREV_RECORD;
use bctk_ir::summary::{CallEdge, Entry, FunctionSummary, RefKind, VirtualFunction};

/// Version of the summaries that LLVM 22 writes (`ModuleSummaryIndex::BitcodeSummaryVersion`).
const VERSION: u64 = 12;

/// Width of abbreviation ids in summary blocks.
const WIDTH: u32 = 4;

/// Defines the abbreviation of this name for the block `block`.
fn define(out: &mut Emitter, rows: &[AbbrevRow], block: u32, name: &str) -> Result<u32> {
    let row = rows.iter().find(|row| row.block == block && row.name == name);
    let row = row.ok_or_else(|| Error::unsupported(format!("no abbreviation {name}")))?;
    out.define(row.abbrev(&Widths::default())?)
}

/// Appends the two halves of a 64-bit number, the upper one first.
fn push_halves(ops: &mut Vec<u64>, number: u64) {
    ops.extend([number >> 32, number & 0xFFFF_FFFF]);
}

/// Hotness and tail-call flag of a call (`getEncodedHotnessCallEdgeInfo`).
fn edge(call: &CallEdge) -> u64 {
    u64::from(call.hotness & 7) | u64::from(call.tail) << 3
}

/// How many of the references only read, and only write.
fn special_counts<'e>(refs: impl Iterator<Item = &'e bctk_ir::summary::Ref>) -> (u64, u64) {
    refs.fold((0, 0), |(read, write), r| match r.kind {
        RefKind::Any => (read, write),
        RefKind::ReadOnly => (read + 1, write),
        RefKind::WriteOnly => (read, write + 1),
    })
}

/// Writes the records about types and parameters that stand before the record of their function (`writeFunctionTypeMetadataRecords`).
/// `value` gives the number of a value, if it has one.
fn write_type_records(out: &mut Emitter, function: &FunctionSummary, ops: &mut Vec<u64>, value: impl Fn(u32) -> Option<u64>) -> Result<()> {
    if !function.type_tests.is_empty() {
        out.operands(UNABBREV_RECORD, row::TypeTests::CODE, &function.type_tests)?;
    }
    let pair = |call: &VirtualFunction| [call.guid, call.offset];
    for (code, calls) in
        [(row::TypeTestAssumeVCalls::CODE, &function.assume_vcalls), (row::TypeCheckedLoadVCalls::CODE, &function.checked_load_vcalls)]
    {
        if !calls.is_empty() {
            ops.clear();
            ops.extend(calls.iter().flat_map(pair));
            out.operands(UNABBREV_RECORD, code, ops)?;
        }
    }
    for (code, calls) in [
        (row::TypeTestAssumeConstVCall::CODE, &function.assume_const_vcalls),
        (row::TypeCheckedLoadConstVCall::CODE, &function.checked_load_const_vcalls),
    ] {
        for (call, args) in calls {
            ops.clear();
            ops.extend(pair(call));
            ops.extend_from_slice(args);
            out.operands(UNABBREV_RECORD, code, ops)?;
        }
    }
    ops.clear();
    for access in &function.params {
        let before = ops.len();
        ops.extend([access.param, rotate_sign(access.range.lower), rotate_sign(access.range.upper), access.calls.len() as u64]);
        for &(param, callee, range) in &access.calls {
            // With a call of something unknown nothing is known of the parameter.
            let Some(callee) = value(callee) else {
                ops.truncate(before);
                break;
            };
            ops.extend([param, callee, rotate_sign(range.lower), rotate_sign(range.upper)]);
        }
    }
    if !ops.is_empty() {
        out.operands(UNABBREV_RECORD, row::ParamAccess::CODE, ops)?;
    }
    Ok(())
}

/// Appends offset and size of a name in STRTAB.
fn push_name(ops: &mut Vec<u64>, strtab: &mut Strtab, name: &[u8]) {
    let name = strtab.add(name);
    ops.extend([name.offset, name.size]);
}

#[cold]
fn wrong_kind(entry: &Entry) -> Error {
    Error::unsupported(format!("the summary of value {} is of another kind than the value", entry.value))
}
