//! The intrinsics of LLVM: their names, and the attributes that LLVM gives them regardless of the file.
//!
//! The table is sorted text. Lookups search it in place, so a program pays only for the names that it looks up. After many lookups for an
//! other LLVM than the one that its rows are of, an index of its names is built.
mod mangle;
mod pointees;
mod signature;

pub use pointees::with_typed_pointers;

use crate::entity::TypeId;
use crate::module::Module;
use crate::types::{Type, TypeTable};
use crate::version::LlvmVersion;
use memchr::{memchr, memrchr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

/// Made by `cargo xtask intrinsics`.
static TABLE: &str = include_str!("table.txt");

/// An intrinsic: its name and the numbers of its attributes in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intrinsic {
    /// Name without `llvm.` and type suffixes.
    pub name: &'static str,
    function: u16,
    args: u16,
    /// Its signature, if that is known.
    signature: Option<u16>,
    /// Whether suffixes for types follow the name.
    overloaded: bool,
}

/// An attribute of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntrinsicAttr {
    /// Without value, by its spelling.
    Enum(&'static str),
    /// With a number.
    Int(&'static str, u64),
    /// `range`, as wide as the scalar type of the argument.
    Range(i64, i64),
}

/// The numbered lines of each kind, and the names.
struct Sections {
    function: Rows,
    arg: Rows,
    lists: Rows,
    signatures: Rows,
    histories: Rows,
    names: &'static str,
    /// Names that the release of the rows does not have.
    gone: &'static str,
}

/// What the lines of each section begin with, in the order of the sections. Names have no capital letters.
const TAGS: &[u8] = b"#FALSH";

/// The section of a line: the position of its tag, or after them for names, and for names that the release of the rows does not have (and
/// the line before them).
fn section_of(line: &str) -> usize {
    match TAGS.iter().position(|&tag| line.as_bytes().first() == Some(&tag)) {
        Some(section) => section,
        None if line.split(' ').nth(2).is_some() => TAGS.len(),
        None => TAGS.len() + 1,
    }
}

/// Only the borders of the sections are searched for; most processes need few of the lines.
static SECTIONS: LazyLock<Sections> = LazyLock::new(|| {
    let start = |section: usize| first_line(TABLE, |line| section_of(line) < section);
    let rows = |section: usize| Rows(&TABLE[start(section)..start(section + 1)]);
    let (names, gone) = (start(TAGS.len()), start(TAGS.len() + 1));
    Sections {
        function: rows(1),
        arg: rows(2),
        lists: rows(3),
        signatures: rows(4),
        histories: rows(5),
        names: &TABLE[names..gone],
        gone: TABLE[gone..].split_once('\n').map_or("", |(_, names)| names),
    }
});

/// Lines of one kind: a tag, the number of the line, and its content.
#[derive(Clone, Copy)]
struct Rows(&'static str);

impl Rows {
    fn row(line: &'static str) -> (Option<usize>, &'static str) {
        let (_, rest) = cut(line);
        let (number, content) = cut(rest);
        (number.parse().ok(), content)
    }

    fn get(self, number: usize) -> Option<&'static str> {
        let at = first_line(self.0, |line| Rows::row(line).0 < Some(number));
        let (found, content) = Rows::row(line_at(self.0, at)?.1);
        (found == Some(number)).then_some(content)
    }

    fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.lines().map(|line| Rows::row(line).1)
    }
}

/// Offset of the first line that is not `before`, in lines of which the first ones are.
fn first_line(text: &'static str, before: impl Fn(&'static str) -> bool) -> usize {
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let Some((start, line)) = line_at(text, low + (high - low) / 2) else { break };
        if before(line) {
            low = start + line.len() + 1;
        } else {
            high = start;
        }
    }
    low
}

/// The line that contains offset `at`: its start and text.
fn line_at(text: &'static str, at: usize) -> Option<(usize, &'static str)> {
    let (before, after) = text.as_bytes().split_at_checked(at).filter(|(_, after)| !after.is_empty())?;
    let start = memrchr(b'\n', before).map_or(0, |p| p + 1);
    let len = memchr(b'\n', after).unwrap_or(after.len());
    Some((start, &text[start..at + len]))
}

/// Offset of the first line whose name is not below `key`.
fn lower_bound(names: &'static str, key: &[u8]) -> usize {
    // What follows a name is a space, which is below all that names have in them.
    first_line(names, |line| line.as_bytes() < key)
}

/// The name in a line of the names.
fn name_of(line: &'static str) -> &'static str {
    cut(line).0
}

fn parse(line: &'static str) -> Option<Intrinsic> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let [function, args, signature] = [words.next()?, words.next()?, words.next()?];
    let overloaded = words.next() == Some("*");
    Some(Intrinsic {
        name,
        function: function.parse().ok()?,
        args: args.parse().ok()?,
        signature: Some(signature.parse().ok()?),
        overloaded,
    })
}

/// What another LLVM than [`OWN`] has of the name in a line of the table; `history_of` returns the history with a number.
fn parse_in(line: &'static str, major: u32, history_of: impl Fn(usize) -> Option<&'static str>) -> Option<Intrinsic> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let rest: Vec<&str> = words.filter(|word| *word != "*").collect();
    let (signature, history) = match rest[..] {
        [_, _, signature, history] => (signature.parse().ok(), history),
        [history] => (None, history),
        // No release differs but those before it, which do not have it.
        [_, _, _] if major > OWN.major => return parse(line),
        _ => return None,
    };
    let history = history_of(history.parse().ok()?)?;
    let entries =
        history.split(' ').filter_map(|entry| entry.split_once(':').and_then(|(since, entry)| Some((since.parse().ok()?, entry))));
    let last = entries.take_while(|&(since, _): &(u32, &str)| since <= major).last();
    // A later release has what the rows have until an entry of a later release changes it.
    if major > OWN.major && last.is_none_or(|(since, _)| since < OWN.major) {
        return parse(line);
    }
    let (_, entry) = last?;
    let (entry, signature) = match entry.split_once('=') {
        Some((entry, own)) => (entry, own.parse().ok()),
        None => (entry, signature),
    };
    // The releases were asked with a type that older ones cannot read.
    let names_bfloat = |&at: &u16| SECTIONS.signatures.get(usize::from(at)).is_some_and(|text| text.contains("bfloat"));
    let has_bfloat = LlvmVersion::new(major).bfloat_type();
    let signature = signature.filter(|at| has_bfloat || !names_bfloat(at));
    let overloaded = entry.ends_with('*');
    let (function, args) = entry.trim_end_matches('*').split_once('/')?;
    Some(Intrinsic { name, function: function.parse().ok()?, args: args.parse().ok()?, signature, overloaded })
}

/// The release that the rows of the table are of. What other releases have is in its histories.
const OWN: LlvmVersion = LlvmVersion::DEFAULT;

/// The oldest release whose intrinsics the table has.
const OLDEST: u32 = 4;

/// The oldest release whose signatures the table has as its headers state them. Those of older releases are as far as they answer.
const EXACT: u32 = 22;

/// Whether the table knows all overloaded types of this release's intrinsics, and with them the names.
pub fn knows_overloads(version: LlvmVersion) -> bool {
    version.major >= EXACT
}

/// Every release whose intrinsics the table has, oldest first.
pub fn versions() -> impl DoubleEndedIterator<Item = LlvmVersion> {
    (OLDEST..=LlvmVersion::NEWEST.major).map(LlvmVersion::new)
}

/// How many releases the table has.
const RELEASES: usize = (LlvmVersion::NEWEST.major - OLDEST + 1) as usize;

/// The position of a release. Releases before the oldest in the table are taken for that one, later ones for the newest.
fn index_of(version: LlvmVersion) -> usize {
    (version.major.clamp(OLDEST, LlvmVersion::NEWEST.major) - OLDEST) as usize
}

/// The intrinsics of the LLVM at this position, which is not [`OWN`], sorted by name.
fn all_at(at: usize) -> &'static [Intrinsic] {
    static INDEXES: [OnceLock<Vec<Intrinsic>>; RELEASES] = [const { OnceLock::new() }; RELEASES];
    INDEXES[at].get_or_init(|| {
        let histories: Vec<&str> = SECTIONS.histories.iter().collect();
        let lines = SECTIONS.names.lines().chain(SECTIONS.gone.lines());
        let parse = |line| parse_in(line, OLDEST + at as u32, |number| histories.get(number).copied());
        let mut out: Vec<Intrinsic> = lines.filter_map(parse).collect();
        out.sort_by_key(|intrinsic| intrinsic.name);
        out
    })
}

/// After so many lines were looked at for such a release, its index is worth its time: it parses three times as many.
const LINES_BEFORE_INDEX: usize = 1 << 13;

/// Roughly what a binary search costs, in lines that are parsed.
const LINES_OF_SEARCH: usize = 1;

/// The first intrinsic of the LLVM at this position, which is not [`OWN`], whose name begins with `key`.
fn first_at(at: usize, key: &[u8]) -> Option<Intrinsic> {
    static LOOKED_AT: [AtomicUsize; RELEASES] = [const { AtomicUsize::new(0) }; RELEASES];
    if LOOKED_AT[at].load(Ordering::Relaxed) > LINES_BEFORE_INDEX {
        let all = all_at(at);
        let first = all.get(all.partition_point(|intrinsic| intrinsic.name.as_bytes() < key)).copied();
        return first.filter(|intrinsic| intrinsic.name.as_bytes().starts_with(key));
    }
    let mut looked_at = 0;
    let first = [SECTIONS.names, SECTIONS.gone].into_iter().filter_map(|names| {
        looked_at += LINES_OF_SEARCH;
        let lines = names[lower_bound(names, key)..].lines().take_while(|line| line.as_bytes().starts_with(key));
        let mut parsed = lines.filter_map(|line| {
            looked_at += 1;
            parse_in(line, OLDEST + at as u32, |number| SECTIONS.histories.get(number))
        });
        parsed.next()
    });
    let first = first.min_by_key(|intrinsic| intrinsic.name);
    LOOKED_AT[at].fetch_add(looked_at, Ordering::Relaxed);
    first.filter(|intrinsic| intrinsic.name.as_bytes().starts_with(key))
}

/// Every name in the table, without `llvm.`: those of the default release first, then those that only others have.
pub fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.names.lines().chain(SECTIONS.gone.lines()).filter_map(|line| line.split(' ').next())
}

/// The word before the first space of a line, and what follows. Words here are so short that a plain loop finds it first.
fn cut(line: &str) -> (&str, &str) {
    match line.bytes().position(|byte| byte == b' ') {
        Some(at) => (&line[..at], &line[at + 1..]),
        None => (line, ""),
    }
}

/// What the names of all intrinsics begin with.
const PREFIX: &[u8] = b"llvm.";

/// The intrinsic for a function of this name, if the default release has one (`Intrinsic::lookupIntrinsicID`).
pub fn lookup(name: &[u8]) -> Option<Intrinsic> {
    // Without an intrinsic, the table is not even looked at.
    if !name.starts_with(PREFIX) {
        return None;
    }
    let first_from = |key: &[u8]| {
        let (_, line) = line_at(SECTIONS.names, lower_bound(SECTIONS.names, key))?;
        name_of(line).as_bytes().starts_with(key).then_some(line)
    };
    find(name, first_from, name_of, parse)
}

/// As [`lookup`], for an LLVM release.
pub fn lookup_in(name: &[u8], version: LlvmVersion) -> Option<Intrinsic> {
    if version == OWN || !name.starts_with(PREFIX) {
        return lookup(name);
    }
    find(name, |key| first_at(index_of(version), key), |intrinsic| intrinsic.name, Some)
}

/// Looks up the parts of a dotted name one after the other, as long as some name begins with them; `first_from` returns the first entry
/// whose name begins with a key. The last match must be the whole name or, for an intrinsic with type suffixes, end at a dot.
fn find<T: Copy>(
    name: &[u8],
    first_from: impl Fn(&[u8]) -> Option<T>,
    name_of: impl Fn(T) -> &'static str,
    parse: impl Fn(T) -> Option<Intrinsic>,
) -> Option<Intrinsic> {
    let name = name.strip_prefix(PREFIX)?;
    let mut best = None;
    let mut end = 0;
    while end < name.len() {
        end = name[end + 1..].iter().position(|&c| c == b'.').map_or(name.len(), |p| end + 1 + p);
        let key = &name[..end];
        // The first name with a shorter beginning may have this one, too.
        if best.is_some_and(|best| name_of(best).as_bytes().starts_with(key)) {
            continue;
        }
        let Some(found) = first_from(key) else { break };
        best = Some(found);
    }
    let intrinsic = parse(best?)?;
    let rest = name.strip_prefix(intrinsic.name.as_bytes())?;
    (rest.is_empty() || (intrinsic.overloaded && rest[0] == b'.')).then_some(intrinsic)
}

/// Whether an older release has an intrinsic of this name, or may have had it, and this release has not.
pub fn is_gone(name: &[u8], version: LlvmVersion) -> bool {
    let mut later = (version.major..=LlvmVersion::NEWEST.major).map(LlvmVersion::new);
    later.all(|version| lookup_in(name, version).is_none())
}

/// Whether this release or an older one has an intrinsic of this name. Its reader upgrades what it has no more.
pub fn has_been(name: &[u8], version: LlvmVersion) -> bool {
    let mut earlier = (OLDEST..=version.major).rev().map(LlvmVersion::new);
    earlier.any(|version| lookup_in(name, version).is_some())
}

/// As [`exact`], for an LLVM release.
pub fn exact_in(name: &str, version: LlvmVersion) -> Option<Intrinsic> {
    if version == OWN {
        return exact(name);
    }
    let line = line_of(SECTIONS.names, name).or_else(|| line_of(SECTIONS.gone, name))?;
    parse_in(line, OLDEST + index_of(version) as u32, |number| SECTIONS.histories.get(number))
}

/// The intrinsic of the default release with this name, given without `llvm.` and type suffixes.
pub fn exact(name: &str) -> Option<Intrinsic> {
    parse(line_of(SECTIONS.names, name)?)
}

/// The line of this name.
fn line_of(names: &'static str, name: &str) -> Option<&'static str> {
    let (_, line) = line_at(names, lower_bound(names, name.as_bytes()))?;
    (name_of(line) == name).then_some(line)
}

fn attrs(line: &'static str) -> impl Iterator<Item = IntrinsicAttr> {
    line.split(' ').filter(|w| !w.is_empty()).filter_map(|word| match word.split_once('=') {
        None => Some(IntrinsicAttr::Enum(word)),
        Some(("range", bounds)) => {
            let (low, high) = bounds.split_once("..")?;
            Some(IntrinsicAttr::Range(low.parse().ok()?, high.parse().ok()?))
        }
        Some((kind, number)) => Some(IntrinsicAttr::Int(kind, number.parse().ok()?)),
    })
}

/// `name` with a suffix for each of these types; none if one has no name.
pub fn with_types(module: &Module, name: &[u8], types: &[TypeId]) -> Option<Vec<u8>> {
    let mut name = name.to_vec();
    for &ty in types {
        name.push(b'.');
        mangle::write_type(module, ty, &mut name, 0)?;
    }
    Some(name)
}

impl Intrinsic {
    /// Whether the intrinsic can have the function type `fn_ty`.
    pub fn has_signature(self, types: &TypeTable, fn_ty: TypeId) -> bool {
        self.overloads(types, fn_ty).is_some()
    }

    /// The types that the name's suffixes stand for if the intrinsic has the function type `fn_ty`; none if the type does not fit.
    pub fn overloads(self, types: &TypeTable, fn_ty: TypeId) -> Option<Vec<TypeId>> {
        signature::overloads(types, SECTIONS.signatures.get(usize::from(self.signature?))?, fn_ty)
    }

    /// What is wrong with the function type `fn_ty` for the intrinsic, in the words of LLVM 23 (`Intrinsic::isSignatureValid`); none if it
    /// fits. `spell` writes a type as text.
    pub fn signature_fault(self, types: &TypeTable, fn_ty: TypeId, spell: &dyn Fn(TypeId) -> String) -> Option<String> {
        signature::fault(types, SECTIONS.signatures.get(usize::from(self.signature?))?, fn_ty, spell)
    }

    /// The function type of an intrinsic without overloads whose types are `void`, integers and pointers.
    pub fn plain_type(self, types: &mut TypeTable, pointee: Option<TypeId>) -> Option<TypeId> {
        let mut words: Vec<&str> = SECTIONS.signatures.get(usize::from(self.signature?))?.split(' ').collect();
        let vararg = words.last() == Some(&"...");
        if vararg {
            words.pop();
        }
        let mut ids = words.into_iter().map(|word| {
            let ty = match word.split_at_checked(1)? {
                _ if word == "void" => Type::Void,
                ("i", width) => Type::Int(width.parse().ok()?),
                ("p", space) => {
                    let addrspace = space.parse().ok()?;
                    pointee.map_or(Type::Ptr(addrspace), |pointee| Type::TypedPtr { pointee, addrspace })
                }
                _ => return None,
            };
            Some(types.intern(ty))
        });
        let ret = ids.next()??;
        let params = ids.collect::<Option<Vec<TypeId>>>()?;
        let params = types.lists.push(&params);
        Some(types.intern(Type::Function { ret, params, vararg }))
    }

    /// Whether it returns a structure in any case, not just because an overloaded type happens to be a structure.
    pub fn returns_struct(self) -> bool {
        self.signature.and_then(|at| SECTIONS.signatures.get(usize::from(at))).is_some_and(|text| text.starts_with('{'))
    }

    /// The words of its signature, if that is known: those that `cargo xtask intrinsics` writes.
    pub fn signature_words(self) -> Option<&'static str> {
        SECTIONS.signatures.get(usize::from(self.signature?))
    }

    /// Whether suffixes for types follow the name.
    pub fn is_overloaded(self) -> bool {
        self.overloaded
    }

    /// The full name of the intrinsic with the function type `fn_ty`: `llvm.`, its name, and a suffix for each overloaded type
    /// (`Intrinsic::getName`). None if the type does not fit, or if an overloaded type is an unnamed structure, for which LLVM invents a
    /// name.
    pub fn mangled_name(self, module: &Module, fn_ty: TypeId) -> Option<Vec<u8>> {
        let overloads = self.overloads(&module.types, fn_ty)?;
        let name = [b"llvm.", self.name.as_bytes()].concat();
        with_types(module, &name, if self.overloaded { &overloads } else { &[] })
    }

    /// Attributes of the function itself.
    pub fn function_attrs(self) -> impl Iterator<Item = IntrinsicAttr> {
        attrs(SECTIONS.function.get(usize::from(self.function)).unwrap_or(""))
    }

    /// Attributes of the result (0) and the parameters (from 1 on).
    pub fn arg_attrs(self) -> impl Iterator<Item = (u32, Vec<IntrinsicAttr>)> {
        let list = SECTIONS.lists.get(self.args as usize).unwrap_or("");
        list.split(' ').filter_map(|pair| {
            let (index, set) = pair.split_once(':')?;
            let line = SECTIONS.arg.get(set.parse::<usize>().ok()?)?;
            Some((index.parse().ok()?, attrs(line).collect()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_llvm_finds_them() {
        let name = |n: &str| lookup(n.as_bytes()).map(|i| i.name);
        assert_eq!(name("llvm.memcpy.p0.p0.i64"), Some("memcpy"));
        assert_eq!(name("llvm.memcpy.inline.p0.p0.i64"), Some("memcpy.inline"));
        assert_eq!(name("llvm.x86.sse2.pause"), Some("x86.sse2.pause"));
        assert_eq!(name("llvm.x86.sse2.pause.i32"), None);
        assert_eq!(name("llvm.some.intrinsic"), None);
        assert_eq!(name("llvm."), None);
        assert_eq!(name("memcpy"), None);
        assert_eq!(name("llvm.zzz"), None);
    }

    #[test]
    fn an_intrinsic_is_found_by_its_own_name() {
        assert_eq!(exact("vector.reduce.fadd").map(|i| i.name), Some("vector.reduce.fadd"));
        assert_eq!(exact("vector.reduce"), None);
    }

    #[test]
    fn every_numbered_line_is_found_by_its_number() {
        let sections = [SECTIONS.function, SECTIONS.arg, SECTIONS.lists, SECTIONS.signatures, SECTIONS.histories];
        let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for rows in sections {
            let all: Vec<&str> = rows.iter().collect();
            assert!(all.len() > 10);
            for (number, &content) in all.iter().enumerate() {
                assert_eq!(rows.get(number), Some(content));
                assert!(lines.next().is_some_and(|line| line.ends_with(content)));
            }
            assert_eq!(rows.get(all.len()), None);
        }
        let names: Vec<&str> = lines.filter(|line| *line != "gone").map(name_of).collect();
        assert_eq!(super::names().collect::<Vec<_>>(), names);
    }

    #[test]
    fn the_index_of_a_release_agrees_with_the_table() {
        for version in versions().filter(|&version| version != OWN) {
            let all = all_at(index_of(version));
            for name in names().step_by(17) {
                let indexed = all.binary_search_by_key(&name, |intrinsic| intrinsic.name).ok().map(|at| all[at]);
                assert_eq!(exact_in(name, version), indexed, "{name}");
            }
        }
        for name in names().step_by(50) {
            let name = format!("llvm.{name}.i32");
            let version = LlvmVersion::new(14);
            let all = all_at(index_of(version));
            let indexed = |key: &[u8]| {
                let first = all.get(all.partition_point(|intrinsic| intrinsic.name.as_bytes() < key)).copied();
                first.filter(|intrinsic| intrinsic.name.as_bytes().starts_with(key))
            };
            assert_eq!(lookup_in(name.as_bytes(), version), find(name.as_bytes(), indexed, |found| found.name, Some), "{name}");
        }
    }

    // As many as the libraries of these releases have.
    #[test]
    fn releases_on_both_sides_of_the_rows() {
        let count = |version| names().filter(|name| exact_in(name, version).is_some()).count();
        assert_eq!((count(LlvmVersion::new(23)), count(LlvmVersion::new(24))), (16_423, 16_375));
        let has = |name: &str| [22, 23, 24, 25].map(|major| lookup_in(name.as_bytes(), LlvmVersion::new(major)).is_some());
        assert_eq!(has("llvm.memcpy.p0.p0.i64"), [true; 4]);
        assert_eq!(has("llvm.dx.cross.v3f32"), [true, true, false, false]);
        assert_eq!(has("llvm.riscv.pmulq.v4i16"), [false, false, true, true]);
        let memory = |major| {
            let intrinsic = exact_in("aarch64.sme.za.enable", LlvmVersion::new(major));
            intrinsic.into_iter().flat_map(Intrinsic::function_attrs).any(|attr| matches!(attr, IntrinsicAttr::Int("memory", _)))
        };
        assert!(memory(23) && !memory(24));
    }

    #[test]
    fn attributes_of_memcpy() {
        let memcpy = lookup(b"llvm.memcpy.p0.p0.i64").unwrap();
        assert!(memcpy.function_attrs().any(|a| a == IntrinsicAttr::Enum("nocallback")));
        let args: Vec<_> = memcpy.arg_attrs().collect();
        assert!(args.contains(&(4, vec![IntrinsicAttr::Enum("immarg")])));
    }

    #[test]
    fn every_attribute_has_a_spelling_of_the_table() {
        for line in SECTIONS.function.iter().chain(SECTIONS.arg.iter()) {
            for attr in attrs(line) {
                let (IntrinsicAttr::Enum(kind) | IntrinsicAttr::Int(kind, _)) = attr else { continue };
                assert!(crate::attrs::AttrKind::from_spelling(kind.as_bytes()).is_some(), "{kind}");
            }
        }
    }
}
