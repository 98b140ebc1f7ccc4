//! Values that the bitcode writer of each release uses, as tables by version.
use super::LlvmVersion;

/// The releases of LLVM 3 whose writers are known.
const LAST_OF_THREE: u32 = 9;

impl LlvmVersion {
    /// The oldest release whose bitcode writer is known.
    pub const OLDEST_WRITTEN: LlvmVersion = LlvmVersion::three(7);

    /// The nearest release to `major` whose bitcode writer is known: LLVM 3.7 to the newest.
    pub fn nearest_written(major: u32) -> LlvmVersion {
        LlvmVersion::new(major).as_written()
    }

    /// The nearest release to this one whose bitcode writer is known: LLVM 3.7 to the newest.
    pub fn as_written(self) -> LlvmVersion {
        match self.major {
            ..=3 => LlvmVersion::three(self.minor.min(LAST_OF_THREE)).max(LlvmVersion::OLDEST_WRITTEN),
            major => LlvmVersion::new(major.min(LlvmVersion::NEWEST.major)),
        }
    }

    /// Every release whose bitcode writer is known, oldest first.
    pub fn written() -> impl Iterator<Item = LlvmVersion> {
        let of_three = (LlvmVersion::OLDEST_WRITTEN.minor..=LAST_OF_THREE).map(LlvmVersion::three);
        of_three.chain((LlvmVersion::OLDEST_WRITTEN.major + 1..=LlvmVersion::NEWEST.major).map(LlvmVersion::new))
    }

    /// The index of this release in [`LlvmVersion::written`]; the nearest one if it is missing.
    pub fn written_index(self) -> usize {
        let nearest = self.as_written();
        let before = LAST_OF_THREE + 1 - LlvmVersion::OLDEST_WRITTEN.minor;
        let index = match nearest.has_minor() {
            true => nearest.minor - LlvmVersion::OLDEST_WRITTEN.minor,
            false => before + nearest.major - LlvmVersion::OLDEST_WRITTEN.major - 1,
        };
        index as usize
    }

    /// Looks up a value in a table whose rows apply from a release on, oldest first.
    fn value<T: Copy>(self, rows: &[(f64, T)], oldest: T) -> T {
        rows.iter().rev().find(|(since, _)| self >= LlvmVersion::of(*since)).map_or(oldest, |&(_, value)| value)
    }

    /// Version of summaries (`ModuleSummaryIndex::BitcodeSummaryVersion`).
    pub fn summary_version(self) -> u64 {
        self.value(&[(4.0, 1), (5.0, 3), (6.0, 4), (8.0, 6), (9.0, 7), (10.0, 8), (11.0, 9), (19.0, 10), (20.0, 12), (23.0, 14)], 0)
    }

    /// Version of the symbol table (`irsymtab::storage::Header::kCurrentVersion`).
    pub fn symtab_version(self) -> u32 {
        self.value(&[(6.0, 1), (9.0, 2), (13.0, 3), (23.0, 4)], 0)
    }

    /// Version of the operations of expressions in debug information.
    pub fn expression_version(self) -> u64 {
        self.value(&[(4.0, 1), (5.0, 3)], 0)
    }

    /// Width of abbreviation ids in the summaries of an index of many modules.
    pub fn index_width(self) -> u32 {
        self.value(&[(16.0, 4)], 3)
    }

    /// The last point release of this version, such as `17.0.6`, or the version in development; that of the nearest known version.
    pub fn last_release(self) -> &'static str {
        let last = [
            (3.8, "3.8.1"),
            (3.9, "3.9.1"),
            (4.0, "4.0.1"),
            (5.0, "5.0.2"),
            (6.0, "6.0.1"),
            (7.0, "7.1.0"),
            (8.0, "8.0.1"),
            (9.0, "9.0.1"),
            (10.0, "10.0.1"),
            (11.0, "11.1.0"),
            (12.0, "12.0.1"),
            (13.0, "13.0.1"),
            (14.0, "14.0.6"),
            (15.0, "15.0.7"),
            (16.0, "16.0.6"),
            (17.0, "17.0.6"),
            (18.0, "18.1.8"),
            (19.0, "19.1.7"),
            (20.0, "20.1.8"),
            (21.0, "21.1.8"),
            (22.0, "22.1.8"),
            (23.0, "23.1.4"),
            (24.0, "24.0.0git"),
        ];
        self.value(&last, "3.7.1")
    }

    /// What the symbol tables of this release's last point release state after its version: the revision in builds from a checkout, the form of
    /// the release itself since 23; empty for none.
    pub fn revision(self) -> &'static str {
        self.value(&[(23.0, " 395ba2c4d274e0d81bea69a49aba372e3743d113"), (24.0, " 10dbfc4863c9aea2fb237022c3f47fc24c02265e")], "")
    }

    /// The metadata kinds that every context has, in the order of their numbers.
    pub fn metadata_kinds(self) -> &'static [&'static str] {
        crate::fixed::md_kinds_of(self)
    }

    /// The operand bundle tags that every context has.
    pub fn bundle_tags(self) -> &'static [&'static str] {
        if self.assumption_bundle_tags() {
            return crate::fixed::BUNDLE_TAGS;
        }
        let tags = crate::fixed::OLD_BUNDLE_TAGS;
        let known =
            self.value(&[(3.8, 2), (3.9, 3), (10.0, 4), (11.0, 6), (13.0, 7), (15.0, 8), (16.0, 9), (17.0, 10), (22.0, tags.len())], 0);
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
        assert_eq!(LlvmVersion::nearest_written(3), LlvmVersion::three(7));
        assert_eq!(LlvmVersion::three(20).as_written(), LlvmVersion::three(9));
        assert_eq!(LlvmVersion::nearest_written(40), LlvmVersion::NEWEST);
        assert!(LlvmVersion::written().enumerate().all(|(at, version)| version.written_index() == at));
        assert!(LlvmVersion::written().all(|version| version.last_release().starts_with(&format!("{version}."))));
    }

    #[test]
    fn tables_by_version() {
        let of = |major| LlvmVersion::nearest_written(major);
        assert_eq!(of(14).metadata_kinds().last(), Some(&"annotation"));
        assert_eq!(of(15).metadata_kinds().last(), Some(&"callsite"));
        assert_eq!(of(17).metadata_kinds().last(), Some(&"DIAssignID"));
        assert_eq!(of(19).metadata_kinds().last(), Some(&"mmra"));
        assert_eq!(of(21).metadata_kinds().last(), Some(&"noalias.addrspace"));
        assert_eq!(of(23).metadata_kinds().last(), Some(&"callgraph"));
        assert_eq!(of(24).metadata_kinds().last(), Some(&"metadata_section_kind"));
        assert_eq!(of(13).bundle_tags().last(), Some(&"clang.arc.attachedcall"));
        assert_eq!(of(21).bundle_tags().last(), Some(&"convergencectrl"));
        assert_eq!(of(10).metadata_kinds().last(), Some(&"vcall_visibility"));
        assert_eq!(LlvmVersion::OLDEST_WRITTEN.metadata_kinds().len(), 14);
        assert_eq!([18, 19, 20, 22].map(|major| of(major).summary_version()), [9, 10, 12, 12]);
        assert!(!of(18).constant_gep_flags() && of(19).constant_gep_flags());
    }
}
