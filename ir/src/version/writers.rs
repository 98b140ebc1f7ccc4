//! Values that the bitcode writer of each release uses, as tables by version.
use super::LlvmVersion;

/// The oldest release whose writer is known.
const OLDEST_WRITTEN: u32 = LlvmVersion::OLDEST_WRITTEN.major;

impl LlvmVersion {
    /// The oldest release whose bitcode writer is known.
    pub const OLDEST_WRITTEN: LlvmVersion = LlvmVersion::new(13);

    /// The nearest release whose bitcode writer is known: LLVM 13 to the newest.
    pub fn nearest_written(major: u32) -> LlvmVersion {
        LlvmVersion::new(major.clamp(OLDEST_WRITTEN, LlvmVersion::NEWEST.major))
    }

    /// Every release whose bitcode writer is known, oldest first.
    pub fn written() -> impl Iterator<Item = LlvmVersion> {
        (OLDEST_WRITTEN..=LlvmVersion::NEWEST.major).map(LlvmVersion::new)
    }

    /// The index of this release in [`LlvmVersion::written`]; the nearest one if it is missing.
    pub fn written_index(self) -> usize {
        (LlvmVersion::nearest_written(self.major).major - OLDEST_WRITTEN) as usize
    }

    /// Looks up a value in a table whose rows apply from a release on, oldest first.
    fn value<T: Copy>(self, rows: &[(u32, T)], oldest: T) -> T {
        rows.iter().rev().find(|(since, _)| self.major >= *since).map_or(oldest, |&(_, value)| value)
    }

    /// Version of summaries (`ModuleSummaryIndex::BitcodeSummaryVersion`).
    pub fn summary_version(self) -> u64 {
        self.value(&[(19, 10), (20, 12), (23, 14)], 9)
    }

    /// Width of abbreviation ids in the summaries of an index of many modules.
    pub fn index_width(self) -> u32 {
        self.value(&[(16, 4)], 3)
    }

    /// The last point release of this version, such as `17.0.6`; that of the nearest known version.
    pub fn last_release(self) -> &'static str {
        let last = [
            (14, "14.0.6"),
            (15, "15.0.7"),
            (16, "16.0.6"),
            (17, "17.0.6"),
            (18, "18.1.8"),
            (19, "19.1.7"),
            (20, "20.1.8"),
            (21, "21.1.8"),
            (22, "22.1.8"),
            (23, "23.1.4"),
        ];
        self.value(&last, "13.0.1")
    }

    /// What the symbol tables of this release's last point release state after its version: the revision in builds from a checkout, the form of
    /// the release itself since 23; empty for none.
    pub fn revision(self) -> &'static str {
        self.value(&[(23, " 395ba2c4d274e0d81bea69a49aba372e3743d113")], "")
    }

    /// The metadata kinds that every context has, in the order of their numbers.
    pub fn metadata_kinds(self) -> &'static [&'static str] {
        let kinds = crate::fixed::MD_KINDS;
        let known = self.value(&[(15, 36), (16, 39), (18, 40), (19, 41), (20, 42), (22, 47), (23, kinds.len())], 31);
        kinds.get(..known).unwrap_or(kinds)
    }

    /// The operand bundle tags that every context has.
    pub fn bundle_tags(self) -> &'static [&'static str] {
        if self.assumption_bundle_tags() {
            return crate::fixed::BUNDLE_TAGS;
        }
        let tags = crate::fixed::OLD_BUNDLE_TAGS;
        let known = self.value(&[(15, 8), (16, 9), (17, 10), (22, tags.len())], 7);
        tags.get(..known).unwrap_or(tags)
    }

    /// The sync scopes that every context has.
    pub fn sync_scopes(self) -> &'static [&'static str] {
        crate::fixed::SYNC_SCOPES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_that_is_known() {
        assert_eq!(LlvmVersion::nearest_written(3).major, 13);
        assert_eq!(LlvmVersion::nearest_written(40), LlvmVersion::NEWEST);
        assert!(LlvmVersion::written().enumerate().all(|(at, version)| version.written_index() == at));
        assert!(LlvmVersion::written().all(|version| version.last_release().starts_with(&format!("{}.", version.major))));
    }

    #[test]
    fn tables_by_version() {
        let of = |major| LlvmVersion::nearest_written(major);
        assert_eq!(of(14).metadata_kinds().last(), Some(&"annotation"));
        assert_eq!(of(15).metadata_kinds().last(), Some(&"callsite"));
        assert_eq!(of(17).metadata_kinds().last(), Some(&"DIAssignID"));
        assert_eq!(of(19).metadata_kinds().last(), Some(&"mmra"));
        assert_eq!(of(21).metadata_kinds().last(), Some(&"noalias.addrspace"));
        assert_eq!(of(13).bundle_tags().last(), Some(&"clang.arc.attachedcall"));
        assert_eq!(of(21).bundle_tags().last(), Some(&"convergencectrl"));
        assert_eq!([18, 19, 20, 22].map(|major| of(major).summary_version()), [9, 10, 12, 12]);
        assert!(!of(18).constant_gep_flags() && of(19).constant_gep_flags());
    }
}
