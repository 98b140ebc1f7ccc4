//! Opens arguments: a file, or a module in a file such as `lib.a:member.o:0`.
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bctk_bitcode::ReadOptions;
use bctk_object::container::{self, Container, FindOptions, Found, Outside, Packed, member_at};
use bctk_support::limits::Limits;
use bctk_support::parallel::prelude::*;

use crate::error::{Error, ErrorKind, Result};
use crate::input::{self, Input, Kind};
use crate::packed::{Budget, Part};
use crate::text_bundle;

/// Number of names that a message lists.
const LISTED: usize = 6;
/// Depth of files that name other files: members of thin archives may be archives.
const THIN_DEPTH: Option<usize> = Some(1);

/// A bitcode file in an input: the input itself or a part of it, with one or more modules.
pub struct Bitcode {
    /// Its bytes.
    pub input: Arc<Input>,
    /// The range of these bytes in the input; in what was unpacked, if it lies in a compressed part.
    pub range: std::ops::Range<usize>,
    /// The index of the compressed part in [`Contents`].
    pub(crate) packed: Option<usize>,
    /// Its name in the input, as [`Found::name`].
    pub name: String,
    /// The containers around it, outermost first.
    pub containers: Vec<Container>,
    /// The section that contains it.
    pub section: Option<String>,
    /// The range of the object file that has this section.
    pub object: Option<std::ops::Range<usize>>,
    /// The command line stored next to it; each argument ends with a zero byte.
    pub command: Option<Vec<u8>>,
    /// The file that contains it, if a thin archive or an object names that file.
    pub file: Option<PathBuf>,
}

/// A module of a [`Bitcode`].
pub struct Entry<'c> {
    /// The bitcode file that contains it.
    pub bitcode: &'c Bitcode,
    limits: &'c Limits,
    /// Its index among the modules of the file.
    pub index: usize,
    /// How many modules the file has.
    pub count: usize,
    /// Its index among all modules of this name.
    pub number: usize,
    /// How many modules have this name.
    pub of: usize,
}

impl Entry<'_> {
    /// Its name in the input: `member.o:0`, or `0` in an input without parts.
    pub fn name(&self) -> String {
        match self.bitcode.name.as_str() {
            "" => self.number.to_string(),
            name => format!("{name}:{}", self.number),
        }
    }

    /// Whether `part` names it, its bitcode file, or a container of that.
    pub fn is(&self, part: &str) -> bool {
        self.bitcode.name == part || is_below(&self.bitcode.name, part) || self.name() == part
    }

    /// The module as an input of its own: the file's bytes if it is the only module there, else a new file with it alone.
    pub fn input(&self) -> Result<Input> {
        self.source().open()
    }

    /// The module, to be opened when it is needed.
    pub fn source(&self) -> Source {
        let (file, range) = (Arc::clone(&self.bitcode.input), self.bitcode.range.clone());
        Source { name: self.name(), file, range, index: self.index, count: self.count, limits: self.limits.clone() }
    }
}

/// A module of a file that is open, with all that it takes to read it.
pub struct Source {
    /// As [`Entry::name`].
    pub name: String,
    file: Arc<Input>,
    range: std::ops::Range<usize>,
    index: usize,
    count: usize,
    limits: Limits,
}

impl Source {
    /// The module as an input of its own, as [`Entry::input`].
    pub fn open(&self) -> Result<Input> {
        let all = || Input::Part(Arc::clone(&self.file), self.range.clone());
        if self.count == 1 {
            return Ok(all());
        }
        let fault = |error: bctk_bitcode::Error| Error::new(self.name.clone(), ErrorKind::Bitcode(error));
        let options = ReadOptions { limits: self.limits.clone(), ..ReadOptions::default() };
        let bytes = self.file.bytes().get(self.range.clone()).unwrap_or_default();
        match bctk_bitcode::modules(bytes, &options).map_err(fault)?.get(self.index) {
            Some(part) => bctk_bitcode::read::alone(part).map(Input::Read).map_err(fault),
            None => Ok(all()),
        }
    }
}

impl Bitcode {
    /// Whether it lies in a compressed part of the file.
    pub fn is_packed(&self) -> bool {
        self.packed.is_some()
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        self.input.bytes().get(self.range.clone()).unwrap_or_default()
    }

    /// As an input of its own.
    pub fn input(&self) -> Input {
        Input::Part(Arc::clone(&self.input), self.range.clone())
    }
}

/// A part of an input that cannot be read. Its text is a sentence that begins with the name of the part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unread {
    /// Its name in the input; empty if it has none.
    pub part: String,
    /// Why, without the place.
    pub message: String,
    /// The bit of the bitstream at which it is damaged.
    pub bit: Option<u64>,
    /// The path of blocks there; may be empty.
    pub path: String,
    /// The byte of the input at which the part begins, where that is known.
    pub byte: Option<usize>,
    text: String,
    /// Whether only somebody who follows paths can read it.
    recorded: bool,
}

/// A bitcode file that an object names, as wllvm and gllvm record it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recorded {
    /// The name of the object in the input; empty for the input itself.
    pub part: String,
    /// The path of the bitcode file, which is absolute as a rule.
    pub path: PathBuf,
}

impl Unread {
    pub(crate) fn new(part: impl Into<String>, message: impl Into<String>) -> Unread {
        let (part, message) = (part.into(), message.into());
        let text = if part.is_empty() { message.clone() } else { format!("{part}: {message}") };
        Unread { part, message, text, ..Unread::default() }
    }

    fn damaged(part: impl Into<String>, error: &bctk_bitcode::Error) -> Unread {
        let Unread { part, text, .. } = Unread::new(part, error.to_string());
        Unread { bit: error.bit(), path: error.path().to_owned(), message: error.message().to_owned(), part, text, ..Unread::default() }
    }

    fn found(fault: &container::Fault<'_>) -> Unread {
        let steps: Vec<String> = fault.steps.iter().map(ToString::to_string).collect();
        Unread { byte: Some(fault.offset), text: fault.to_string(), ..Unread::damaged(steps.join(":"), &fault.error) }
    }

    /// Files that an object names.
    fn recorded(paths: &[Recorded], part: String) -> Unread {
        let count = paths.len();
        let first = paths.first().map_or_else(String::new, |first| first.path.display().to_string());
        let files = if count == 1 { "a bitcode file" } else { "bitcode files" };
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        Unread { recorded: true, ..Unread::new(part, format!("names {files}, which --follow-paths reads: {first}{more}")) }
    }

    /// Whether it stands for files that an object names.
    pub fn is_recorded(&self) -> bool {
        self.recorded
    }

    /// The same of a part of `part`.
    fn within(self, part: &str) -> Unread {
        let text = if part.is_empty() { self.to_string() } else { format!("{part}: {self}") };
        Unread { part: below(part, &self.part), text, ..self }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The bitcode in an input.
pub struct Contents {
    /// The name of the input in messages.
    pub name: String,
    /// The type of container; none for bitcode.
    pub container: Option<Container>,
    /// The bitcode in it, in order.
    pub bitcode: Vec<Bitcode>,
    /// Parts that cannot be read, and why.
    pub faults: Vec<Unread>,
    /// Bitcode files that its objects name.
    pub recorded: Vec<Recorded>,
    /// What an input may ask for.
    pub(crate) limits: Limits,
    /// The whole input, and its path.
    pub(crate) file: Arc<Input>,
    #[cfg_attr(not(feature = "archives"), allow(dead_code, reason = "only members of thin archives are looked for"))]
    pub(crate) path: PathBuf,
    /// Compressed parts, outer ones before those in them.
    pub(crate) packed: Vec<Part>,
}

/// The meaning of an argument.
pub enum Argument {
    /// A file: bitcode, text, or something unknown.
    Plain(Input, Kind),
    /// A container, or a file with the name of a part in it.
    Within(Box<Contents>, Option<String>),
}

/// Opens `path`, or the file at its start if there is no file of that name; `-` is standard input.
pub fn open(path: &Path, limits: &Limits) -> Result<Argument> {
    if let Some((file, part)) = parted(path) {
        let input = input::open(&file)?;
        if let Some(text) = bundled(&file, &input, Some(&part))? {
            return Ok(Argument::Plain(text, Kind::Text));
        }
        return Ok(Argument::Within(Box::new(all_in(&file, input, limits)?), Some(part)));
    }
    of_input(path, input::open(path)?, limits)
}

/// Classifies the bytes of a file called `path`.
pub fn of_input(path: &Path, input: Input, limits: &Limits) -> Result<Argument> {
    classified(path, input, limits, THIN_DEPTH)
}

/// As [`of_input`], but without a look at any file: members of thin archives are named as what cannot be read.
pub fn of_memory(path: &Path, input: Input, limits: &Limits) -> Result<Argument> {
    classified(path, input, limits, None)
}

fn classified(path: &Path, input: Input, limits: &Limits, depth: Option<usize>) -> Result<Argument> {
    let kind = input::kind(input.bytes());
    if let Some(text) = bundled(path, &input, None)? {
        return Ok(Argument::Plain(text, Kind::Text));
    }
    // An archive of texts, of nothing or of names alone looks like a text.
    if kind == Kind::Text && !input::is_archive(input.bytes()) {
        return Ok(Argument::Plain(input, kind));
    }
    match look(path, input, limits, depth) {
        Ok(contents) if contents.container.is_some() => Ok(Argument::Within(Box::new(contents), None)),
        Ok(Contents { bitcode, name, .. }) if bitcode.is_empty() => Err(Error::new(name, ErrorKind::Modules("contains no bitcode".into()))),
        Ok(contents) => {
            let Contents { bitcode, file, .. } = contents;
            drop(bitcode);
            // Nobody else has a part of what is no container.
            let all = |shared: Arc<Input>| Input::Part(Arc::clone(&shared), 0..shared.bytes().len());
            Ok(Argument::Plain(Arc::try_unwrap(file).unwrap_or_else(all), kind))
        }
        Err((input, _)) => Ok(Argument::Plain(input, kind)),
    }
}

/// The text in an offload bundle of texts that `part` names, or the only one; none if the input is no such bundle. Its lines have the numbers that they
/// have in the bundle.
fn bundled(path: &Path, input: &Input, part: Option<&str>) -> Result<Option<Input>> {
    let parts = match input::kind(input.bytes()) {
        Kind::Text => text_bundle::parts(input.bytes()),
        _ => Vec::new(),
    };
    let names = || parts.iter().take(LISTED).map(|(name, _)| String::from_utf8_lossy(name)).collect::<Vec<_>>().join(", ");
    let fault = |message: String| Err(Error::new(input::name(path), ErrorKind::Modules(message)));
    let alone = |range: &std::ops::Range<usize>| {
        let (before, text) = (&input.bytes()[..range.start], &input.bytes()[range.clone()]);
        let mut lines = vec![b'\n'; memchr::memchr_iter(b'\n', before).count()];
        lines.extend_from_slice(text);
        Input::Read(lines)
    };
    match (parts.as_slice(), part) {
        ([], _) => Ok(None),
        ([(_, range)], None) => Ok(Some(alone(range))),
        (several, None) => fault(format!("an offload bundle of {} texts: {}; name one", several.len(), names())),
        (parts, Some(part)) => match parts.iter().find(|(name, _)| *name == part.as_bytes()) {
            Some((_, range)) => Ok(Some(alone(range))),
            None => fault(format!("no text '{part}' in this offload bundle; there are: {}", names())),
        },
    }
}

/// If `path` is not a file: the file at its start, up to the last `:` for which there is one, and the rest.
fn parted(path: &Path) -> Option<(PathBuf, String)> {
    let text = path.to_str().filter(|text| text.contains(':') && !path.exists())?;
    let mut ends: Vec<usize> = text.match_indices(':').map(|(at, _)| at).collect();
    ends.reverse();
    let end = ends.into_iter().find(|&end| Path::new(&text[..end]).is_file())?;
    Some((PathBuf::from(&text[..end]), text[end + 1..].to_owned()))
}

/// All bitcode in the file at `path`, which is open.
pub fn all_in(path: &Path, input: Input, limits: &Limits) -> Result<Contents> {
    look(path, input, limits, THIN_DEPTH).map_err(|(_, fault)| fault)
}

/// All bitcode in the input `path`.
pub fn all(path: &Path, limits: &Limits) -> Result<(Contents, Option<String>)> {
    match parted(path) {
        Some((file, part)) => Ok((all_in(&file, input::open(&file)?, limits)?, Some(part))),
        None => Ok((all_in(path, input::open(path)?, limits)?, None)),
    }
}

/// Finds the bitcode in an input, and in the files that it names, if any may be opened.
fn look(path: &Path, input: Input, limits: &Limits, depth: Option<usize>) -> std::result::Result<Contents, (Input, Error)> {
    let mut budget = Budget::new(input.bytes().len(), limits);
    let input = Arc::new(input);
    look_into(path, &input, limits, depth, &mut budget)
        .map_err(|fault| (Arc::try_unwrap(input).unwrap_or_else(|shared| Input::Part(shared.clone(), 0..shared.bytes().len())), fault))
}

/// What is in a file that another one names.
pub(crate) fn look_at(path: &Path, input: &Arc<Input>, limits: &Limits) -> Result<Contents> {
    look_into(path, input, limits, None, &mut Budget::new(input.bytes().len(), limits))
}

fn look_into(path: &Path, input: &Arc<Input>, limits: &Limits, depth: Option<usize>, budget: &mut Budget<'_>) -> Result<Contents> {
    let name = input::name(path);
    let found = match container::find(input.bytes(), &FindOptions::default()) {
        Ok(found) => found,
        Err(error) => return Err(Error::new(name, ErrorKind::Bitcode(error))),
    };
    let mut contents = Contents {
        name,
        container: found.container,
        bitcode: Vec::new(),
        faults: Vec::new(),
        recorded: Vec::new(),
        limits: limits.clone(),
        file: Arc::clone(input),
        path: path.to_owned(),
        packed: Vec::new(),
    };
    contents.bitcode.extend(found.found.iter().map(|found| bitcode(input, found)));
    contents.faults.extend(found.faults.iter().map(Unread::found));
    for section in &found.paths {
        let part = section.name();
        let recorded = |path: &[u8]| Recorded { part: part.clone(), path: PathBuf::from(String::from_utf8_lossy(path).as_ref()) };
        let paths: Vec<Recorded> = section.paths().map(recorded).collect();
        if !paths.is_empty() {
            contents.faults.push(Unread::recorded(&paths, part.clone()));
            contents.recorded.extend(paths);
        }
    }
    for part in &found.packed {
        unpack(path, &mut contents, part, budget);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut archives: HashMap<PathBuf, Vec<Bitcode>> = HashMap::new();
    for outside in &found.outside {
        let Some(last) = outside.steps.last() else { continue };
        let file = folder.join(String::from_utf8_lossy(last.name).as_ref());
        let names: Vec<String> = outside.steps.iter().filter(|step| step.is_named()).map(ToString::to_string).collect();
        let prefix = names.join(":");
        let depth = match depth {
            Some(0) => {
                contents.faults.push(Unread::new(prefix, "nested thin archives are not supported"));
                break;
            }
            Some(depth) => depth - 1,
            None => {
                contents.faults.push(Unread::new(prefix, "a file of its own, which the thin archive names"));
                continue;
            }
        };
        // Members of another archive are taken out of it one after the other.
        if outside.header.is_some()
            && let Some(rest) = archives.get_mut(&file)
        {
            contents.bitcode.extend(taken(rest, outside));
            continue;
        }
        let inner = match input::open(&file) {
            Ok(inner) => Arc::new(inner),
            Err(fault) => {
                contents.faults.push(Unread::new(fault.file(), fault.message()));
                continue;
            }
        };
        // What is neither bitcode nor a container is none of ours.
        let Ok(inner) = look_into(&file, &inner, limits, Some(depth), &mut Budget::new(inner.bytes().len(), limits)) else { continue };
        let around: Vec<Container> = outside.steps.iter().map(|step| step.container).collect();
        let before = contents.bitcode.len();
        contents.add_found(&prefix, &file, &around, inner);
        if outside.header.is_some() {
            let rest = archives.entry(file.clone()).or_default();
            rest.extend(contents.bitcode.drain(before..));
            let members = taken(rest, outside);
            contents.bitcode.extend(members);
        }
    }
    drop(found);
    Ok(contents)
}

/// Takes the bitcode of one member out of that of its archive.
fn taken(all: &mut Vec<Bitcode>, member: &Outside<'_>) -> Vec<Bitcode> {
    let range = |bitcode: &Bitcode| member_at(bitcode.input.bytes(), member.header?);
    let Some(range) = all.iter().find(|bitcode| bitcode.packed.is_none()).and_then(range) else { return Vec::new() };
    let is_inside =
        |bitcode: &mut Bitcode| bitcode.packed.is_none() && range.contains(&bitcode.range.start) && bitcode.range.end <= range.end;
    all.extract_if(.., is_inside).collect()
}

/// Adds what lies in a compressed part of `contents`.
fn unpack(path: &Path, contents: &mut Contents, part: &Packed<'_>, budget: &mut Budget<'_>) {
    let prefix = part.name();
    let fault = |error: &bctk_bitcode::Error| Unread { byte: Some(part.offset), ..Unread::damaged(prefix.as_str(), error) };
    let input = match budget.unpacked(part) {
        Ok(bytes) => Arc::new(Input::Read(bytes)),
        Err(error) => return contents.faults.push(fault(&error)),
    };
    // What is neither bitcode nor a container is none of ours.
    let Ok(inner) = budget.deeper(|budget| look_into(path, &input, &contents.limits, None, budget)) else { return };
    let own = contents.packed.len();
    contents.packed.push(Part { outer: None, range: part.offset..part.offset + part.bytes.len(), form: part.form, input });
    let section = part.section().map(|name| String::from_utf8_lossy(name).into_owned());
    for mut bitcode in contents.adopted(inner.packed, inner.bitcode) {
        bitcode.name = below(&prefix, &bitcode.name);
        let outer = part.steps.iter().map(|step| step.container).chain([Container::Compressed]);
        bitcode.containers = outer.chain(bitcode.containers).collect();
        bitcode.section = bitcode.section.or_else(|| section.clone());
        bitcode.command = bitcode.command.or_else(|| part.command.map(<[u8]>::to_vec));
        bitcode.packed.get_or_insert(own);
        contents.bitcode.push(bitcode);
    }
    for part in &mut contents.packed[own + 1..] {
        part.outer.get_or_insert(own);
    }
    contents.faults.extend(inner.faults.into_iter().map(|fault| fault.within(&prefix)));
}

fn bitcode(input: &Arc<Input>, found: &Found<'_>) -> Bitcode {
    Bitcode {
        input: Arc::clone(input),
        range: found.range(),
        packed: None,
        name: found.name(),
        containers: found.steps.iter().map(|step| step.container).collect(),
        section: found.section().map(|name| String::from_utf8_lossy(name).into_owned()),
        object: found.object.map(|object| {
            let start = (object.as_ptr() as usize).saturating_sub(input.bytes().as_ptr() as usize);
            start..start + object.len()
        }),
        command: found.command.map(<[u8]>::to_vec),
        file: None,
    }
}

impl Contents {
    /// Adds compressed parts of another input, and gives back its bitcode with the numbers that these have here.
    fn adopted(&mut self, packed: Vec<Part>, bitcode: Vec<Bitcode>) -> Vec<Bitcode> {
        let first = self.packed.len();
        let outer = |part: &Part| part.outer.map(|outer| outer + first);
        self.packed.extend(packed.into_iter().map(|part| Part { outer: outer(&part), ..part }));
        let number = |bitcode: &Bitcode| bitcode.packed.map(|packed| packed + first);
        bitcode.into_iter().map(|bitcode| Bitcode { packed: number(&bitcode), ..bitcode }).collect()
    }

    /// Adds what was found in another file: `prefix` comes before its names, and `around` are the containers that name the file.
    pub(crate) fn add_found(&mut self, prefix: &str, file: &Path, around: &[Container], inner: Contents) {
        for mut bitcode in self.adopted(inner.packed, inner.bitcode) {
            bitcode.name = below(prefix, &bitcode.name);
            bitcode.containers = around.iter().copied().chain(bitcode.containers).collect();
            bitcode.file.get_or_insert_with(|| file.to_owned());
            self.bitcode.push(bitcode);
        }
        self.faults.extend(inner.faults.into_iter().map(|fault| fault.within(prefix)));
    }

    /// The bytes of the input.
    pub fn bytes(&self) -> &[u8] {
        self.file.bytes()
    }

    /// All modules with their numbers, and messages about bitcode without modules.
    pub fn entries(&self) -> (Vec<Entry<'_>>, Vec<Unread>) {
        let options = ReadOptions { limits: self.limits.clone(), ..ReadOptions::default() };
        let count = |bitcode: &Bitcode| bctk_bitcode::modules(bitcode.bytes(), &options).map(|modules| modules.len());
        let counts: Vec<bctk_bitcode::Result<usize>> = self.bitcode.par_iter().map(count).collect();
        let mut of: HashMap<&str, usize> = HashMap::new();
        let (mut entries, mut faults) = (Vec::new(), Vec::new());
        for (bitcode, count) in self.bitcode.iter().zip(counts) {
            match count {
                Ok(count) => {
                    let number = of.entry(&bitcode.name).or_default();
                    entries.extend((0..count).map(|index| Entry {
                        bitcode,
                        limits: &self.limits,
                        index,
                        count,
                        number: *number + index,
                        of: 0,
                    }));
                    *number += count;
                }
                Err(error) => faults.push(Unread::damaged(bitcode.name.as_str(), &error)),
            }
        }
        for entry in &mut entries {
            entry.of = of.get(entry.bitcode.name.as_str()).copied().unwrap_or_default();
        }
        (entries, faults)
    }

    /// A name for each bitcode file: its own, with the number of its first module if others have the same one.
    pub fn names(&self) -> Vec<String> {
        let mut of: HashMap<&str, usize> = HashMap::new();
        self.bitcode.iter().for_each(|bitcode| *of.entry(&bitcode.name).or_default() += 1);
        let is_shared = |bitcode: &Bitcode| bitcode.name.is_empty() || of.get(bitcode.name.as_str()).is_some_and(|&count| count > 1);
        let (entries, _) = if self.bitcode.iter().any(is_shared) { self.entries() } else { (Vec::new(), Vec::new()) };
        let mut entries = entries.iter().filter(|entry| entry.index == 0).peekable();
        let name = |bitcode: &Bitcode| {
            let own = entries.next_if(|entry| std::ptr::eq(entry.bitcode, bitcode));
            match own.filter(|_| is_shared(bitcode)) {
                Some(entry) => entry.name(),
                // What cannot be read has no number.
                None => bitcode.name.clone(),
            }
        };
        self.bitcode.iter().map(name).collect()
    }

    /// The name in messages of a part that is called `name` in the input; that of the input if it has none.
    pub fn name_of(&self, name: &str) -> String {
        if name.is_empty() { self.name.clone() } else { format!("{}:{name}", self.name) }
    }

    /// The names of bitcode files in messages: that of the input, if it has one.
    pub fn full_names(&self) -> Vec<String> {
        let is_only = self.bitcode.len() == 1;
        self.names().iter().map(|name| self.name_of(if is_only { "" } else { name })).collect()
    }

    /// The modules that `part` names, or all of them, and messages about bitcode without modules.
    pub fn entries_of(&self, part: Option<&str>) -> (Vec<Entry<'_>>, Vec<Unread>) {
        let (mut entries, faults) = self.entries();
        entries.retain(|entry| part.is_none_or(|part| entry.is(part)));
        (entries, faults)
    }

    /// The only bitcode file or module that `part` names, or that the input has.
    pub fn choose(&self, part: Option<&str>) -> Result<Input> {
        let fault = |message: String| Error::new(self.name.clone(), ErrorKind::Modules(message));
        let kind = self.container.map_or("file", Container::name);
        let chosen: Vec<&Bitcode> = match part {
            None => self.bitcode.iter().collect(),
            Some(part) => self.bitcode.iter().filter(|bitcode| bitcode.name == part || is_below(&bitcode.name, part)).collect(),
        };
        match (chosen.as_slice(), part) {
            ([one], _) => return Ok(one.input()),
            ([], None) => return Err(fault(format!("this {kind} contains no bitcode{}", self.also()))),
            ([], Some(part)) => {
                let (entries, faults) = self.entries();
                match entries.iter().find(|entry| entry.name() == part) {
                    Some(entry) => return entry.input(),
                    None if !faults.is_empty() => return Err(fault(format!("no module '{part}'; {}", joined(&faults)))),
                    None => return Err(fault(format!("no module '{part}'; there are: {}", listed(&entries)))),
                }
            }
            _ => {}
        }
        self.several(&chosen)
    }

    /// Only the bitcode that `part` names; all of it if there is no `part`.
    pub fn within(mut self, part: Option<&str>) -> Contents {
        if let Some(part) = part {
            self.bitcode.retain(|bitcode| bitcode.name == part || is_below(&bitcode.name, part));
        }
        self
    }

    /// A note about parts that cannot be read, without the name of the file.
    pub fn note(&self) -> Option<String> {
        (!self.faults.is_empty()).then(|| format!("not all parts can be read{}", self.also()))
    }

    /// The module with this number.
    pub fn module(&self, number: usize) -> Result<Input> {
        let (entries, faults) = self.entries();
        let message = match (entries.get(number), faults.as_slice()) {
            (Some(entry), _) => return entry.input(),
            (None, [fault, ..]) => fault.to_string(),
            (None, []) => {
                format!("no module {number}: the {} contains {}", self.container.map_or("file", Container::name), entries.len())
            }
        };
        Err(Error::new(self.name.clone(), ErrorKind::Modules(message)))
    }

    /// The error that there are several modules.
    fn several(&self, chosen: &[&Bitcode]) -> Result<Input> {
        let kind = self.container.map_or("file", Container::name);
        let (entries, _) = self.entries();
        let among: Vec<Entry<'_>> =
            entries.into_iter().filter(|entry| chosen.iter().any(|bitcode| std::ptr::eq(*bitcode, entry.bitcode))).collect();
        let name = self.name.as_str();
        let first = among.first().map_or_else(|| "0".into(), Entry::name);
        let message = format!(
            "the {kind} contains {} modules: {}; name one ({name}:{first}), list all with bcdump --list, or extract all with bcconv --extract DIR",
            among.len(),
            listed(&among)
        );
        Err(Error::new(self.name.clone(), ErrorKind::Modules(message)))
    }

    /// A short text about parts that cannot be read.
    fn also(&self) -> String {
        match self.faults.as_slice() {
            [] => String::new(),
            [fault] => format!("; {fault}"),
            [fault, more @ ..] => format!("; {fault}; and {} more", more.len()),
        }
    }
}

/// The name of a part that is called `name` in the part `outer`; either may be empty.
pub(crate) fn below(outer: &str, name: &str) -> String {
    let between = if outer.is_empty() || name.is_empty() { "" } else { ":" };
    format!("{outer}{between}{name}")
}

/// Whether `name` names something inside `part`.
fn is_below(name: &str, part: &str) -> bool {
    name.strip_prefix(part).is_some_and(|rest| rest.starts_with(':'))
}

/// Sentences about parts that cannot be read.
fn joined(faults: &[Unread]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The first few names.
fn listed(entries: &[Entry<'_>]) -> String {
    let mut text = String::new();
    for (i, entry) in entries.iter().take(LISTED).enumerate() {
        // Writing to a string does not fail.
        let _ = write!(text, "{}{}", if i > 0 { ", " } else { "" }, entry.name());
    }
    match entries.len().saturating_sub(LISTED) {
        0 if entries.is_empty() => "none".into(),
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

/// Checks that an input is bitcode or text.
pub fn known(path: &Path, input: &Input, kind: Kind) -> Result<Kind> {
    let content = |message: &str| Err(Error::new(input::name(path), ErrorKind::NotLlvm(message.to_owned())));
    match kind {
        // A text may be empty, or begin with whatever comes to an author's mind.
        Kind::Unknown if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("ll")) => Ok(Kind::Text),
        Kind::Unknown if input.bytes().is_empty() => content("the file is empty; expected LLVM bitcode or assembly"),
        Kind::Unknown => content(
            "not bitcode: expected a file that begins with 'BC' 0xC0DE or with the wrapper 0x0B17C0DE, an archive or object file with bitcode, or LLVM assembly",
        ),
        kind => Ok(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_whole_name_comes_first() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("a.a");
        std::fs::write(&file, b"!<arch>\n").expect("a file");
        let named = dir.path().join("a.a:m.o:0");
        assert_eq!(parted(&named), Some((file.clone(), "m.o:0".into())));
        std::fs::write(&named, b"").expect("a file");
        assert_eq!(parted(&named), None);
        assert_eq!(parted(&dir.path().join("b.a:m.o")), None);
    }

    #[test]
    fn names_below_others() {
        assert!(is_below("arm64:a.o", "arm64"));
        assert!(!is_below("arm64e:a.o", "arm64"));
        assert!(!is_below("arm64", "arm64"));
    }
}
