//! The order of the GUIDs that a profile wants to be imported: that of LLVM's hash table of them (`DenseSet`).
use bctk_ir::version::LlvmVersion;
use hashbrown::HashSet;

use crate::dense::{DenseOrder, hash_in_release};

/// Numbers from here on mark places of the table without an entry.
const MARKS: u64 = u64::MAX - 1;

/// The numbers of `guids`, each once, in the order in which a walk over the set meets them.
pub(super) fn in_order_of_set(guids: &[u64], llvm: LlvmVersion) -> Vec<u64> {
    let mut table = DenseOrder::of_release(llvm);
    let mut known = HashSet::new();
    let items: Vec<u64> = guids.iter().copied().filter(|&guid| guid < MARKS && known.insert(guid)).collect();
    for &guid in &items {
        table.insert(hash_in_release(guid, llvm));
    }
    table.items().filter_map(|item| items.get(item as usize).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::in_order_of_set;
    use bctk_ir::version::LlvmVersion;

    // The numbers in the profile of a function, and the order in which the summaries that opt makes have them.
    const STATED: [u64; 48] = [
        485499, 643003, 391446, 280111, 145270, 195188, 908656, 709513, 6748, 354761, 527206, 486248, 941934, 634073, 84741, 350250,
        581195, 981872, 646605, 734107, 42883, 763565, 397431, 177644, 737653, 992179, 473979, 997481, 760287, 443115, 164792, 176610,
        249574, 53828, 116337, 138859, 530862, 914071, 968706, 619110, 66404, 811818, 721883, 402302, 827951, 782338, 930364, 106609,
    ];
    const BY_16: [u64; 48] = [
        763565, 643003, 486248, 354761, 145270, 350250, 811818, 164792, 177644, 646605, 530862, 721883, 176610, 930364, 997481, 391446,
        908656, 981872, 397431, 402302, 84741, 760287, 619110, 527206, 249574, 195188, 485499, 473979, 968706, 280111, 6748, 709513,
        827951, 782338, 914071, 53828, 116337, 106609, 581195, 634073, 992179, 941934, 734107, 737653, 42883, 66404, 443115, 138859,
    ];
    const BY_22: [u64; 48] = [
        391446, 164792, 914071, 402302, 527206, 443115, 177644, 968706, 106609, 992179, 763565, 643003, 737653, 997481, 646605, 930364,
        195188, 6748, 634073, 397431, 485499, 354761, 941934, 350250, 811818, 721883, 734107, 709513, 473979, 145270, 981872, 138859,
        249574, 827951, 84741, 116337, 581195, 760287, 908656, 619110, 66404, 280111, 42883, 530862, 53828, 486248, 176610, 782338,
    ];
    const BY_23: [u64; 48] = [
        391446, 164792, 914071, 402302, 527206, 443115, 177644, 968706, 106609, 992179, 763565, 643003, 737653, 997481, 646605, 930364,
        195188, 6748, 634073, 397431, 485499, 354761, 941934, 350250, 811818, 721883, 734107, 709513, 473979, 145270, 981872, 249574,
        138859, 827951, 84741, 116337, 581195, 760287, 908656, 619110, 66404, 280111, 42883, 530862, 53828, 486248, 176610, 782338,
    ];

    #[test]
    fn orders_are_those_of_releases() {
        for (major, expected) in [(16, BY_16), (22, BY_22), (23, BY_23)] {
            assert_eq!(in_order_of_set(&STATED, LlvmVersion::new(major)), expected, "LLVM {major}");
        }
        assert_eq!(in_order_of_set(&[7, u64::MAX, 7], LlvmVersion::new(22)), [7]);
    }
}
