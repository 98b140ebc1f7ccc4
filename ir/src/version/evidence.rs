//! Infers the release of a module without a producer, and with current record forms, from the features that it uses and lacks.
//!
//! Sources: the output of LLVM 3.8 to 22 for the same programs, and the tables of this crate that state since when a construct exists.
use crate::attr_set::{Attr, AttrIndex};
use crate::attrs::{AttrKind, ROWS};
use crate::entity::AttrSetId;
use crate::inst::Inst;
use crate::module::Module;
use crate::types::Type;
use crate::version::{Feature, Inferred, LlvmVersion, Trace};

/// The release, with the evidence; none if nothing points to a release other than the newest known.
///
/// If a module has both newer features and removed ones, the newer ones decide: no older LLVM reads it.
pub fn infer(module: &Module) -> Option<Inferred> {
    let mut traces = Vec::new();
    since(module, &mut traces);
    let newest = traces.iter().filter_map(|trace| trace.since).max();
    until(module, newest, &mut traces);
    let oldest = traces.iter().filter_map(|trace| trace.until).min();
    if oldest.is_none() && has_newer_attributes(module) {
        let release = LlvmVersion::new(LlvmVersion::NEWEST.major + 1);
        traces.push(Trace { what: "attributes that LLVM 24 does not have", since: Some(release), until: None });
        return Some(Inferred { release, traces });
    }
    let release = newest.max(oldest).filter(|_| oldest.is_some())?;
    Some(Inferred { release, traces })
}

/// The maximum number of attributes that a release adds; forks of LLVM use much higher numbers.
const ADDED_ATTRIBUTES: u16 = 16;

/// Whether a module has attributes with the numbers that directly follow the known ones.
fn has_newer_attributes(module: &Module) -> bool {
    let last = ROWS.iter().map(|row| row.code).max().unwrap_or(0);
    let mut kinds = module.attrs.sets.iter().flatten().filter_map(Attr::kind);
    kinds.any(|kind| kind.row().is_none() && (last + 1..=last + ADDED_ATTRIBUTES).contains(&kind.0))
}

/// Evidence for this release or a newer one.
fn since(module: &Module, traces: &mut Vec<Trace>) {
    let mut note = |what, since| traces.push(Trace { what, since: Some(since), until: None });
    if module.types.iter().any(|(_, ty)| matches!(ty, Type::Ptr(_))) {
        note("opaque pointers", Feature::OpaquePointers.first());
    }
    if module.bodies.iter().any(|body| !body.dbg_records.is_empty()) {
        note("debug records", Feature::DebugRecords.first());
    }
    let kinds = module.attrs.sets.iter().flatten().filter_map(Attr::kind).filter_map(AttrKind::row);
    let newest = kinds.max_by_key(|row| row.since);
    if let Some(row) = newest.filter(|row| !row.since.has_minor()) {
        note(row.spelling, row.since);
    }
}

/// Whether a function has `readnone` or `readonly`, which became `memory` in LLVM 16.
pub fn has_functions_that_only_read(module: &Module) -> bool {
    let reads =
        |set: AttrSetId| module.attrs.set(set).iter().any(|attr| matches!(*attr, Attr::Enum(AttrKind::READ_NONE | AttrKind::READ_ONLY)));
    module.functions().any(|(_, _, function)| module.attrs.set_at(function.attrs, AttrIndex::Function).is_some_and(reads))
}

/// Evidence for this release or an older one; `newest` is the first release that has all features.
fn until(module: &Module, newest: Option<LlvmVersion>, traces: &mut Vec<Trace>) {
    let mut note = |what, until| traces.push(Trace { what, since: None, until: Some(until) });
    if module.types.has_typed_pointers() {
        // LLVM 15 and 16 could still write them on request.
        let usual = LlvmVersion::LAST_TYPED_BY_DEFAULT;
        note("typed pointers", if newest > Some(usual) { Feature::TypedPointers.last() } else { usual });
    }
    let unaligned =
        |inst: &Inst| matches!(*inst, Inst::Load { align: 0, .. } | Inst::Store { align: 0, .. } | Inst::Alloca { align: 0, .. });
    if module.bodies.iter().any(|body| body.insts.iter().any(unaligned)) {
        note("loads, stores or allocas without alignment", Feature::ExplicitAlignments.last_without());
    }
    let mut gone: Vec<_> = ROWS.iter().filter_map(|row| Some((row, row.until()?))).collect();
    gone.sort_by_key(|(_, until)| *until);
    for (row, until) in gone {
        if module.attrs.sets.iter().flatten().any(|attr| attr.kind() == Some(AttrKind(row.code))) {
            note(row.spelling, until);
        }
    }
    if has_functions_that_only_read(module) {
        note("readnone or readonly functions", Feature::FunctionsThatOnlyRead.last());
    }
    let declares = |name: &[u8]| module.functions().any(|(_, global, _)| module.str(global.name) == name);
    if declares(b"llvm.dbg.declare") || declares(b"llvm.dbg.value") {
        note("calls that describe variables", Feature::DebugRecords.last_without());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_the_release() {
        let mut module = Module::default();
        assert_eq!(infer(&module), None);
        let release = |module: &Module| infer(module).map(|inferred| inferred.release);
        let pointee = module.types.intern(Type::Int(8));
        module.types.intern(Type::TypedPtr { pointee, addrspace: 0 });
        assert_eq!(release(&module), Some(LlvmVersion::new(14)));
        module.attrs.sets.push(vec![Attr::Enum(AttrKind::SKIP_PROFILE)]);
        assert_eq!(release(&module), Some(LlvmVersion::new(16)));
        module = Module::default();
        module.types.intern(Type::Ptr(0));
        assert_eq!(release(&module), None);
        module.attrs.sets.push(vec![Attr::Enum(AttrKind::NO_CAPTURE)]);
        assert_eq!(release(&module), Some(LlvmVersion::new(20)));
        module.attrs.sets.push(vec![Attr::Enum(AttrKind::ARGMEMONLY), Attr::Enum(AttrKind::RANGE)]);
        assert_eq!(release(&module), Some(LlvmVersion::new(19)));
        module = Module::default();
        module.attrs.sets.push(vec![Attr::Enum(AttrKind(ROWS.iter().map(|row| row.code).max().unwrap() + 1))]);
        assert_eq!(release(&module), Some(LlvmVersion::new(LlvmVersion::NEWEST.major + 1)));
        module.attrs.sets.push(vec![Attr::Enum(AttrKind::NO_CAPTURE)]);
        assert_eq!(release(&module), Some(LlvmVersion::new(20)));
    }
}
