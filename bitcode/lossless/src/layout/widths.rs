//! Widths of integers that text omits: values of enumerators, and offsets of `inrange`.
use bctk_ir::constants::InRange;
use bctk_ir::entity::MdId;
use bctk_ir::integers;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;

/// The indexes of value and sign of an enumerator in the table of fields.
fn enumerator(module: &Module, id: MdId) -> Option<(usize, usize)> {
    let Metadata::Node { kind: DiKind::Enumerator, fields, .. } = module.metadata.get(id) else { return None };
    let slot = |name| DiKind::Enumerator.field(name).map(|field| fields as usize + usize::from(field.slot));
    Some((slot("value")?, slot("isUnsigned")?))
}

/// Widths of the values of enumerators among `nodes`, as pairs of width and run length.
pub(super) fn enumerators(module: &Module, nodes: &[MdId]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (value, _) in nodes.iter().filter_map(|&id| enumerator(module, id)) {
        let width = module.metadata.fields.get(value).copied().unwrap_or(0);
        match runs.last_mut() {
            Some((last, count)) if *last == width => *count += 1,
            _ => runs.push((width, 1)),
        }
    }
    runs
}

/// Sets these widths for the enumerators of a module from text, if their number matches.
pub(super) fn restore_enumerators(module: &mut Module, runs: &[(u32, u32)]) -> bool {
    let found: Vec<(usize, usize)> = (0..module.metadata.items.len()).filter_map(|id| enumerator(module, MdId::new(id))).collect();
    if found.len() as u64 != runs.iter().map(|&(_, count)| u64::from(count)).sum::<u64>() {
        return false;
    }
    let widths = runs.iter().flat_map(|&(width, count)| std::iter::repeat_n(width, count as usize));
    let fields = &mut module.metadata.fields;
    for ((value, sign), to) in found.into_iter().zip(widths) {
        let Some(&[from, low, high]) = fields.get(value..value + 3) else { continue };
        // The width of wider values follows from their words.
        if !(1..=64).contains(&from) || !(1..=64).contains(&to) {
            continue;
        }
        let mut bits = u64::from(low) | u64::from(high) << 32;
        if fields.get(sign) == Some(&0) {
            bits = integers::signed(bits, from) as u64;
        }
        bits = integers::low(bits, to);
        fields[value..value + 3].copy_from_slice(&[to, bits as u32, (bits >> 32) as u32]);
    }
    true
}

/// The width of the offsets of all `inrange`, if there are any and all have the same width.
pub(super) fn in_ranges(module: &Module) -> Option<u32> {
    let mut widths = module.pools().flat_map(|pool| &pool.in_ranges).filter_map(|range| match range {
        InRange::Range { width, .. } => Some(*width),
        InRange::Index(_) => None,
    });
    let first = widths.next()?;
    widths.all(|width| width == first).then_some(first)
}

/// Sets this width for the offsets of all `inrange`.
pub(super) fn restore_in_ranges(module: &mut Module, to: u32) {
    for range in module.pools_mut().flat_map(|pool| &mut pool.in_ranges) {
        if let InRange::Range { width, lower, upper } = range
            && lower.len() == 1
            && upper.len() == 1
            && (1..=64).contains(&to)
        {
            *width = to;
        }
    }
}
