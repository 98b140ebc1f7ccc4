//! Pairs the global values of two modules.
use bctk_hash::Hasher;
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use hashbrown::HashMap;
use std::collections::VecDeque;
use std::hash::Hash;
use std::mem::discriminant;
use xxhash_rust::xxh3::xxh3_64;

use crate::side::Side;

/// Global values that belong together: for each one of the old module the new one, and the other way round.
pub(crate) struct Pairs {
    pub(crate) new_of: Vec<Option<GlobalId>>,
    pub(crate) old_of: Vec<Option<GlobalId>>,
}

impl Pairs {
    fn join(&mut self, old: GlobalId, new: GlobalId) {
        if let (Some(to), Some(from)) = (self.new_of.get_mut(old.index()), self.old_of.get_mut(new.index())) {
            (*to, *from) = (Some(new), Some(old));
        }
    }

    /// The pairs, in the order of the new module.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (GlobalId, GlobalId)> + '_ {
        self.old_of.iter().zip(0..).filter_map(|(old, new)| Some(((*old)?, GlobalId(new))))
    }

    /// Those of the old module that have no other, then those of the new one.
    pub(crate) fn alone(&self) -> [Vec<GlobalId>; 2] {
        let alone =
            |others: &[Option<GlobalId>]| others.iter().zip(0..).filter(|(other, _)| other.is_none()).map(|(_, id)| GlobalId(id)).collect();
        [alone(&self.new_of), alone(&self.old_of)]
    }

    /// Joins those without another that have the same key, in order; if `even`, only where both modules have as many of them.
    fn join_by<K: Hash + Eq>(&mut self, even: bool, key: &mut dyn FnMut(bool, GlobalId) -> Option<K>) {
        let [old, new] = self.alone();
        let mut by_key: HashMap<K, (VecDeque<GlobalId>, isize)> = HashMap::new();
        for id in old {
            if let Some(key) = key(false, id) {
                by_key.entry(key).or_default().0.push_back(id);
            }
        }
        by_key.values_mut().for_each(|(olds, count)| *count = olds.len() as isize);
        let mut found = Vec::new();
        for id in new {
            let Some(key) = key(true, id).filter(|key| by_key.contains_key(key)) else { continue };
            if let Some((_, count)) = by_key.get_mut(&key) {
                *count -= 1;
            }
            found.push((key, id));
        }
        for (key, id) in found {
            let Some((olds, count)) = by_key.get_mut(&key) else { continue };
            if even && *count != 0 {
                continue;
            }
            if let Some(old) = olds.pop_front() {
                self.join(old, id);
            }
        }
    }
}

/// Pairs the global values, and gives both of a pair one number.
pub(crate) fn pair(old: &mut Side<'_>, new: &mut Side<'_>) -> Pairs {
    let mut pairs = Pairs { new_of: vec![None; old.module.globals.len()], old_of: vec![None; new.module.globals.len()] };
    {
        let (old, new) = (&*old, &*new);
        let side = |is_new: bool| if is_new { new } else { old };
        let global = |is_new: bool, id: GlobalId| side(is_new).module.global(id);
        // The names of literals are numbers: a literal is its value.
        let literal = |is_new: bool, id: GlobalId| {
            let value = global(is_new, id).filter(|global| is_literal(global))?;
            let text = side(is_new).text(id);
            let content = text.split_once(" = ").map_or(&*text, |(_, content)| content);
            Some((discriminant(&value.kind), xxh3_64(content.as_bytes())))
        };
        let name = |is_new: bool, id: GlobalId| {
            let name = side(is_new).module.str(global(is_new, id)?.name);
            Some(name).filter(|name| !name.is_empty())
        };
        pairs.join_by(false, &mut |is_new, id| Some((literal(is_new, id)?, name(is_new, id)?.to_vec())));
        pairs.join_by(false, &mut |is_new, id| literal(is_new, id));
        pairs.join_by(false, &mut |is_new, id| Some((discriminant(&global(is_new, id)?.kind), name(is_new, id)?.to_vec())));
        let mut hashers = [Hasher::without_debug(), Hasher::without_debug()];
        pairs.join_by(true, &mut |is_new, id| code(side(is_new).module, id, &mut hashers[usize::from(is_new)]));
        pairs.join_by(true, &mut |is_new, id| {
            let base = base(name(is_new, id)?).to_vec();
            Some((discriminant(&global(is_new, id)?.kind), base))
        });
        // Those without names have an order.
        pairs.join_by(false, &mut |is_new, id| match name(is_new, id) {
            None => Some(discriminant(&global(is_new, id)?.kind)),
            Some(_) => None,
        });
    }
    let joined: Vec<(GlobalId, GlobalId)> = pairs.iter().collect();
    for (number, (from, to)) in (0..).zip(joined) {
        old.count_as(from, number);
        new.count_as(to, number);
    }
    pairs
}

/// Whether a variable is a literal, which nothing finds by its name.
fn is_literal(global: &GlobalValue) -> bool {
    matches!(global.kind, GlobalKind::Variable { .. }) && global.linkage == Linkage::Private
}

/// The hash of the code of a function with a body.
fn code(module: &Module, id: GlobalId, hasher: &mut Hasher) -> Option<u128> {
    let body = module.body(module.global(id)?.function()?)?;
    hasher.function(module, id, body).map(|hashes| hashes.normalized)
}

/// A name without what makes it unique: numbers that LLVM appends, and hashes of Rust's crates.
fn base(name: &[u8]) -> &[u8] {
    let mut name = name;
    while let Some(dot) = name.iter().rposition(|&byte| byte == b'.') {
        let is_number = name.len() > dot + 1 && name[dot + 1..].iter().all(u8::is_ascii_digit);
        if !is_number || dot == 0 {
            break;
        }
        name = &name[..dot];
    }
    let name = name.strip_suffix(b".llvm").unwrap_or(name);
    // `17h` and sixteen digits before the end of a name of Rust.
    match name.len().checked_sub(20).map(|at| name.split_at(at)) {
        Some((base, hash)) if hash.starts_with(b"17h") && hash.ends_with(b"E") => base,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_makes_them_unique() {
        assert_eq!(base(b"f.12.llvm.77"), b"f.12");
        assert_eq!(base(b"f.12.3"), b"f");
        assert_eq!(base(b"_ZN3foo3bar17h0123456789abcdefE"), b"_ZN3foo3bar");
        assert_eq!((base(b".1"), base(b"f."), base(b"f.x")), (&b".1"[..], &b"f."[..], &b"f.x"[..]));
    }
}
