//! Lists of passes as texts: `internalize<preserve-gv=main>,globaldce`.
use crate::{Changes, Glob, Preserved, RenameExceptions, Rewrites};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use std::fmt;

/// A pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pass {
    /// [`crate::internalize`], with the names that `preserve-gv` gives; without any, the options say what is preserved.
    Internalize(Vec<Vec<u8>>),
    /// [`crate::globaldce`].
    GlobalDce {
        /// Whether all of the linkage unit is there (`vfe-linkage-unit-visibility`).
        is_linkage_unit: bool,
    },
    /// [`crate::strip`].
    Strip,
    /// [`crate::strip_nondebug`].
    StripNonDebug,
    /// [`crate::strip_debug_declare`].
    StripDebugDeclare,
    /// [`crate::strip_dead_debug_info`].
    StripDeadDebugInfo,
    /// [`crate::strip_dead_prototypes`].
    StripDeadPrototypes,
    /// [`crate::strip_nonlinetable_debuginfo`].
    StripNonLineTable,
    /// [`crate::name_anon_globals`].
    NameAnonGlobals,
    /// [`crate::canonicalize_aliases`].
    CanonicalizeAliases,
    /// [`crate::elim_avail_extern`].
    ElimAvailExtern,
    /// [`crate::rewrite_symbols`].
    RewriteSymbols,
    /// [`crate::metarenamer`].
    MetaRenamer,
    /// The verifier, which changes nothing.
    Verify,
}

/// The names of passes that take no parameters.
const PLAIN: &[(&str, Pass)] = &[
    ("canonicalize-aliases", Pass::CanonicalizeAliases),
    ("elim-avail-extern", Pass::ElimAvailExtern),
    ("metarenamer", Pass::MetaRenamer),
    ("name-anon-globals", Pass::NameAnonGlobals),
    ("rewrite-symbols", Pass::RewriteSymbols),
    ("strip", Pass::Strip),
    ("strip-dead-debug-info", Pass::StripDeadDebugInfo),
    ("strip-dead-prototypes", Pass::StripDeadPrototypes),
    ("strip-debug-declare", Pass::StripDebugDeclare),
    ("strip-nondebug", Pass::StripNonDebug),
    ("strip-nonlinetable-debuginfo", Pass::StripNonLineTable),
    ("verify", Pass::Verify),
];

const INTERNALIZE: &str = "internalize";
const GLOBALDCE: &str = "globaldce";
const LINKAGE_UNIT: &str = "vfe-linkage-unit-visibility";

/// What is wrong with a list of passes. It prints in LLVM's words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PipelineError {
    /// Parentheses are wrong.
    Invalid(String),
    /// There is no such pass.
    Unknown {
        /// Its name.
        name: String,
        /// Whether it comes first.
        is_first: bool,
    },
    /// A pass does not take the parameter.
    Parameter {
        /// LLVM's name of the pass.
        pass: &'static str,
        /// The parameter.
        parameter: String,
    },
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PipelineError::Invalid(text) => write!(f, "invalid pipeline '{text}'"),
            PipelineError::Unknown { name, is_first: true } => write!(f, "unknown pass name '{name}'"),
            PipelineError::Unknown { name, is_first: false } => write!(f, "unknown module pass '{name}'"),
            PipelineError::Parameter { pass, parameter } => write!(f, "invalid {pass} pass parameter '{parameter}'"),
        }
    }
}

impl std::error::Error for PipelineError {}

/// The names of all passes, in alphabetical order.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = PLAIN.iter().map(|(name, _)| *name).chain([INTERNALIZE, GLOBALDCE]).collect();
    names.sort_unstable();
    names
}

/// An element of a list: a name, and what is in parentheses after it.
struct Element {
    name: String,
    inner: Option<Vec<Element>>,
}

/// Elements may be nested this deep.
const DEPTH: usize = 64;

/// Reads a list of passes, which may be in `module(…)`, and those that look at functions in `function(…)`.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Pass>, PipelineError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let invalid = || PipelineError::Invalid(text.to_owned());
    let elements = elements(text).ok_or_else(invalid)?;
    let mut found = Vec::new();
    add(&elements, &mut found)?;
    Ok(found)
}

fn add(elements: &[Element], found: &mut Vec<Pass>) -> Result<(), PipelineError> {
    for element in elements {
        match (element.name.as_str(), &element.inner) {
            ("module", Some(inner)) => add(inner, found)?,
            ("function", Some(inner)) if inner.iter().all(|element| element.name == "verify" && element.inner.is_none()) => {
                found.extend(inner.iter().map(|_| Pass::Verify));
            }
            ("function", Some(inner)) => {
                let name = inner.iter().find(|element| element.name != "verify").map_or("function", |element| &element.name);
                return Err(PipelineError::Unknown { name: name.to_owned(), is_first: found.is_empty() });
            }
            (name, None) => found.push(one(name, found.is_empty())?),
            (name, Some(_)) => return Err(PipelineError::Unknown { name: name.to_owned(), is_first: found.is_empty() }),
        }
    }
    Ok(())
}

fn one(name: &str, is_first: bool) -> Result<Pass, PipelineError> {
    if let Some((_, pass)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
        return Ok(pass.clone());
    }
    let unknown = || PipelineError::Unknown { name: name.to_owned(), is_first };
    let (base, parameters) = match name.split_once('<') {
        Some((base, rest)) => (base, rest.strip_suffix('>').ok_or_else(unknown)?),
        None => (name, ""),
    };
    // The last one may end with a semicolon.
    let parameters = || parameters.split_terminator(';');
    match base {
        INTERNALIZE => {
            let name = |parameter: &str| match parameter.strip_prefix("preserve-gv=") {
                Some(name) => Ok(name.as_bytes().to_vec()),
                None => Err(PipelineError::Parameter { pass: "Internalize", parameter: parameter.to_owned() }),
            };
            Ok(Pass::Internalize(parameters().map(name).collect::<Result<_, _>>()?))
        }
        GLOBALDCE => match parameters().find(|&parameter| parameter != LINKAGE_UNIT) {
            Some(parameter) => Err(PipelineError::Parameter { pass: "GlobalDCE", parameter: parameter.to_owned() }),
            None => Ok(Pass::GlobalDce { is_linkage_unit: parameters().next().is_some() }),
        },
        _ => Err(unknown()),
    }
}

/// Takes a text apart; none if its parentheses are wrong.
fn elements(text: &str) -> Option<Vec<Element>> {
    let mut open: Vec<(String, Vec<Element>)> = Vec::new();
    let mut list: Vec<Element> = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find([',', '(', ')']);
        let name = rest[..end.unwrap_or(rest.len())].to_owned();
        let Some(end) = end else {
            list.push(Element { name, inner: None });
            break;
        };
        let separator = rest.as_bytes()[end];
        rest = &rest[end + 1..];
        match separator {
            b',' => list.push(Element { name, inner: None }),
            b'(' => {
                if open.len() == DEPTH {
                    return None;
                }
                open.push((name, std::mem::take(&mut list)));
            }
            _ => {
                list.push(Element { name, inner: None });
                loop {
                    let (name, outer) = open.pop()?;
                    let inner = std::mem::replace(&mut list, outer);
                    list.push(Element { name, inner: Some(inner) });
                    match rest.strip_prefix(')') {
                        Some(after) => rest = after,
                        None => break,
                    }
                }
                if rest.is_empty() {
                    break;
                }
                rest = rest.strip_prefix(',')?;
            }
        }
    }
    open.is_empty().then_some(list)
}

/// What passes do beside what their names say: options of the program `opt`.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// Symbols that `internalize` preserves if it names none itself (`-internalize-public-api-list`, `-internalize-public-api-file`).
    pub public: Vec<Glob>,
    /// What `rewrite-symbols` renames (`-rewrite-map-file`).
    pub rewrites: Rewrites,
    /// What `metarenamer` leaves.
    pub exceptions: RenameExceptions,
    /// The name of the module that LLVM's `opt` gives it, which `metarenamer` takes its names from.
    pub module_id: Vec<u8>,
    /// Finds the structures of a module in the order in which LLVM finds them; without it, they are taken in the order of the module.
    pub structs: Option<fn(&Module) -> Vec<TypeId>>,
}

impl Pass {
    /// Runs the pass. [`Pass::Verify`] does nothing.
    pub fn run(&self, module: &mut Module, options: &PassOptions) -> Changes {
        match self {
            Pass::Internalize(names) if names.is_empty() => crate::internalize(module, &Preserved::Matching(options.public.clone())),
            Pass::Internalize(names) => crate::internalize(module, &Preserved::Names(names.clone())),
            Pass::GlobalDce { is_linkage_unit } => crate::globaldce_in(module, *is_linkage_unit),
            Pass::Strip => crate::strip(module),
            Pass::StripNonDebug => crate::strip_nondebug(module),
            Pass::StripDebugDeclare => crate::strip_debug_declare(module),
            Pass::StripDeadDebugInfo => crate::strip_dead_debug_info(module),
            Pass::StripDeadPrototypes => crate::strip_dead_prototypes(module),
            Pass::StripNonLineTable => crate::strip_nonlinetable_debuginfo(module),
            Pass::NameAnonGlobals => crate::name_anon_globals(module),
            Pass::CanonicalizeAliases => crate::canonicalize_aliases(module),
            Pass::ElimAvailExtern => crate::elim_avail_extern(module),
            Pass::RewriteSymbols => crate::rewrite_symbols(module, &options.rewrites),
            Pass::MetaRenamer => {
                let structs = options.structs.map_or_else(|| module.types.iter().map(|(id, _)| id).collect(), |structs| structs(module));
                crate::metarenamer(module, &options.module_id, &structs, &options.exceptions)
            }
            Pass::Verify => Changes::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_passes() {
        let names = |text: &str| parse(text).map_err(|error| error.to_string());
        assert_eq!(names("module(strip,module(verify)),function(verify)"), Ok(vec![Pass::Strip, Pass::Verify, Pass::Verify]));
        let preserved = vec![b"a".to_vec(), b"b".to_vec()];
        assert_eq!(names("internalize<preserve-gv=a;preserve-gv=b>"), Ok(vec![Pass::Internalize(preserved)]));
        assert_eq!(names("globaldce<vfe-linkage-unit-visibility>"), Ok(vec![Pass::GlobalDce { is_linkage_unit: true }]));
        for (text, words) in [
            ("verify,", "unknown module pass ''"),
            ("foo", "unknown pass name 'foo'"),
            ("verify,foo", "unknown module pass 'foo'"),
            ("module(verify", "invalid pipeline 'module(verify'"),
            ("verify)", "invalid pipeline 'verify)'"),
            ("globaldce<x>", "invalid GlobalDCE pass parameter 'x'"),
            ("internalize<x>", "invalid Internalize pass parameter 'x'"),
            ("strip<x>", "unknown pass name 'strip<x>'"),
            ("internalize<preserve-gv=f", "unknown pass name 'internalize<preserve-gv=f'"),
        ] {
            assert_eq!(names(text), Err(words.to_owned()));
        }
        assert!(parse(&"module(".repeat(100_000)).is_err());
        assert_eq!(super::names().len(), PLAIN.len() + 2);
    }
}
