//! The expanded size of constants: a few records can refer to the same parts again and again, doubling the size each time.
use crate::limits::{LimitName, Limits};
use bctk_bitstream::{Error, Result};
use bctk_ir::constants::ConstPool;
use bctk_ir::value::{Value, ValueKind};

/// Parts of a constant including all operands, and their nesting depth.
#[derive(Clone, Copy, Default)]
pub(super) struct ExpandedSize {
    parts: u32,
    depth: u32,
}

const ONE: ExpandedSize = ExpandedSize { parts: 1, depth: 0 };

/// What constants may come to.
#[derive(Clone)]
pub(super) struct Bounds {
    /// The limits that they come of.
    pub(super) limits: Limits,
    parts: u32,
    depth: u32,
}

impl Bounds {
    /// The bounds for an input of `bytes` bytes.
    pub(super) fn new(limits: &Limits, bytes: usize) -> Bounds {
        let parts = limits.constant_parts.saturating_add((bytes as u64).saturating_mul(limits.constant_parts_per_byte));
        let saturated = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Bounds { limits: limits.clone(), parts: saturated(parts), depth: saturated(limits.depth as u64) }
    }
}

/// Computes the expanded sizes of the constants of `pool`. Their operands are in the same pool or in the module's, whose sizes are
/// `outer`. For the module's pool itself, `outer` is empty.
///
/// # Errors
/// If a constant contains itself or exceeds the bounds.
pub(super) fn expanded_sizes(pool: &ConstPool, outer: &[ExpandedSize], module: bool, bounds: &Bounds) -> Result<Vec<ExpandedSize>> {
    let consts = &pool.consts;
    let mut compound = false;
    for constant in consts {
        pool.operands(constant.kind, |_| compound = true);
    }
    if !compound {
        return Ok(if module { vec![ONE; consts.len()] } else { Vec::new() });
    }
    let own = |value: Value| match value.kind() {
        ValueKind::Const(c) if module => Some(c),
        ValueKind::LocalConst(c) if !module => Some(c),
        _ => None,
    };
    let of_outer = |value: Value| match value.kind() {
        ValueKind::Const(c) => outer.get(c as usize).copied().unwrap_or(ONE),
        _ => ONE,
    };
    // No parts: not computed yet.
    let mut weights = vec![ExpandedSize::default(); consts.len()];
    let mut open = vec![false; consts.len()];
    let mut stack: Vec<u32> = Vec::new();
    for root in 0..consts.len() as u32 {
        stack.push(root);
        while let Some(&top) = stack.last() {
            let at = top as usize;
            if weights[at].parts != 0 {
                stack.pop();
                continue;
            }
            let mut weight = ONE;
            let before = stack.len();
            let mut cyclic = false;
            pool.operands(consts[at].kind, |op| {
                let part = match own(op) {
                    None => of_outer(op),
                    Some(c) => match weights.get(c as usize) {
                        None => ONE,
                        Some(w) if w.parts != 0 => *w,
                        Some(_) => {
                            cyclic |= open[c as usize];
                            stack.push(c);
                            ONE
                        }
                    },
                };
                weight.parts = weight.parts.saturating_add(part.parts);
                weight.depth = weight.depth.max(part.depth + 1);
            });
            if stack.len() > before {
                if cyclic || std::mem::replace(&mut open[at], true) {
                    return Err(Error::malformed(format!("constant {top} contains itself")));
                }
                continue;
            }
            if weight.parts > bounds.parts {
                return Err(Error::beyond(
                    LimitName::ConstantParts,
                    &bounds.limits,
                    format_args!("constant {top} has more than {} parts when written out", bounds.parts),
                ));
            }
            if weight.depth > bounds.depth {
                return Err(Error::beyond(LimitName::Depth, &bounds.limits, format_args!("constants nested {} deep", weight.depth)));
            }
            open[at] = false;
            weights[at] = weight;
            stack.pop();
        }
    }
    Ok(weights)
}
