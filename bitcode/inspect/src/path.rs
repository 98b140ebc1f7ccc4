//! Paths that select blocks and records: `MODULE/FUNCTION[3]`, `MODULE/FUNCTION(@main):INST_CALL`, `MODULE/TYPE`.
use bctk_bitstream::{Error, Result};
use bctk_demangle::NamePattern;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{char, u32 as number};
use nom::combinator::{cut, eof, map, opt, peek, rest, success, value};
use nom::error::{ContextError, ErrorKind, ParseError, context};
use nom::multi::many_till;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

/// One block on the way from the top level, as a pattern sees it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// Block id.
    pub id: u32,
    /// Name as shown.
    pub name: &'p str,
    /// Number among the blocks of this id in the same block.
    pub index: u32,
    /// Name of the function whose body the block is, without `@`.
    pub function: Option<&'p [u8]>,
}

/// Which blocks of a name are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    Any,
    Index(u32),
    Function(NamePattern),
}

/// One component of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// Upper-case name, or `*`.
    name: String,
    /// Block id, where a number or `BLOCK26` was given.
    id: Option<u32>,
    which: Which,
}

/// The part of a pattern for one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// The block, all in it, is selected.
    Selected,
    /// Blocks inside may be.
    Inside,
    /// Neither.
    No,
}

/// A path with gaps: names of blocks, each perhaps with `[number]` or `(@function)`, separated by `/`; then perhaps `:RECORD`.
/// The name of a function may be demangled or have wildcards ([`NamePattern`]).
///
/// The first name may be at any depth, unless the path begins with `/` or `MODULE`. `*` is any block. A last component that names no block
/// but a record selects the records of that name, as after `:`.
///
/// ```
/// use bctk_inspect::path::{Match, Pattern, Place};
/// let pattern = Pattern::parse("MODULE/FUNCTION(@main):INST_CALL")?;
/// let module = Place { id: 8, name: "MODULE", index: 0, function: None };
/// let main = Place { id: 12, name: "FUNCTION", index: 4, function: Some(b"main") };
/// assert_eq!(pattern.block(&[module]), Match::Inside);
/// assert_eq!(pattern.block(&[module, main]), Match::Selected);
/// assert!(pattern.record("INST_CALL", 34) && !pattern.record("INST_RET", 10));
/// # Ok::<(), bctk_bitcode::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<Part>,
    record: Option<String>,
    anchored: bool,
}

/// Most components of a path.
const MOST_PARTS: usize = 64;

impl Pattern {
    /// Every block and record.
    pub fn all() -> Pattern {
        Pattern { parts: Vec::new(), record: None, anchored: false }
    }

    /// Reads a path.
    ///
    /// # Errors
    /// If the path is malformed; the error says what was expected.
    pub fn parse(text: &str) -> Result<Pattern> {
        let fault = |what: String| Error::malformed(format!("path `{text}`: {what}"));
        let (mut anchored, mut parts, mut record) = match path(text) {
            Ok((_, parsed)) => parsed,
            Err(nom::Err::Error(Expected(what)) | nom::Err::Failure(Expected(what))) => return Err(fault(format!("expected {what}"))),
            Err(nom::Err::Incomplete(_)) => return Err(fault("expected more of it".into())),
        };
        if parts.len() > MOST_PARTS {
            return Err(fault(format!("more than {MOST_PARTS} components")));
        }
        // If no block has the last name, it is that of a record.
        if record.is_none()
            && let Some(last) = parts.last()
            && last.id.is_none()
            && last.which == Which::Any
            && is_record_alone(&last.name)
        {
            record = parts.pop().map(|last| last.name);
        }
        anchored |= parts.first().is_some_and(|first| matches!(&*first.name, "MODULE" | "IDENTIFICATION" | "STRTAB"));
        Ok(Pattern { parts, record, anchored })
    }

    /// Whether everything is selected.
    pub fn is_all(&self) -> bool {
        self.parts.is_empty() && self.record.is_none()
    }

    /// Whether whole blocks are selected, not some of their records.
    pub fn selects_blocks(&self) -> bool {
        self.record.is_none()
    }

    /// The part of the pattern for the block with the path `way` from the top level; the block itself comes last.
    pub fn block(&self, way: &[Place<'_>]) -> Match {
        let parts = &self.parts;
        if parts.is_empty() {
            return Match::Selected;
        }
        let starts = if self.anchored { 0..1 } else { 0..way.len() };
        let mut found = if self.anchored { Match::No } else { Match::Inside };
        for start in starts {
            let part = way.get(start..).unwrap_or(&[]);
            if part.iter().zip(parts).all(|(place, part)| part.fits(place)) {
                if part.len() >= parts.len() {
                    return Match::Selected;
                }
                found = Match::Inside;
            }
        }
        found
    }

    /// Whether the pattern selects records of this name and code, within the blocks that it selects.
    pub fn record(&self, name: &str, code: u32) -> bool {
        self.record.as_deref().is_none_or(|wanted| {
            wanted == "*" || wanted.eq_ignore_ascii_case(name) || wanted.strip_prefix("CODE").unwrap_or(wanted).parse() == Ok(code)
        })
    }
}

impl Part {
    fn fits(&self, place: &Place<'_>) -> bool {
        let named = self.name == "*" || self.id == Some(place.id) || (self.id.is_none() && same(&self.name, place.name));
        named
            && match &self.which {
                Which::Any => true,
                Which::Index(index) => *index == place.index,
                Which::Function(pattern) => place.function.is_some_and(|name| pattern.matches(name)),
            }
    }
}

/// Whether a given name is that of a block; LLVM's suffixes `_BLOCK` and `_BLOCK_ID` are optional.
fn same(given: &str, name: &str) -> bool {
    let bare = given.strip_suffix("_ID").unwrap_or(given);
    let bare = bare.strip_suffix("_BLOCK").unwrap_or(bare);
    given.eq_ignore_ascii_case(name) || bare.eq_ignore_ascii_case(name)
}

fn part(name: &str, which: Which) -> Part {
    let name = name.to_ascii_uppercase();
    let id = name.strip_prefix("BLOCK").unwrap_or(&name).parse().ok();
    Part { name, id, which }
}

fn record_name(name: &str) -> String {
    name.to_ascii_uppercase()
}

/// Whether LLVM IR has a record of this name and no block.
fn is_record_alone(name: &str) -> bool {
    let block = bctk_bitcode::schema::BLOCKS.iter().any(|row| same(name, row.name));
    let record = |row: &&bctk_bitcode::schema::RecordRow| row.name == name || row.name.strip_prefix("INST_") == Some(name);
    let plain = bctk_bitcode::schema::BLOCKS.iter().flat_map(|row| row.rows).any(|row| record(&row) && row.name == name);
    !block && (plain || bctk_bitcode::schema::metadata::DI_RECORDS.iter().any(|row| row.name == name))
}

/// The expected part of a path at some position.
struct Expected(&'static str);

impl ParseError<&str> for Expected {
    fn from_error_kind(_: &str, _: ErrorKind) -> Self {
        Expected("a path")
    }

    fn append(_: &str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl ContextError<&str> for Expected {
    fn add_context(_: &str, what: &'static str, _: Self) -> Self {
        Expected(what)
    }
}

type Parsed<'t, T> = IResult<&'t str, T, Expected>;

/// `/`, if the path has it, then components with `/` between or after them, then perhaps `:` and a record.
fn path(text: &str) -> Parsed<'_, (bool, Vec<Part>, Option<String>)> {
    let end = || peek(alt((eof, tag(":"))));
    let separator = context("`/` between components", cut(alt((tag("/"), end()))));
    let record = opt(preceded(char(':'), map(rest, record_name)));
    let components = map(many_till(terminated(component, separator), end()), |(parts, _)| parts);
    (map(opt(char('/')), |slash| slash.is_some()), components, record).parse(text)
}

/// A name, then `[3]`, `[*]`, `(@main)` or nothing.
fn component(text: &str) -> Parsed<'_, Part> {
    let name = context("the name of a block", cut(take_till1(|c| matches!(c, '/' | '[' | '(' | ':'))));
    let index = alt((value(Which::Any, char('*')), map(number, Which::Index)));
    let index = delimited(char('['), context("a number or `*` in []", cut(index)), context("`]`", cut(char(']'))));
    map((name, alt((index, function, success(Which::Any)))), |(name, which)| part(name, which)).parse(text)
}

/// `(@main)`: names of functions may have parentheses, so the last `)` that ends a component counts.
fn function(text: &str) -> Parsed<'_, Which> {
    let (after, _) = char('(').parse(text)?;
    let end = ends(after).last().ok_or(nom::Err::Failure(Expected("`)`")))?;
    let (name, rest) = (after.get(..end).unwrap_or(""), after.get(end + 1..).unwrap_or(""));
    let name = name.strip_prefix('@').unwrap_or(name);
    let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
    Ok((rest, Which::Function(NamePattern::new(name))))
}

/// Places of `)` after which a component may end.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices(')').map(|(at, _)| at).filter(|at| matches!(text.as_bytes().get(at + 1), None | Some(b'/' | b':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way<'p>(blocks: &[(u32, &'p str, u32, Option<&'p [u8]>)]) -> Vec<Place<'p>> {
        blocks.iter().map(|&(id, name, index, function)| Place { id, name, index, function }).collect()
    }

    #[test]
    fn selects() {
        let module = (8, "MODULE", 0, None);
        let body = (12, "FUNCTION", 3, Some(&b"f(int)"[..]));
        let constants = (11, "CONSTANTS", 0, None);
        let check =
            |path: &str, blocks: &[(u32, &'static str, u32, Option<&'static [u8]>)]| Pattern::parse(path).unwrap().block(&way(blocks));
        for (path, of_module, of_body, of_constants) in [
            ("MODULE", Match::Selected, Match::Selected, Match::Selected),
            ("module/function[3]", Match::Inside, Match::Selected, Match::Selected),
            ("MODULE/FUNCTION[2]", Match::Inside, Match::No, Match::No),
            ("MODULE/FUNCTION(@f(int))", Match::Inside, Match::Selected, Match::Selected),
            ("FUNCTION(f(int))/CONSTANTS", Match::Inside, Match::Inside, Match::Selected),
            ("FUNCTION_BLOCK_ID", Match::Inside, Match::Selected, Match::Selected),
            ("/FUNCTION", Match::No, Match::No, Match::No),
            ("MODULE/12", Match::Inside, Match::Selected, Match::Selected),
            ("MODULE/BLOCK12[3]/*", Match::Inside, Match::Inside, Match::Selected),
            ("MODULE[1]", Match::No, Match::No, Match::No),
            ("", Match::Selected, Match::Selected, Match::Selected),
        ] {
            assert_eq!(check(path, &[module]), of_module, "{path}");
            assert_eq!(check(path, &[module, body]), of_body, "{path}");
            assert_eq!(check(path, &[module, body, constants]), of_constants, "{path}");
        }
    }

    #[test]
    fn records() {
        for (path, name, code, wanted) in [
            ("MODULE:FUNCTION", "FUNCTION", 8, true),
            ("FUNCTION/INST_CALL", "INST_CALL", 34, true),
            ("INST_CALL", "INST_RET", 10, false),
            ("METADATA/SUBPROGRAM", "SUBPROGRAM", 21, true),
            ("MODULE:CODE8", "FUNCTION", 8, true),
            ("MODULE:8", "FUNCTION", 8, true),
            ("TYPE", "VOID", 2, true),
        ] {
            assert_eq!(Pattern::parse(path).unwrap().record(name, code), wanted, "{path}");
        }
    }

    #[test]
    fn refuses() {
        for (path, expected) in [
            ("MODULE[", "a number or `*` in []"),
            ("MODULE[x]", "a number or `*` in []"),
            ("MODULE[3", "`]`"),
            ("MODULE[3]]", "`/` between components"),
            ("MODULE(f", "`)`"),
            ("MODULE//TYPE", "the name of a block"),
            ("A[1]B", "`/` between components"),
            ("[3]", "the name of a block"),
        ] {
            let error = Pattern::parse(path).expect_err(path).to_string();
            assert!(error.ends_with(&format!("path `{path}`: expected {expected}")), "{error}");
        }
        for (path, parts) in [("MODULE/", 1), ("/MODULE/TYPE", 2), (":INST_CALL", 0), ("MODULE/:8", 1), ("MODULE[*]", 1), ("/", 0)] {
            assert_eq!(Pattern::parse(path).expect(path).parts.len(), parts, "{path}");
        }
        assert!(Pattern::parse(&"A/".repeat(1000)).is_err());
    }
}
