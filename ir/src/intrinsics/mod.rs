//! The intrinsics of LLVM: their names, and the attributes that LLVM gives them regardless of the file.
//!
//! The table is text, sorted by name. Lookups for the newest LLVM search it in place, so a program pays only for the names that it looks up. For
//! an older LLVM, an index of its names is built at the first lookup.
mod mangle;
mod pointees;
mod signature;

pub use pointees::with_typed_pointers;

use crate::entity::TypeId;
use crate::module::Module;
use crate::types::{Type, TypeTable};
use crate::version::LlvmVersion;
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

/// The lines of attributes, and the start of the names.
#[derive(Default)]
struct Sections {
    function: Vec<&'static str>,
    arg: Vec<&'static str>,
    lists: Vec<&'static str>,
    signatures: Vec<&'static str>,
    histories: Vec<&'static str>,
    names: &'static str,
    /// Names that the newest LLVM does not have.
    gone: &'static str,
}

static SECTIONS: LazyLock<Sections> = LazyLock::new(|| {
    let mut sections = Sections::default();
    let mut rest = TABLE;
    while let Some((line, after)) = rest.split_once('\n') {
        let (tag, content) = cut(line);
        // The tag is followed by its number, which is the position.
        let (_, content) = cut(content);
        match tag {
            "F" => sections.function.push(content),
            "A" => sections.arg.push(content),
            "L" => sections.lists.push(content),
            "S" => sections.signatures.push(content),
            "H" => sections.histories.push(content),
            "#" => {}
            _ => {
                let gone = rest.find("\ngone\n").map_or(rest.len(), |at| at + 1);
                sections.names = &rest[..gone];
                sections.gone = rest.get(gone + "gone\n".len()..).unwrap_or("");
                break;
            }
        }
        rest = after;
    }
    sections
});

/// The line of the names that contains offset `at`: its start and text.
fn line_at(names: &'static str, at: usize) -> (usize, &'static str) {
    let bytes = names.as_bytes();
    let start = bytes[..at].iter().rposition(|&c| c == b'\n').map_or(0, |p| p + 1);
    let len = bytes[start..].iter().position(|&c| c == b'\n').unwrap_or(bytes.len() - start);
    (start, &names[start..start + len])
}

/// Offset of the first line whose name is not below `key`.
fn lower_bound(names: &'static str, key: &[u8]) -> usize {
    let (mut low, mut high) = (0, names.len());
    while low < high {
        let (start, line) = line_at(names, low + (high - low) / 2);
        let name = line.split(' ').next().unwrap_or("").as_bytes();
        if name < key {
            low = start + line.len() + 1;
        } else {
            high = start;
        }
    }
    low
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

/// What one release has of the names with a history.
struct Entry {
    function: u16,
    args: u16,
    /// The signature, where it is not that of the line.
    own: Option<Option<u16>>,
    overloaded: bool,
}

impl Entry {
    /// What LLVM `major` has; none if it has no such intrinsic.
    fn of(history: &'static str, major: u32) -> Option<Entry> {
        let mut entries = history.split(' ').filter_map(|entry| entry.split_once(':'));
        let is_later = |since: &str| since.parse::<u32>().is_ok_and(|since| since > major);
        let (_, entry) = entries.by_ref().take_while(|(since, _)| !is_later(since)).last()?;
        let (entry, own) = match entry.split_once('=') {
            Some((entry, own)) => (entry, Some(own.parse().ok())),
            None => (entry, None),
        };
        let (function, args) = entry.trim_end_matches('*').split_once('/')?;
        Some(Entry { function: function.parse().ok()?, args: args.parse().ok()?, own, overloaded: entry.ends_with('*') })
    }
}

/// What a release has of the name in a line of the table; `entries` are what it has by history.
fn parse_older(line: &'static str, entries: &[Option<Entry>]) -> Option<Intrinsic> {
    let (name, mut rest) = cut(line);
    let mut words = [""; 4];
    let mut count = 0;
    while !rest.is_empty() {
        let (word, after) = cut(rest);
        rest = after;
        if word != "*" {
            *words.get_mut(count)? = word;
            count += 1;
        }
    }
    let (signature, history) = match words[..count] {
        [_, _, signature, history] => (signature.parse().ok(), history),
        [history] => (None, history),
        _ => return None,
    };
    let entry = entries.get(history.parse::<usize>().ok()?)?.as_ref()?;
    let signature = entry.own.unwrap_or(signature);
    Some(Intrinsic { name, function: entry.function, args: entry.args, signature, overloaded: entry.overloaded })
}

/// The lines of a part of the table, which have no other line ends.
fn lines(mut text: &'static str) -> impl Iterator<Item = &'static str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let end = text.bytes().position(|byte| byte == b'\n');
        let line = &text[..end.unwrap_or(text.len())];
        text = end.map_or("", |end| &text[end + 1..]);
        Some(line)
    })
}

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

/// The intrinsics of an older LLVM, sorted by name. For releases before the oldest in the table, that one is used.
fn older(version: LlvmVersion) -> &'static [Intrinsic] {
    const COUNT: usize = (LlvmVersion::NEWEST.major - OLDEST) as usize;
    static INDEXES: [OnceLock<Vec<Intrinsic>>; COUNT] = [const { OnceLock::new() }; COUNT];
    let at = (version.major.clamp(OLDEST, LlvmVersion::NEWEST.major - 1) - OLDEST) as usize;
    INDEXES[at].get_or_init(|| {
        let entries: Vec<Option<Entry>> = SECTIONS.histories.iter().map(|history| Entry::of(history, OLDEST + at as u32)).collect();
        let all = lines(SECTIONS.names).chain(lines(SECTIONS.gone));
        let mut out: Vec<Intrinsic> = all.filter_map(|line| parse_older(line, &entries)).collect();
        out.sort_by_key(|intrinsic| intrinsic.name);
        out
    })
}

/// Every name in the table, without `llvm.`: those of the newest LLVM first, then those that only older releases have.
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

/// The intrinsic for a function of this name, if the newest LLVM has one (`Intrinsic::lookupIntrinsicID`).
pub fn lookup(name: &[u8]) -> Option<Intrinsic> {
    // Without an intrinsic, the table is not even looked at.
    if !name.starts_with(PREFIX) {
        return None;
    }
    let names = SECTIONS.names;
    let first_from = |key: &[u8]| {
        let at = lower_bound(names, key);
        (at < names.len()).then(|| line_at(names, at).1)
    };
    find(name, first_from, |line| line.split(' ').next().unwrap_or(""), parse)
}

/// As [`lookup`], for an LLVM release.
pub fn lookup_in(name: &[u8], version: LlvmVersion) -> Option<Intrinsic> {
    if version.is_newest() || !name.starts_with(PREFIX) {
        return lookup(name);
    }
    let all = older(version);
    find(name, |key| all.get(all.partition_point(|intrinsic| intrinsic.name.as_bytes() < key)).copied(), |found| found.name, Some)
}

/// Looks up the parts of a dotted name one after the other, as long as some name begins with them; `first_from` returns the first name that
/// is not below a key. The last match must be the whole name or, for an intrinsic with type suffixes, end at a dot.
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
        let Some(found) = first_from(&name[..end]).filter(|&found| name_of(found).as_bytes().starts_with(&name[..end])) else { break };
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
    match version.is_newest() {
        true => exact(name),
        false => older(version).binary_search_by_key(&name, |intrinsic| intrinsic.name).ok().map(|at| older(version)[at]),
    }
}

/// The intrinsic with this name, given without `llvm.` and type suffixes.
pub fn exact(name: &str) -> Option<Intrinsic> {
    let at = lower_bound(SECTIONS.names, name.as_bytes());
    if at >= SECTIONS.names.len() {
        return None;
    }
    parse(line_at(SECTIONS.names, at).1).filter(|intrinsic| intrinsic.name == name)
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
    pub fn plain_type(self, types: &mut TypeTable) -> Option<TypeId> {
        let mut words: Vec<&str> = SECTIONS.signatures.get(usize::from(self.signature?))?.split(' ').collect();
        let vararg = words.last() == Some(&"...");
        if vararg {
            words.pop();
        }
        let mut ids = words.into_iter().map(|word| {
            let ty = match word.split_at_checked(1)? {
                _ if word == "void" => Type::Void,
                ("i", width) => Type::Int(width.parse().ok()?),
                ("p", space) => Type::Ptr(space.parse().ok()?),
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

    /// Whether suffixes for types follow the name.
    pub fn is_overloaded(self) -> bool {
        self.overloaded
    }

    /// The full name of the intrinsic with the function type `fn_ty`: `llvm.`, its name, and a suffix for each overloaded type
    /// (`Intrinsic::getName`). None if the type does not fit, or if an overloaded type is an unnamed structure, for which LLVM invents a
    /// name.
    pub fn mangled_name(self, module: &Module, fn_ty: TypeId) -> Option<Vec<u8>> {
        let overloads = self.overloads(&module.types, fn_ty)?;
        let mut name = [b"llvm.", self.name.as_bytes()].concat();
        if self.overloaded {
            for ty in overloads {
                name.push(b'.');
                mangle::write_type(module, ty, &mut name, 0)?;
            }
        }
        Some(name)
    }

    /// Attributes of the function itself.
    pub fn function_attrs(self) -> impl Iterator<Item = IntrinsicAttr> {
        attrs(SECTIONS.function.get(usize::from(self.function)).copied().unwrap_or(""))
    }

    /// Attributes of the result (0) and the parameters (from 1 on).
    pub fn arg_attrs(self) -> impl Iterator<Item = (u32, Vec<IntrinsicAttr>)> {
        let list = SECTIONS.lists.get(self.args as usize).copied().unwrap_or("");
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
    fn attributes_of_memcpy() {
        let memcpy = lookup(b"llvm.memcpy.p0.p0.i64").unwrap();
        assert!(memcpy.function_attrs().any(|a| a == IntrinsicAttr::Enum("nocallback")));
        let args: Vec<_> = memcpy.arg_attrs().collect();
        assert!(args.contains(&(4, vec![IntrinsicAttr::Enum("immarg")])));
    }

    #[test]
    fn every_attribute_has_a_spelling_of_the_table() {
        for line in SECTIONS.function.iter().chain(&SECTIONS.arg) {
            for attr in attrs(line) {
                let (IntrinsicAttr::Enum(kind) | IntrinsicAttr::Int(kind, _)) = attr else { continue };
                assert!(crate::attrs::AttrKind::from_spelling(kind.as_bytes()).is_some(), "{kind}");
            }
        }
    }
}
