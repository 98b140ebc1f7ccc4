//! What each module imports (`ComputeCrossModuleImport`): functions that are called and small enough, and variables that these refer to.
use bctk_ir::summary::variable_flags;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry as Slot;

use super::Limits;
use super::index::{Call, Entry, Function, Index, Kind, function_flags};
use crate::dense::{DenseOrder, hash_path, hash_u32, hash_u64};

/// For each value that has several copies in the modules, the one that is used: the module of it.
pub trait Choice: Sync {
    /// Whether the copy `place` of `value` is the one that is used.
    fn prevails(&self, index: &Index, value: u32, place: u32) -> bool;
}

/// What one module imports.
#[derive(Clone, Debug, Default)]
pub struct Imports {
    /// Entries of other modules, in LLVM's order, and whether only their declarations are imported.
    pub(super) list: Vec<(u32, bool)>,
}

impl Imports {
    /// How many values are imported.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing is imported.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// What all modules import and export.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// By module.
    pub imports: Vec<Imports>,
    /// By entry: whether another module needs it.
    pub(super) exported: Vec<bool>,
}

/// What each module defines: entries by GUID, in the order of GUIDs.
#[derive(Debug, Default)]
pub(super) struct Defined {
    starts: Vec<u32>,
    places: Vec<u32>,
    /// Modules in the order in which LLVM comes to them.
    pub(super) order: Vec<u32>,
    /// Only functions count as defined.
    functions_only: bool,
}

impl Defined {
    pub(super) fn new(index: &Index) -> Defined {
        let count = index.modules.len();
        let mut starts = vec![0u32; count + 1];
        for entry in &index.entries {
            if let Some(slot) = starts.get_mut(entry.module as usize + 1) {
                *slot += 1;
            }
        }
        let mut sum = 0;
        starts.iter_mut().for_each(|start| {
            sum += *start;
            *start = sum;
        });
        let mut next = starts.clone();
        let mut places = vec![0u32; index.entries.len()];
        let mut table = DenseOrder::with_room(count);
        let mut by_item = Vec::with_capacity(count);
        let mut is_in = vec![false; count];
        let mut enter = |module: u32, is_in: &mut Vec<bool>| {
            let Some(is_in) = is_in.get_mut(module as usize).filter(|is_in| !**is_in) else { return };
            *is_in = true;
            table.insert(hash_path(index.modules.get(module as usize).map_or(&[][..], |module| &module.path)));
            by_item.push(module);
        };
        for &value in &index.order {
            for &place in index.list(value) {
                let module = index.entry(place).map_or(0, |entry| entry.module);
                if let Some(slot) = next.get_mut(module as usize) {
                    if let Some(target) = places.get_mut(*slot as usize) {
                        *target = place;
                    }
                    *slot += 1;
                }
                enter(module, &mut is_in);
            }
        }
        (0..count as u32).for_each(|module| enter(module, &mut is_in));
        let order = table.items().filter_map(|item| by_item.get(item as usize).copied()).collect();
        Defined { starts, places, order, functions_only: false }
    }

    /// The entries of a module in the order of their GUIDs.
    pub(super) fn by_guid(&self, module: u32) -> &[u32] {
        let at = |module: usize| self.starts.get(module).copied().unwrap_or_default() as usize;
        self.places.get(at(module as usize)..at(module as usize + 1)).unwrap_or_default()
    }

    /// The entries of a module in LLVM's order; of several of one value the last.
    pub(super) fn in_order(&self, index: &Index, module: u32) -> Vec<u32> {
        let mut table = DenseOrder::default();
        let mut items: Vec<u32> = Vec::new();
        let mut last = None;
        for &place in self.by_guid(module) {
            let value = index.entry(place).map_or(u32::MAX, |entry| entry.value);
            match items.last_mut().filter(|_| last == Some(value)) {
                Some(item) => *item = place,
                None => {
                    table.insert(hash_u64(index.guids.get(value as usize).copied().unwrap_or_default()));
                    items.push(place);
                }
            }
            last = Some(value);
        }
        table.items().filter_map(|item| items.get(item as usize).copied()).collect()
    }
}

/// What happens to a list of imports, in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// An entry is imported.
    Definition(u32),
    /// A variable is imported whose declaration was; LLVM does not export it for that.
    Upgrade(u32),
    /// Its declaration is, as far as it is not imported.
    Declaration(u32),
}

/// Decides for every module what it imports.
/// `count` is how many functions were imported before, for `Limits::cutoff`.
pub(super) fn plan(index: &Index, defined: &Defined, choice: &dyn Choice, limits: &Limits, count: &mut u64) -> Plan {
    let mut plan = Plan { imports: vec![Imports::default(); index.modules.len()], exported: vec![false; index.entries.len()] };
    let steps: Vec<Vec<Step>> = if limits.cutoff.is_some() {
        // The count goes on from module to module.
        defined.order.iter().map(|&module| Importer::run(index, defined, choice, limits, module, count)).collect()
    } else {
        defined.order.par_iter().balanced().map(|&module| Importer::run(index, defined, choice, limits, module, &mut 0)).collect()
    };
    for step in steps.iter().flatten() {
        if let Step::Definition(place) = *step
            && let Some(exported) = plan.exported.get_mut(place as usize)
        {
            *exported = true;
        }
    }
    // Imports have numbers in the order in which any module first imports them.
    let mut numbers = vec![u32::MAX; index.entries.len()];
    let mut next = 0;
    for step in steps.iter().flatten() {
        let (Step::Definition(place) | Step::Upgrade(place) | Step::Declaration(place)) = *step;
        if let Some(number) = numbers.get_mut(place as usize).filter(|number| **number == u32::MAX) {
            *number = next;
            next += 1;
        }
    }
    let lists: Vec<Imports> = steps.par_iter().balanced().map(|steps| in_order(steps, &numbers)).collect();
    for (&module, list) in defined.order.iter().zip(lists) {
        if let Some(slot) = plan.imports.get_mut(module as usize) {
            *slot = list;
        }
    }
    export_what_is_referred_to(index, &mut plan);
    plan
}

/// The imports after some steps, in the order of LLVM's set of numbers.
fn in_order(steps: &[Step], numbers: &[u32]) -> Imports {
    let mut table = DenseOrder::default();
    let mut items = Vec::new();
    let mut declared: HashMap<u32, u32> = HashMap::new();
    let mut definitions: hashbrown::HashSet<u32> = hashbrown::HashSet::new();
    let number = |place: u32| numbers.get(place as usize).copied().unwrap_or_default().wrapping_mul(2);
    for step in steps {
        match *step {
            Step::Definition(place) | Step::Upgrade(place) => {
                if !definitions.insert(place) {
                    continue;
                }
                table.insert(hash_u32(number(place)));
                items.push((place, false));
                if let Some(item) = declared.remove(&place) {
                    table.remove(item);
                }
            }
            Step::Declaration(place) if definitions.contains(&place) => {}
            Step::Declaration(place) => {
                if let Slot::Vacant(slot) = declared.entry(place) {
                    slot.insert(table.insert(hash_u32(number(place) | 1)));
                    items.push((place, true));
                }
            }
        }
    }
    Imports { list: table.items().filter_map(|item| items.get(item as usize).copied()).collect() }
}

/// What an imported value refers to in its own module is exported, too.
fn export_what_is_referred_to(index: &Index, plan: &mut Plan) {
    let exported: Vec<u32> = (0..).zip(&plan.exported).filter(|(_, exported)| **exported).map(|(place, _)| place).collect();
    let mut export = |value: u32, module: u32| {
        if let Some(exported) = index.find(value, module).and_then(|place| plan.exported.get_mut(place as usize)) {
            *exported = true;
        }
    };
    for place in exported {
        let Some(entry) = index.base(place).and_then(|base| index.entry(base)) else { continue };
        match &entry.kind {
            Kind::Function(function) => index.calls_of(function).iter().for_each(|call| export(call.callee, entry.module)),
            Kind::Variable(flags) if index.is_only(*flags, variable_flags::WRITE_ONLY) => continue,
            _ => {}
        }
        index.refs_of(entry).iter().for_each(|r| export(r.value, entry.module));
    }
}

/// Why a candidate is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing defines it.
    Unknown,
    /// It is no function.
    Variable,
    /// Nothing needs it.
    Dead,
    /// It has more instructions than the limit.
    TooLarge,
    /// Another definition may take its place.
    Interposable,
    /// It is local to another module.
    LocalElsewhere,
    /// Its module says so.
    NotEligible,
    /// It is not to be inlined.
    NoInline,
}

/// Decides what one module imports that defines nothing but functions, as `opt` does: entries, and whether only declarations are imported.
pub(super) fn plan_by_functions(index: &Index, choice: &dyn Choice, limits: &Limits, module: u32) -> Vec<(u32, bool)> {
    let defined = Defined { functions_only: true, ..Defined::new(index) };
    let steps = Importer::run(index, &defined, choice, limits, module, &mut 0);
    steps
        .into_iter()
        .map(|step| match step {
            Step::Definition(place) | Step::Upgrade(place) => (place, false),
            Step::Declaration(place) => (place, true),
        })
        .collect()
}

/// Decides what one module imports.
struct Importer<'a> {
    index: &'a Index,
    choice: &'a dyn Choice,
    limits: &'a Limits,
    /// The entries of values that the module defines.
    defined: HashMap<u32, u32>,
    /// For each callee the limit for which it was last looked at, and its entry if it is imported.
    seen: HashMap<u32, (u32, Option<u32>)>,
    /// Functions whose calls are looked at, and the limits for these.
    work: Vec<(u32, u32)>,
    steps: Vec<Step>,
    /// The imports of steps; and those that are declarations.
    definitions: hashbrown::HashSet<u32>,
    declarations: hashbrown::HashSet<u32>,
    count: &'a mut u64,
}

impl<'a> Importer<'a> {
    fn run(index: &'a Index, all: &'a Defined, choice: &'a dyn Choice, limits: &'a Limits, module: u32, count: &'a mut u64) -> Vec<Step> {
        let mut own = all.in_order(index, module);
        if all.functions_only {
            own.retain(|&place| index.entry(place).is_some_and(|entry| matches!(entry.kind, Kind::Function(_))));
        }
        let mut importer = Importer {
            index,
            choice,
            limits,
            defined: own.iter().filter_map(|&place| Some((index.entry(place)?.value, place))).collect(),
            seen: HashMap::new(),
            work: Vec::new(),
            steps: Vec::new(),
            definitions: hashbrown::HashSet::new(),
            declarations: hashbrown::HashSet::new(),
            count,
        };
        for place in own {
            let Some(entry) = index.entry(place).filter(|entry| index.is_live(entry)) else { continue };
            let base = if matches!(entry.kind, Kind::Alias { .. }) { index.base(place) } else { Some(place) };
            if let Some(base) = base {
                importer.function(base, limits.instructions);
            }
        }
        while let Some((place, limit)) = importer.work.pop() {
            importer.function(place, limit);
        }
        importer.steps
    }

    /// Looks at what a function refers to and calls.
    fn function(&mut self, place: u32, limit: u32) {
        let index = self.index;
        let Some(entry) = index.entry(place) else { return };
        let Kind::Function(function) = &entry.kind else { return };
        self.variables(entry);
        for call in index.calls_of(function) {
            if self.limits.cutoff.is_some_and(|cutoff| *self.count >= cutoff) {
                continue;
            }
            if !self.defined.contains_key(&call.callee) {
                self.call(call, entry.module, limit);
            }
        }
    }

    /// Imports what a call calls, if it may be and is small enough.
    fn call(&mut self, call: &Call, caller_module: u32, limit: u32) {
        let factor = self.limits.factor(call.hotness);
        let wanted = (limit as f32 * factor).min(GREATEST);
        let is_hot = call.hotness == HOT;
        let mut is_new = false;
        let (processed, callee) = *self.seen.entry(call.callee).or_insert_with(|| {
            is_new = true;
            (wanted as u32, None)
        });
        if !is_new && wanted <= processed as f32 {
            return;
        }
        let resolved = match callee {
            Some(callee) => {
                self.seen.insert(call.callee, (wanted as u32, Some(callee)));
                callee
            }
            None => {
                let (found, declaration) = select(self.index, call.callee, wanted as u32, caller_module);
                let Ok((place, base)) = found else {
                    if let Some(place) = declaration.filter(|_| self.limits.declarations) {
                        // The summary of an alias's function tells the module, the call the value.
                        let module = self.index.entry(place).map_or(u32::MAX, |entry| entry.module);
                        self.declare(self.index.find(call.callee, module));
                    }
                    self.seen.insert(call.callee, (wanted as u32, None));
                    return;
                };
                let processed = if is_new { wanted as u32 } else { processed };
                self.seen.insert(call.callee, (processed, Some(base)));
                self.define(place, true);
                base
            }
        };
        // Limits must not grow along a chain of calls, which may be a circle.
        let evolution = if is_hot { self.limits.hot_evolution } else { self.limits.evolution };
        let next = limit as f32 * evolution.min(1.0);
        *self.count += 1;
        self.work.push((resolved, next as u32));
    }

    /// Imports an entry. Whether it was neither imported nor declared before.
    fn define(&mut self, place: u32, is_function: bool) -> bool {
        if !self.definitions.insert(place) {
            return false;
        }
        let is_new = !self.declarations.remove(&place);
        self.steps.push(if is_new || is_function { Step::Definition(place) } else { Step::Upgrade(place) });
        is_new
    }

    fn declare(&mut self, place: Option<u32>) {
        if let Some(place) = place
            && !self.definitions.contains(&place)
            && self.declarations.insert(place)
        {
            self.steps.push(Step::Declaration(place));
        }
    }

    /// Imports variables that a function refers to, and those that these refer to.
    fn variables(&mut self, entry: &'a Entry) {
        let mut work = vec![entry];
        while let Some(entry) = work.pop() {
            for r in self.index.refs_of(entry) {
                if self.may_need(r.value) {
                    self.variable(r.value, entry.module, &mut work);
                }
            }
        }
    }

    /// Whether a variable may have to be imported although the module may define it.
    fn may_need(&self, value: u32) -> bool {
        let index = self.index;
        let Some(&place) = self.defined.get(&value) else { return true };
        let is_interposable = index.entry(place).is_some_and(|entry| entry.flags.linkage.is_interposable());
        is_interposable && index.list(value).len() > 1 && !self.choice.prevails(index, value, place)
    }

    fn variable(&mut self, value: u32, user_module: u32, work: &mut Vec<&'a Entry>) {
        let index = self.index;
        let list = index.list(value);
        for &place in list {
            let Some(entry) = index.entry(place) else { continue };
            let Kind::Variable(flags) = entry.kind else { break };
            let (may, declaration) = index.may_import_variable(place, true, self.limits.constants_with_refs);
            let is_elsewhere = list.len() != 1 && entry.flags.linkage.is_local() && entry.module != user_module;
            if is_elsewhere || !may {
                // A local of another module is skipped before it is looked at.
                if self.limits.declarations && !is_elsewhere && declaration {
                    self.declare(Some(place));
                }
                continue;
            }
            if self.define(place, false) && !index.is_only(flags, variable_flags::WRITE_ONLY) {
                work.push(entry);
            }
            break;
        }
    }
}

/// The greatest limit that a number of 32 bits can hold as it is.
const GREATEST: f32 = 4_294_967_040.0;

/// The hotness of calls that are often run (`CalleeInfo::HotnessType::Hot`).
const HOT: u8 = 3;

/// The first copy of a callee that may be imported and has at most `limit` instructions: its entry and that of its function. Without one, why
/// the last copy is not, and the last one that is only too large or not to be inlined.
pub(super) fn select(index: &Index, callee: u32, limit: u32, caller_module: u32) -> (Result<(u32, u32), Refusal>, Option<u32>) {
    let mut reason = Refusal::Unknown;
    let mut declaration = None;
    let list = index.list(callee);
    for &place in list {
        let (base, function) = match candidate(index, place, list.len(), caller_module) {
            Ok(found) => found,
            Err(refusal) => {
                reason = refusal;
                continue;
            }
        };
        if function.instructions > limit && function.flags & function_flags::ALWAYS_INLINE == 0 {
            declaration = Some(base);
            reason = Refusal::TooLarge;
        } else if function.flags & function_flags::NO_INLINE != 0 {
            declaration = Some(base);
            reason = Refusal::NoInline;
        } else {
            return (Ok((place, base)), None);
        }
    }
    (Err(reason), declaration)
}

/// The function of a copy of a callee, if it may be imported.
fn candidate(index: &Index, place: u32, copies: usize, caller_module: u32) -> Result<(u32, &Function), Refusal> {
    let entry = index.entry(place).ok_or(Refusal::Unknown)?;
    if !index.is_live(entry) {
        return Err(Refusal::Dead);
    }
    if entry.flags.linkage.is_interposable() {
        return Err(Refusal::Interposable);
    }
    let (base, of) = index.base(place).and_then(|base| Some((base, index.entry(base)?))).ok_or(Refusal::Variable)?;
    let Kind::Function(function) = &of.kind else { return Err(Refusal::Variable) };
    if copies != 1 && of.flags.linkage.is_local() && of.module != caller_module {
        return Err(Refusal::LocalElsewhere);
    }
    if of.flags.not_eligible_to_import {
        return Err(Refusal::NotEligible);
    }
    Ok((base, function))
}
