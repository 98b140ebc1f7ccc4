//! What the archivers of different LLVMs do differently.
use bctk::archive::Kind;
use bctk_bitcode::LlvmVersion;

/// What an archiver does, and the first release that does it.
const SINCE: [(Rule, LlvmVersion); 9] = [
    (Rule::BigArchives, LlvmVersion::new(15)),
    (Rule::BigForBitcode, LlvmVersion::new(17)),
    (Rule::NamedMembers, LlvmVersion::new(16)),
    (Rule::KeepCoff, LlvmVersion::new(17)),
    (Rule::TwoIndexes, LlvmVersion::new(17)),
    (Rule::Coff, LlvmVersion::new(19)),
    (Rule::KeepUnreadable, LlvmVersion::new(19)),
    (Rule::ObjectMode, LlvmVersion::new(18)),
    (Rule::CapitalVersion, LlvmVersion::new(19)),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Objects of AIX make a big archive.
    BigArchives,
    /// So does bitcode for AIX.
    BigForBitcode,
    /// Messages about members name them.
    NamedMembers,
    /// An archive of Windows remains one.
    KeepCoff,
    /// A big archive has one index for 32 bits and one for 64.
    TwoIndexes,
    /// Objects and bitcode for Windows make an archive of Windows.
    Coff,
    /// Bitcode that cannot be read is left out of the index, with a warning.
    KeepUnreadable,
    /// `llvm-ranlib` has an option `-X`, for AIX alone, which `llvm-ar` has since there are big archives.
    ObjectMode,
    /// `llvm-ranlib -V` prints the version; it was `-v` before.
    CapitalVersion,
}

/// The rules of a release.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rules {
    llvm: LlvmVersion,
}

impl Rules {
    pub(super) fn of(llvm: LlvmVersion) -> Rules {
        Rules { llvm }
    }

    fn has(self, rule: Rule) -> bool {
        SINCE.iter().all(|(row, since)| *row != rule || self.llvm >= *since)
    }

    /// The kind of archive for a first member of this content.
    pub(super) fn kind_of(self, content: &[u8]) -> Kind {
        let is_bitcode = content.starts_with(b"BC\xC0\xDE") || content.starts_with(b"\xDE\xC0\x17\x0B");
        match Kind::of_content(content) {
            None => Kind::of_host(),
            Some(Kind::Coff) if !self.has(Rule::Coff) => Kind::Gnu,
            Some(Kind::AixBig) if !self.has(if is_bitcode { Rule::BigForBitcode } else { Rule::BigArchives }) => Kind::Gnu,
            Some(kind) => kind,
        }
    }

    /// Whether `--format` has this kind.
    pub(super) fn has_format(self, kind: Kind) -> bool {
        match kind {
            Kind::Coff => self.has(Rule::Coff),
            Kind::AixBig => self.has(Rule::BigArchives),
            _ => true,
        }
    }

    /// The kind of an archive that changes. What is like BSD's or GNU's may be Darwin's or Windows': the first member tells.
    pub(super) fn kind_after(self, old: Kind, has_index: bool, first: impl Fn() -> Kind) -> Kind {
        match old {
            Kind::Bsd if first() == Kind::Darwin => Kind::Darwin,
            Kind::Gnu if !has_index && self.has(Rule::Coff) && first() == Kind::Coff => Kind::Coff,
            Kind::Coff if !self.has(Rule::KeepCoff) => Kind::Gnu,
            Kind::AixBig if !self.has(Rule::BigArchives) => Kind::Gnu,
            kind => kind,
        }
    }

    pub(super) fn has_one_big_index(self) -> bool {
        !self.has(Rule::TwoIndexes)
    }

    pub(super) fn names_members(self) -> bool {
        self.has(Rule::NamedMembers)
    }

    pub(super) fn archiver_has_object_mode(self) -> bool {
        self.has(Rule::BigArchives)
    }

    pub(super) fn has_object_mode(self) -> bool {
        self.has(Rule::ObjectMode)
    }

    /// The letter of `llvm-ranlib` that asks for the version.
    pub(super) fn version_letter(self) -> char {
        if self.has(Rule::CapitalVersion) { 'V' } else { 'v' }
    }

    pub(super) fn keeps_unreadable(self) -> bool {
        self.has(Rule::KeepUnreadable)
    }
}
