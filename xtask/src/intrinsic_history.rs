//! The intrinsics of older releases of LLVM, determined with their tools: names, and the attributes that readers give to declarations.
//!
//! A module declares every candidate with an attribute that no intrinsic has. LLVM's reader replaces the attributes of an intrinsic by those of its own table
//! (`UpgradeIntrinsicFunction`), so a declaration that keeps the attribute is no intrinsic.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bctk_bitcode::{LlvmVersion, WriteOptions};
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::module::Module;
use bctk_textual::{ParseOptions, Pointers};

use crate::llvm;

/// The attribute that no intrinsic has.
const PROBE: &str = "bctk-probe";
/// A suffix that stands for no type, to find only names that take suffixes.
const SUFFIX: &str = ".bctk";
/// Declarations in one module.
const BATCH: usize = 1500;
/// Time that a tool has for a module: some declarations make it go on for ever.
const PATIENCE: Duration = Duration::from_secs(10);
/// More parameters than any intrinsic has.
const PARAMS: usize = 64;
/// The first release that leaves the attributes of a declaration alone if its type is not one of the intrinsic's.
const CHECKS_TYPES: u32 = 21;

/// How a release treats the declaration of an intrinsic.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Known {
    /// Words of the attributes of the function.
    pub(crate) function: Vec<String>,
    /// Words of the attributes of the result (0) and the parameters (from 1 on).
    pub(crate) args: BTreeMap<u32, Vec<String>>,
    /// Whether suffixes for types follow the name.
    pub(crate) overloaded: bool,
}

/// Names of intrinsics among the strings of a file: a library of LLVM has all of its own.
pub(crate) fn names_in(path: &str) -> Result<BTreeSet<String>, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    let texts = bytes.split(|&c| c == 0).filter_map(|text| std::str::from_utf8(text).ok()?.strip_prefix("llvm."));
    let is_name = |name: &&str| {
        !name.is_empty() && !name.ends_with('.') && name.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'_'))
    };
    Ok(texts.filter(is_name).map(str::to_owned).collect())
}

/// What release `major` knows of the intrinsics in `names`; none if it is not installed. `signature` gives the words of the newest table for a name.
pub(crate) fn ask(
    major: u32,
    names: &BTreeSet<String>,
    signature: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<BTreeMap<String, Known>>, String> {
    let Some(tool) = llvm::find_of("llvm-dis", major) else { return Ok(None) };
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let asker = Asker { major, tool: &tool, dir: dir.path() };
    let mut out: BTreeMap<String, Known> = BTreeMap::new();
    let pointer = if major >= 15 { "ptr" } else { "i8*" };
    let any = format!("({})", vec![pointer; PARAMS].join(", "));
    for overloaded in [false, true] {
        let suffix = if overloaded { SUFFIX } else { "" };
        let mut questions: Vec<Vec<(String, String)>> = Vec::new();
        if major < CHECKS_TYPES {
            questions.push(names.iter().map(|name| (name.clone(), format!("{pointer} @\"llvm.{name}{suffix}\"{any}"))).collect());
        } else {
            for profile in PROFILES {
                let declare = |name: &String| {
                    let (ret, params) = instantiate(&signature(name)?, *profile)?;
                    Some((name.clone(), format!("{ret} @\"llvm.{name}{suffix}\"({params})")))
                };
                questions.push(names.iter().filter_map(declare).collect());
            }
        }
        for question in questions {
            for batch in question.chunks(BATCH) {
                for (name, known) in asker.batch(batch)? {
                    out.entry(name).or_insert(known).overloaded |= overloaded;
                }
            }
        }
    }
    Ok(Some(out))
}

/// Whether a command succeeds within some time.
pub(crate) fn within(patience: Duration, mut command: Command) -> Option<bool> {
    let mut child = command.spawn().ok()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status.success());
        }
        if start.elapsed() > patience {
            child.kill().ok()?;
            child.wait().ok()?;
            return Some(false);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

struct Asker<'a> {
    major: u32,
    tool: &'a Path,
    dir: &'a Path,
}

impl Asker<'_> {
    /// What is known of these, each a name and its declaration. Where the tool fails, the halves are tried: declarations of some types make it fail.
    fn batch(&self, declarations: &[(String, String)]) -> Result<Vec<(String, Known)>, String> {
        let lines: String = declarations.iter().map(|(_, text)| format!("declare {text} \"{PROBE}\"\n")).collect();
        match self.printed(&lines) {
            Some(module) => Ok(self.known(&module, declarations)),
            None if declarations.len() < 2 => Ok(Vec::new()),
            None => {
                let (left, right) = declarations.split_at(declarations.len() / 2);
                Ok([self.batch(left)?, self.batch(right)?].concat())
            }
        }
    }

    /// The module that the tool prints of these lines.
    fn printed(&self, lines: &str) -> Option<Module> {
        let pointers = if self.major < 15 { Pointers::Typed } else { Pointers::Opaque };
        let input = if self.major < 13 {
            // Tools for these take text.
            let path = self.dir.join("probe.ll");
            std::fs::write(&path, lines).ok()?;
            path
        } else {
            let options = ParseOptions { pointers, printed_by: Some(LlvmVersion::new(self.major)), ..ParseOptions::default() };
            let module = bctk_textual::parse(lines.as_bytes(), &options).ok()?;
            let options = WriteOptions { llvm: Some(LlvmVersion::nearest_written(self.major)), ..WriteOptions::default() };
            let path = self.dir.join("probe.bc");
            std::fs::write(&path, bctk_bitcode::write(&module, &options).ok()?).ok()?;
            path
        };
        let output = self.dir.join("probe.dis.ll");
        let _ = std::fs::remove_file(&output);
        let mut command = Command::new(self.tool);
        command.arg(&input).arg("-o").arg(&output).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if !within(PATIENCE, command)? {
            return None;
        }
        let text = std::fs::read(&output).ok()?;
        let options = ParseOptions { pointers, printed_by: Some(LlvmVersion::new(self.major)), ..ParseOptions::default() };
        match bctk_textual::parse(&text, &options) {
            Ok(module) => Some(module),
            Err(faults) => {
                if lines.lines().count() == 1 {
                    eprintln!("LLVM {}: {lines}{faults:?}", self.major);
                }
                None
            }
        }
    }

    fn known(&self, module: &Module, declarations: &[(String, String)]) -> Vec<(String, Known)> {
        let names: BTreeSet<&str> = declarations.iter().map(|(name, _)| name.as_str()).collect();
        let mut out = Vec::new();
        for (_, global, function) in module.functions() {
            let Some(full) = std::str::from_utf8(module.str(global.name)).ok().and_then(|name| name.strip_prefix("llvm.")) else {
                continue;
            };
            // The reader may have added the right suffixes to the name.
            let name = (0..=full.len()).rev().filter(|&end| end == full.len() || full.as_bytes()[end] == b'.').map(|end| &full[..end]);
            let Some(name) = name.into_iter().find(|name| names.contains(name)) else { continue };
            let mut known = Known::default();
            let mut kept = false;
            for &(index, set) in module.attrs.lists.get(function.attrs.index()).into_iter().flatten() {
                let set = module.attrs.set(set);
                kept |= set.iter().any(|attr| matches!(attr, Attr::String(key, _) if module.str(*key) == PROBE.as_bytes()));
                let mut words: Vec<String> = set.iter().filter_map(word).collect();
                words.sort();
                match index {
                    AttrIndex::Function => known.function = words,
                    AttrIndex::Return => drop(known.args.insert(0, words)),
                    AttrIndex::Param(at) => drop(known.args.insert(at + 1, words)),
                }
            }
            if !kept {
                out.push((name.to_owned(), known));
            }
        }
        out
    }
}

/// An attribute in the words of the table.
fn word(attr: &Attr) -> Option<String> {
    let spelling = attr.kind()?.spelling();
    Some(match attr {
        Attr::Enum(_) => spelling.to_owned(),
        Attr::Int(_, value) => format!("{spelling}={value}"),
        Attr::Range(_, range) => {
            // Bounds are as wide as the type; the table has them with their sign.
            let signed = |words: &[u64]| {
                let low = words.first().copied().unwrap_or(0);
                if range.width < 64 { ((low << (64 - range.width)) as i64) >> (64 - range.width) } else { low as i64 }
            };
            format!("{spelling}={}..{}", signed(&range.lower), signed(&range.upper))
        }
        _ => return None,
    })
}

/// A type for what a signature leaves open: length of the vector and whether it is scalable, and its element.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) vector: Option<(u32, bool)>,
    pub(crate) element: Element,
}

#[derive(Clone, Copy)]
pub(crate) enum Element {
    Int(u32),
    Float(u32),
    BFloat,
    Pointer(u32),
}

/// Types to try for all that a signature leaves open.
pub(crate) const PROFILES: &[Shape] = &[
    Shape { vector: None, element: Element::Int(32) },
    Shape { vector: None, element: Element::Float(32) },
    Shape { vector: None, element: Element::Pointer(0) },
    Shape { vector: Some((16, false)), element: Element::Int(32) },
    Shape { vector: Some((16, false)), element: Element::Float(32) },
    Shape { vector: Some((16, true)), element: Element::Int(32) },
    Shape { vector: Some((16, true)), element: Element::Float(32) },
    Shape { vector: Some((16, false)), element: Element::Pointer(0) },
];

impl Element {
    fn bits(self) -> u32 {
        match self {
            Element::Int(bits) | Element::Float(bits) => bits,
            Element::BFloat => 16,
            Element::Pointer(_) => 64,
        }
    }

    fn text(self) -> Option<String> {
        Some(match self {
            Element::Int(bits) => format!("i{bits}"),
            Element::Float(16) => "half".to_owned(),
            Element::Float(32) => "float".to_owned(),
            Element::Float(64) => "double".to_owned(),
            Element::Float(80) => "x86_fp80".to_owned(),
            Element::Float(128) => "fp128".to_owned(),
            Element::BFloat => "bfloat".to_owned(),
            Element::Float(_) => return None,
            Element::Pointer(0) => "ptr".to_owned(),
            Element::Pointer(space) => format!("ptr addrspace({space})"),
        })
    }

    fn of_bits(self, bits: u32) -> Element {
        match self {
            Element::Int(_) | Element::Pointer(_) => Element::Int(bits),
            Element::Float(_) | Element::BFloat => Element::Float(bits),
        }
    }
}

impl Shape {
    pub(crate) fn is_scalable(self) -> bool {
        self.vector.is_some_and(|(_, scalable)| scalable)
    }

    fn text(self) -> Option<String> {
        let element = self.element.text()?;
        Some(match self.vector {
            None => element,
            Some((len, false)) => format!("<{len} x {element}>"),
            Some((len, true)) => format!("<vscale x {len} x {element}>"),
        })
    }
}

/// Result and parameters of a signature, with `open` for the types that it leaves open.
pub(crate) fn instantiate(signature: &str, open: Shape) -> Option<(String, String)> {
    let of = |kind: &str, _| match kind {
        "vint" => Some(Shape { vector: Some((16, false)), element: Element::Int(32) }),
        "vfp" => Some(Shape { vector: Some((16, false)), element: Element::Float(32) }),
        "vptr" => Some(Shape { vector: Some((16, false)), element: Element::Pointer(0) }),
        "sint" => Some(Shape { vector: None, element: Element::Int(32) }),
        "sfp" => Some(Shape { vector: None, element: Element::Float(32) }),
        "int" => Some(Shape { element: Element::Int(open.element.bits().min(32)), ..open }),
        "fp" => Some(Shape { element: Element::Float(32), ..open }),
        "vec" => Some(Shape { vector: open.vector.or(Some((16, false))), ..open }),
        "ptr" => Some(Shape { vector: None, element: Element::Pointer(0) }),
        "ptrs" => Some(Shape { element: Element::Pointer(0), ..open }),
        _ => Some(open),
    };
    let mut types = types(signature, open, &of)?;
    let ret = types.remove(0);
    Some((ret, types.join(", ")))
}

/// Result and parameters of a signature. `of` says what number N of the types that it leaves open is, by its kind; none if there is no such type.
pub(crate) fn types(signature: &str, open: Shape, of: &dyn Fn(&str, usize) -> Option<Shape>) -> Option<Vec<String>> {
    const KINDS: &[&str] = &["any", "vint", "vfp", "vptr", "sint", "sfp", "int", "fp", "vec", "ptr", "ptrs"];
    let words: Vec<&str> = signature.split(' ').collect();
    // What number N of the open types is: the kinds say it, wherever they stand.
    let mut overloads: Vec<Shape> = Vec::new();
    for word in &words {
        let split = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        if !KINDS.contains(&&word[..split]) {
            continue;
        }
        let Ok(number) = word[split..].split(':').next()?.parse::<usize>() else { continue };
        while overloads.len() <= number {
            overloads.push(open);
        }
        overloads[number] = of(&word[..split], number)?;
    }
    let mut at = 0;
    let mut types = Vec::new();
    while at < words.len() {
        if words[at] == "..." {
            types.push("...".to_owned());
            at += 1;
        } else {
            types.push(one(&words, &mut at, &overloads)?);
        }
    }
    Some(types)
}

/// The type that the words from `at` on say.
fn one(words: &[&str], at: &mut usize, overloads: &[Shape]) -> Option<String> {
    let word = *words.get(*at)?;
    *at += 1;
    if let Some(rest) = word.strip_prefix('<') {
        let (prefix, count) = rest.strip_prefix('s').map_or(("", rest), |count| ("vscale x ", count));
        return Some(format!("<{prefix}{count} x {}>", one(words, at, overloads)?));
    }
    if let Some(count) = word.strip_prefix('{') {
        let fields: Option<Vec<String>> = (0..count.parse::<u32>().ok()?).map(|_| one(words, at, overloads)).collect();
        return Some(format!("{{ {} }}", fields?.join(", ")));
    }
    match word {
        "void" | "half" | "bfloat" | "float" | "double" | "fp128" | "ppc_fp128" | "token" | "metadata" => return Some(word.to_owned()),
        "amx" => return Some("x86_amx".to_owned()),
        "mmx" => return Some("<1 x i64>".to_owned()),
        "svcount" => return Some("target(\"aarch64.svcount\")".to_owned()),
        "externref" | "funcref" => return Some(format!("target(\"wasm.{word}\")")),
        _ => {}
    }
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (name, number) = word.split_once(':').unwrap_or_else(|| word.split_at(digits));
    let (number, parts) = number.split_once('/').unwrap_or((number, "1"));
    let number: u32 = number.parse().ok()?;
    match name {
        "i" => return Some(word.to_owned()),
        "p" => return Element::Pointer(number).text(),
        _ => {}
    }
    if name.starts_with("ptrs") {
        let of = *overloads.get(number as usize)?;
        return Shape { element: Element::Pointer(0), ..of }.text();
    }
    let of = *overloads.get(number as usize)?;
    let bits = of.element.bits();
    let resized = |bits: u32, count: u32, parts: u32| {
        let vector = of.vector.map(|(len, scalable)| (len * count / parts, scalable));
        Shape { vector, element: of.element.of_bits(bits) }.text()
    };
    match name {
        "any" | "int" | "fp" | "vec" | "ptr" | "vint" | "vfp" | "vptr" | "sint" | "sfp" | "same" => of.text(),
        "ext" => resized(bits * 2, 1, 1),
        "trunc" => resized(bits / 2, 1, 1),
        "part" => resized(bits, 1, parts.parse().ok()?),
        "sub2" => resized(bits / 2, 2, 1),
        "sub4" => resized(bits / 4, 4, 1),
        "elt" => of.element.text(),
        "bits" => Shape { element: Element::Int(bits), ..of }.text(),
        "wide" => {
            let element = one(words, at, overloads)?;
            Some(match of.vector {
                None => element,
                Some((len, false)) => format!("<{len} x {element}>"),
                Some((len, true)) => format!("<vscale x {len} x {element}>"),
            })
        }
        _ => None,
    }
}
