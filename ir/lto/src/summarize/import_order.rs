//! The order of the GUIDs that a profile wants to be imported: that of LLVM's hash table of them (`DenseSet`).
use bctk_ir::version::LlvmVersion;

/// The least number of places in a table that is not empty.
const LEAST: usize = 64;
/// Numbers that mark places without an entry, or with one that is gone.
const EMPTY: u64 = u64::MAX;

/// The numbers of `guids`, each once, in the order in which a walk over the set meets them.
pub(super) fn in_order_of_set(guids: &[u64], llvm: LlvmVersion) -> Vec<u64> {
    let mut table = Vec::new();
    let mut count = 0;
    for &guid in guids {
        if find(&table, guid, llvm).is_some_and(|at| table[at] == guid) || guid >= EMPTY - 1 {
            continue;
        }
        // Three quarters may be full.
        if (count + 1) * 4 >= table.len() * 3 {
            let mut larger = vec![EMPTY; (table.len() * 2).max(LEAST)];
            for &old in table.iter().filter(|&&old| old != EMPTY) {
                put(&mut larger, old, llvm);
            }
            table = larger;
        }
        put(&mut table, guid, llvm);
        count += 1;
    }
    table.into_iter().filter(|&guid| guid != EMPTY).collect()
}

fn put(table: &mut [u64], guid: u64, llvm: LlvmVersion) {
    if let Some(at) = find(table, guid, llvm) {
        table[at] = guid;
    }
}

/// The place of a number, or the one where it would be.
fn find(table: &[u64], guid: u64, llvm: LlvmVersion) -> Option<usize> {
    let mask = table.len().checked_sub(1)?;
    let mut at = hash(guid, llvm) as usize & mask;
    // Each step is one place longer than the one before, until tables are searched one place after the other.
    for step in 1..=table.len() {
        if table[at] == guid || table[at] == EMPTY {
            return Some(at);
        }
        at = (at + if llvm.linear_probing() { 1 } else { step }) & mask;
    }
    None
}

/// The hash of a number (`DenseMapInfo`).
fn hash(guid: u64, llvm: LlvmVersion) -> u32 {
    if !llvm.mixed_hashes() {
        return guid.wrapping_mul(37) as u32;
    }
    let product = guid.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (product ^ product >> 31) as u32
}
