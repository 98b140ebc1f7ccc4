//! Writes ThinLTO summaries: of one module, and combined indexes.
mod combined;
mod memprof;
mod module;

pub(super) use combined::write_index;
pub(super) use module::write_module;

use super::abbrevs::define_if_any;
use super::emit::Emitter;
use super::strtab::Strtab;
use crate::schema::abbrevs::{AbbrevRow, Widths};
use crate::schema::field::rotate_sign;
use crate::schema::summary as row;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_bitstream::{Error, Result};
use bctk_ir::summary::{CallEdge, Entry, FunctionSummary, RefKind, VirtualFunction};

/// Defines the abbreviation of this name for the block `block`, if LLVM has it.
fn define(out: &mut Emitter, rows: &'static [AbbrevRow], block: u32, name: &str) -> Result<u32> {
    define_if_any(out, rows, block, name, &Widths::default())
}

/// Writes the GUID of a value: in two halves by the abbreviation, or whole without one.
fn write_guid(out: &mut Emitter, abbrev: u32, value: u32, guid: u64) -> Result<()> {
    match out.llvm().radix_tree() {
        true => out.record_as(abbrev, &row::ValueGuid { value, guid_high: (guid >> 32) as u32, guid_low: guid as u32 }),
        false => out.record_as(abbrev, &row::ValueGuidOld { value, guid }),
    }
}

/// Writes the stack identifiers that other records refer to, if there are any.
fn write_stack_ids(out: &mut Emitter, rows: &'static [AbbrevRow], ids: &[u64], ops: &mut Vec<u64>) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let abbrev = define(out, rows, row::ID, "STACK_IDS")?;
    ops.clear();
    match out.llvm().radix_tree() {
        true => ids.iter().for_each(|&id| push_halves(ops, id)),
        false => ops.extend_from_slice(ids),
    }
    out.operands(abbrev, row::StackIds::CODE, ops)
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

/// Writes the records about types and parameters that precede the record of their function (`writeFunctionTypeMetadataRecords`).
/// `value` returns the number of a value, if it has one.
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
            // With a call of an unknown value, nothing is known about the parameter.
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
