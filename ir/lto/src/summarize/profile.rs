//! The profile of a module: which counts are hot or cold, and the counts of functions, calls and targets of calls.
use super::SummarizeError;
use super::metadata::{number, string, tuple};
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::module_flags::module_flag;
use bctk_ir::module::Module;

/// Hotness of calls, as [`bctk_ir::summary::words::HOTNESS`] numbers it.
pub(super) mod hotness {
    pub(in super::super) const UNKNOWN: u8 = 0;
    pub(in super::super) const COLD: u8 = 1;
    pub(in super::super) const NONE: u8 = 2;
    pub(in super::super) const HOT: u8 = 3;
    pub(in super::super) const CRITICAL: u8 = 4;
}

/// Parts in a million of all counts that hot counts make (`profile-summary-cutoff-hot`).
const HOT_CUTOFF: u64 = 990_000;
/// Counts that are not among these are cold (`profile-summary-cutoff-cold`).
const COLD_CUTOFF: u64 = 999_999;

/// The summary of a module's profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Profile {
    /// Whether the module has one.
    pub(super) is_there: bool,
    /// Whether samples made it, which calls have counts of.
    pub(super) is_sampled: bool,
    /// Whether it is a profile of samples of parts of the program.
    pub(super) is_partial: bool,
    /// The least count that is hot, and the greatest that is cold.
    thresholds: Option<(u64, u64)>,
}

impl Profile {
    /// That of a module (`ProfileSummaryInfo::refresh`).
    pub(super) fn of(module: &Module) -> Result<Profile, SummarizeError> {
        for flag in [&b"CSProfileSummary"[..], b"ProfileSummary"] {
            if let Some(node) = module_flag(module, flag).and_then(|flag| flag.value)
                && let Some(profile) = Profile::read(module, node)?
            {
                return Ok(profile);
            }
        }
        Ok(Profile::default())
    }

    fn read(module: &Module, node: MdId) -> Result<Option<Profile>, SummarizeError> {
        let Some(fields) = tuple(module, node) else { return Ok(None) };
        let pair = |key: &[u8]| {
            fields.iter().find_map(|&field| {
                let ops = tuple(module, field?)?;
                let [name, value] = ops[..] else { return None };
                (string(module, name)? == key).then_some(value)
            })
        };
        let format = pair(b"ProfileFormat").and_then(|value| string(module, value));
        let is_sampled = match format {
            Some(b"SampleProfile") => true,
            Some(b"InstrProf" | b"CSInstrProf") => false,
            _ => return Ok(None),
        };
        let Some(details) = pair(b"DetailedSummary").flatten().and_then(|node| tuple(module, node)) else { return Ok(None) };
        let mut entries = Vec::with_capacity(details.len());
        for entry in details {
            let Some(ops) = entry.and_then(|entry| tuple(module, entry)) else { return Ok(None) };
            let [cutoff, least, _] = ops[..] else { return Ok(None) };
            let (Some(cutoff), Some(least)) = (number(module, None, cutoff), number(module, None, least)) else { return Ok(None) };
            entries.push((cutoff, least));
        }
        let least = |cutoff: u64| {
            let at = entries.partition_point(|&(own, _)| own < cutoff);
            entries.get(at).map(|&(_, least)| least).ok_or(SummarizeError::ProfileCutoffs)
        };
        Ok(Some(Profile {
            is_there: true,
            is_sampled,
            is_partial: is_sampled
                && pair(b"IsPartialProfile").and_then(|value| number(module, None, value)).is_some_and(|value| value != 0),
            thresholds: Some((least(HOT_CUTOFF)?, least(COLD_CUTOFF)?)),
        }))
    }

    /// The hotness of a count.
    pub(super) fn hotness(&self, count: u64) -> u8 {
        match self.thresholds {
            Some((hot, _)) if count >= hot => hotness::HOT,
            Some((_, cold)) if count <= cold => hotness::COLD,
            _ => hotness::NONE,
        }
    }
}

/// The number of times that a function is entered, and the GUIDs of functions that are to be imported with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) count: Option<u64>,
    pub(super) imports: Vec<u64>,
}

/// That of the node `prof` of a function (`Function::getEntryCount`, `Function::getImportGUIDs`).
pub(super) fn entry(module: &Module, body: Option<&Body>, node: Option<MdId>) -> Entry {
    let Some(ops) = node.and_then(|node| tuple(module, node)) else { return Entry::default() };
    if ops.first().and_then(|&name| string(module, name)) != Some(b"function_entry_count") {
        return Entry::default();
    }
    let count = ops.get(1).and_then(|&count| number(module, body, count)).filter(|&count| count != u64::MAX);
    let imports = ops.iter().skip(2).filter_map(|&guid| number(module, body, guid)).collect();
    Entry { count, imports }
}

/// The sum of the counts of a call (`Instruction::extractProfTotalWeight`).
pub(super) fn total_weight(module: &Module, body: Option<&Body>, node: MdId) -> Option<u64> {
    let ops = tuple(module, node)?;
    match string(module, *ops.first()?)? {
        b"branch_weights" => {
            // A word may say where the weights come from.
            let first = if string(module, *ops.get(1)?).is_some() { 2 } else { 1 };
            let mut sum = 0u64;
            for &weight in ops.get(first..)? {
                sum = sum.wrapping_add(number(module, body, weight)?);
            }
            Some(sum)
        }
        b"VP" if ops.len() > 3 => number(module, body, ops[2]),
        _ => None,
    }
}

/// Kinds of profiles of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueProfile {
    /// Targets of indirect calls.
    Calls = 0,
    /// Virtual tables.
    Tables = 2,
}

/// A count that says that a call was promoted already.
const PROMOTED: u64 = u64::MAX;

/// The values of a profile with their counts, at most `most`, and the sum of all counts (`getValueProfDataFromInst`).
pub(super) fn values(module: &Module, body: Option<&Body>, node: MdId, kind: ValueProfile, most: usize) -> Option<(Vec<(u64, u64)>, u64)> {
    let ops = tuple(module, node)?;
    if ops.len() < 5 || string(module, ops[0])? != b"VP" || number(module, body, ops[1])? != kind as u64 {
        return None;
    }
    let total = number(module, body, ops[2])?;
    let mut values = Vec::new();
    for pair in ops[3..].chunks(2) {
        if values.len() == most {
            break;
        }
        let [value, count] = pair else { return None };
        let (value, count) = (number(module, body, *value)?, number(module, body, *count)?);
        if count != PROMOTED {
            values.push((value, count));
        }
    }
    Some((values, total))
}

/// At most so many targets of an indirect call are looked at (`icp-max-prom`).
const MOST_TARGETS: usize = 3;
/// A target has at least this part of all calls in a hundred (`icp-total-percent-threshold`).
const LEAST_OF_TOTAL: u128 = 5;
/// A target has at least this part of the calls that are left (`icp-remaining-percent-threshold`).
const LEAST_OF_REST: u128 = 30;

/// The targets of an indirect call that are worth a call of their own, with their counts (`ICallPromotionAnalysis`).
pub(super) fn call_targets(module: &Module, body: Option<&Body>, node: MdId) -> Vec<(u64, u64)> {
    let Some((mut targets, total)) = values(module, body, node, ValueProfile::Calls, MOST_TARGETS) else { return Vec::new() };
    let mut rest = total;
    let mut kept = 0;
    for &(_, count) in &targets {
        let parts = u128::from(count) * 100;
        if parts < LEAST_OF_REST * u128::from(rest) || parts < LEAST_OF_TOTAL * u128::from(total) {
            break;
        }
        rest = rest.saturating_sub(count);
        kept += 1;
    }
    targets.truncate(kept);
    targets
}
