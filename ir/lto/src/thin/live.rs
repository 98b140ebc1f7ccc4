//! What is alive: reached from symbols that are needed outside of the modules, and from what modules keep in any case.
use bctk_ir::keywords::Linkage;
use bctk_ir::summary::RefKind;
use bctk_ir::summary::variable_flags::{READ_ONLY, WRITE_ONLY};

use super::Limits;
use super::index::{Fault, Index, Kind, index_flags};

/// Whether the linker chose a copy of a value in one of the modules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prevailing {
    /// Nothing is known about it.
    #[default]
    Unknown,
    /// It did.
    Yes,
    /// It chose one elsewhere.
    No,
}

/// What a linker said of values, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Whether any symbol is needed outside, known to the index or not.
    pub any_preserved: bool,
    /// Values that are needed outside of the modules.
    pub preserved: Vec<bool>,
    /// Whether a copy in the modules was chosen.
    pub prevailing: Vec<Prevailing>,
}

impl Symbols {
    /// Nothing is needed, and nothing known.
    pub fn new(index: &Index) -> Symbols {
        Symbols {
            any_preserved: false,
            preserved: vec![false; index.guids.len()],
            prevailing: vec![Prevailing::Unknown; index.guids.len()],
        }
    }

    /// Notes that the symbol with this GUID is needed outside.
    pub fn preserve(&mut self, index: &Index, guid: u64) {
        self.any_preserved = true;
        if let Some(slot) = index.value(guid).and_then(|value| self.preserved.get_mut(value as usize)) {
            *slot = true;
        }
    }

    pub(super) fn is_preserved(&self, value: u32) -> bool {
        self.preserved.get(value as usize).copied().unwrap_or_default()
    }

    fn prevails(&self, value: u32) -> Prevailing {
        self.prevailing.get(value as usize).copied().unwrap_or_default()
    }
}

/// Finds what is alive, and, if functions will be imported, which variables are only read or only written.
///
/// # Errors
/// If copies of a symbol contradict each other.
pub fn find_dead(index: &mut Index, symbols: &Symbols, limits: &Limits, imports: bool) -> Result<(), Fault> {
    if limits.compute_dead && symbols.any_preserved {
        mark_live(index, symbols)?;
    } else {
        for value in index.order.clone() {
            update_indirect_calls(index, value);
        }
    }
    if imports && limits.propagate_attributes {
        propagate_attributes(index, symbols);
    }
    Ok(())
}

/// Calls of unknown functions may be of local ones that a profile names as if they were visible.
fn update_indirect_calls(index: &mut Index, value: u32) {
    for at in 0..index.list(value).len() {
        let Some(&place) = index.list(value).get(at) else { continue };
        let Some(Kind::Function(function)) = index.entry(place).map(|entry| &entry.kind) else { continue };
        for call in function.calls.range() {
            let Some(callee) = index.calls.get(call).map(|call| call.callee).filter(|&callee| index.list(callee).is_empty()) else {
                continue;
            };
            let guid = index.guids.get(callee as usize).copied().unwrap_or_default();
            let Some(original) = index.original(guid) else { continue };
            let mut copies = index.list(original).iter().filter_map(|&place| index.entry(place));
            if copies.any(|copy| matches!(copy.kind, Kind::Variable(_))) {
                continue;
            }
            if let Some(call) = index.calls.get_mut(call) {
                call.callee = original;
            }
        }
    }
}

fn set_live(index: &mut Index, value: u32) {
    for at in 0..index.list(value).len() {
        let place = index.list(value).get(at).copied().unwrap_or(u32::MAX);
        if let Some(entry) = index.entries.get_mut(place as usize) {
            entry.flags.live = true;
        }
    }
}

fn mark_live(index: &mut Index, symbols: &Symbols) -> Result<(), Fault> {
    for value in (0..).zip(&symbols.preserved).filter(|(_, preserved)| **preserved).map(|(value, _)| value) {
        set_live(index, value);
    }
    let mut work = Vec::new();
    // Values that were looked at and need no second look.
    let mut seen = vec![false; index.guids.len()];
    for value in index.order.clone() {
        // Up to the first copy that is alive, no further.
        update_indirect_calls_until_live(index, value);
        if index.list(value).iter().filter_map(|&place| index.entry(place)).any(|entry| entry.flags.live) {
            work.push(value);
            if let Some(seen) = seen.get_mut(value as usize) {
                *seen = true;
            }
        }
    }
    while let Some(value) = work.pop() {
        for at in 0..index.list(value).len() {
            let Some(&place) = index.list(value).get(at) else { continue };
            let Some(entry) = index.entry(place) else { continue };
            let (refs, calls) = match &entry.kind {
                Kind::Alias { value, .. } => {
                    if let Some(value) = *value {
                        visit(index, symbols, value, true, &mut seen, &mut work)?;
                    }
                    continue;
                }
                Kind::Function(function) => (entry.refs.range(), function.calls.range()),
                Kind::Variable(_) => (entry.refs.range(), 0..0),
            };
            for at in refs {
                if let Some(value) = index.refs.get(at).map(|r| r.value) {
                    visit(index, symbols, value, false, &mut seen, &mut work)?;
                }
            }
            for at in calls {
                if let Some(value) = index.calls.get(at).map(|call| call.callee) {
                    visit(index, symbols, value, false, &mut seen, &mut work)?;
                }
            }
        }
    }
    index.flags |= index_flags::DEAD_STRIPPED;
    Ok(())
}

/// As [`update_indirect_calls`], for the copies of a value up to the first one that is alive: LLVM looks no further.
fn update_indirect_calls_until_live(index: &mut Index, value: u32) {
    let live = |index: &Index, place: u32| index.entry(place).is_some_and(|entry| entry.flags.live);
    let list = index.list(value);
    match list.iter().position(|&place| live(index, place)) {
        Some(first) if first + 1 < list.len() => update_indirect_calls_of(index, value, first + 1),
        _ => update_indirect_calls(index, value),
    }
}

fn update_indirect_calls_of(index: &mut Index, value: u32, count: usize) {
    let rest: Vec<u32> = index.list(value).iter().copied().skip(count).collect();
    // What the others call stays as it is.
    let kept: Vec<(usize, u32)> = rest
        .iter()
        .filter_map(|&place| match &index.entry(place)?.kind {
            Kind::Function(function) => Some(function.calls.range()),
            _ => None,
        })
        .flatten()
        .filter_map(|call| Some((call, index.calls.get(call)?.callee)))
        .collect();
    update_indirect_calls(index, value);
    for (call, callee) in kept {
        if let Some(call) = index.calls.get_mut(call) {
            call.callee = callee;
        }
    }
}

/// Makes a value live that something live refers to.
fn visit(index: &mut Index, symbols: &Symbols, value: u32, is_aliasee: bool, seen: &mut [bool], work: &mut Vec<u32>) -> Result<(), Fault> {
    if seen.get(value as usize).copied().unwrap_or(true) {
        return Ok(());
    }
    if symbols.prevails(value) == Prevailing::No && !is_aliasee {
        let linkages = || index.list(value).iter().filter_map(|&place| index.entry(place)).map(|entry| entry.flags.linkage);
        let is_kept = |linkage: Linkage| matches!(linkage, Linkage::AvailableExternally | Linkage::WeakOdr | Linkage::LinkOnceOdr);
        if !linkages().any(is_kept) {
            return Ok(());
        }
        if linkages().any(Linkage::is_interposable) {
            let guid = index.guids.get(value as usize).copied().unwrap_or_default();
            return Err(Fault(format!(
                "the symbol with the GUID {guid}, whose definition is elsewhere, may be replaced in some modules and not in others"
            )));
        }
    }
    if let Some(seen) = seen.get_mut(value as usize) {
        *seen = true;
    }
    set_live(index, value);
    work.push(value);
    Ok(())
}

/// Finds variables that are only read or only written, and values that some module takes for preemptible.
fn propagate_attributes(index: &mut Index, symbols: &Symbols) {
    let mut cleared = Cleared { read: vec![false; index.guids.len()], written: vec![false; index.guids.len()] };
    for value in index.order.clone() {
        let mut is_local = true;
        for at in 0..index.list(value).len() {
            let Some(&place) = index.list(value).get(at) else { continue };
            let Some(entry) = index.entry(place) else { continue };
            if !index.is_live(entry) {
                break;
            }
            is_local &= entry.flags.dso_local;
            let refs = entry.refs.range();
            let base = index.base(place).filter(|&base| index.entry(base).is_some_and(|base| matches!(base.kind, Kind::Variable(_))));
            if let Some(base) = base
                && (!index.may_import_variable(place, false, true).0 || symbols.is_preserved(value))
            {
                clear(index, base, READ_ONLY | WRITE_ONLY);
            }
            for at in refs {
                if let Some(r) = index.refs.get(at).copied() {
                    cleared.refer(index, r.value, r.kind);
                }
            }
        }
        if !is_local {
            for at in 0..index.list(value).len() {
                let place = index.list(value).get(at).copied().unwrap_or(u32::MAX);
                if let Some(entry) = index.entries.get_mut(place as usize) {
                    entry.flags.dso_local = false;
                }
            }
        }
    }
    index.flags |= index_flags::ATTRIBUTES_PROPAGATED | index_flags::LOCAL_PROPAGATED;
}

fn clear(index: &mut Index, place: u32, bits: u64) {
    if let Some(Kind::Variable(flags)) = index.entries.get_mut(place as usize).map(|entry| &mut entry.kind) {
        *flags &= !(bits as u8);
    }
}

/// Values whose copies are known not to be only read, or only written.
struct Cleared {
    read: Vec<bool>,
    written: Vec<bool>,
}

impl Cleared {
    /// Notes a reference: all copies of the value are changed once for each kind.
    fn refer(&mut self, index: &mut Index, value: u32, kind: RefKind) {
        let (Some(read), Some(written)) = (self.read.get_mut(value as usize), self.written.get_mut(value as usize)) else { return };
        let mut bits = 0;
        if kind != RefKind::ReadOnly && !std::mem::replace(read, true) {
            bits |= READ_ONLY;
        }
        if kind != RefKind::WriteOnly && !std::mem::replace(written, true) {
            bits |= WRITE_ONLY;
        }
        if bits == 0 {
            return;
        }
        for at in 0..index.list(value).len() {
            let Some(&place) = index.list(value).get(at) else { continue };
            if let Some(base) = index.base(place) {
                clear(index, base, bits);
            }
        }
    }
}
