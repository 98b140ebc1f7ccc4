//! `cargo xtask intrinsics`: the table of intrinsics, from the headers of the newest releases of LLVM and the output of older releases.
//!
//! The table holds facts of `llvm/IR/IntrinsicImpl.inc`: names, whether a name takes type suffixes, attributes and signatures. What releases
//! know whose headers do not have all of that is asked of their `llvm-dis` ([`crate::intrinsic_history`]). So is what a release in development
//! knows: its new signatures are listed here until its header is at hand.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use bctk_bitcode::LlvmVersion;
use bctk_ir::intrinsics::IntrinsicAttr;

use crate::intrinsic_history::{self, Known};
use crate::intrinsic_signatures::Codes;
use crate::intrinsic_types::Asker;
use crate::llvm;

const TABLE: &str = "ir/src/intrinsics/table.txt";
/// The oldest release in the table.
const OLDEST: u32 = 4;
/// The oldest release whose header is read.
const WITH_HEADER: u32 = 22;
/// The release whose rows the table has in full, and the newest whose header is read.
const DEFAULT: u32 = LlvmVersion::DEFAULT.major;
/// The newest release, which may be in development.
const NEWEST: u32 = LlvmVersion::NEWEST.major;

/// Names of intrinsics by the release of the library that has them.
type Libraries = BTreeMap<Option<u32>, BTreeSet<String>>;

/// Intrinsics with their signatures, if these are known.
type Intrinsics = BTreeMap<String, (Known, Option<String>)>;

/// Signatures of LLVM 24 that LLVM 23 does not have, or not so: by `Intrinsic::getIntrinsicInfoTableEntries` of a library of it.
const OF_24: &[(&str, &str)] = &[
    ("amdgcn.cvt.scalef32.pk32.bf6.f32", "<6 i32 <32 float float"),
    ("amdgcn.cvt.scalef32.pk32.fp6.f32", "<6 i32 <32 float float"),
    ("amdgcn.ptr.s.buffer.load", "any0 p8 i32 i32"),
    ("dx.resource.atomic.binop", "any0 any1 i32 i32 i32 same0"),
    ("nvvm.cp.async.bulk.tensor.reduce.im2col.3d", "void p3 p0 i32 i32 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.im2col.4d", "void p3 p0 i32 i32 i32 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.im2col.5d", "void p3 p0 i32 i32 i32 i32 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.tile.1d", "void p3 p0 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.tile.2d", "void p3 p0 i32 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.tile.3d", "void p3 p0 i32 i32 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.tile.4d", "void p3 p0 i32 i32 i32 i32 i64 i32 i1"),
    ("nvvm.cp.async.bulk.tensor.reduce.tile.5d", "void p3 p0 i32 i32 i32 i32 i32 i64 i32 i1"),
    ("riscv.pmulq", "vec0 same0 same0"),
    ("riscv.pmulqr", "vec0 same0 same0"),
    ("riscv.psext.b", "vec0 same0"),
    ("riscv.psext.h", "vec0 same0"),
    ("riscv.pssha", "vec0 same0 i32"),
    ("riscv.psshar", "vec0 same0 i32"),
    ("riscv.psshl", "vec0 same0 i32"),
    ("riscv.psshlr", "vec0 same0 i32"),
    ("riscv.pzext.b", "vec0 same0"),
    ("riscv.pzext.h", "vec0 same0"),
];

/// Signatures of LLVM 21 that differ from those of LLVM 22.
const OF_21: &[(&str, &str)] = &[
    ("coro.end", "i1 p0 i1 token"),
    ("coro.end.async", "i1 p0 i1 ..."),
    ("lifetime.start", "void i64 ptr0"),
    ("lifetime.end", "void i64 ptr0"),
    ("masked.gather", "vec0 ptrs1:0 i32 wide0 i1 same0"),
    ("masked.load", "vec0 ptr1 i32 wide0 i1 same0"),
    ("masked.scatter", "void vec0 ptrs1:0 i32 wide0 i1"),
    ("masked.store", "void vec0 ptr1 i32 wide0 i1"),
];

/// Signatures of releases before LLVM 21 that differ from those of LLVM 21: name, first and last release, words.
const BEFORE_21: &[(&str, u32, u32, &str)] = &[
    ("coro.end", 4, 4, "void p0 i1"),
    ("coro.end", 5, 17, "i1 p0 i1"),
    ("dbg.value", 4, 5, "void metadata i64 metadata metadata"),
    ("experimental.constrained.ceil", 8, 9, "fp0 same0 metadata metadata"),
    ("experimental.constrained.floor", 8, 9, "fp0 same0 metadata metadata"),
    ("experimental.constrained.maxnum", 8, 9, "fp0 same0 same0 metadata metadata"),
    ("experimental.constrained.minnum", 8, 9, "fp0 same0 same0 metadata metadata"),
    ("experimental.constrained.round", 8, 9, "fp0 same0 metadata metadata"),
    ("experimental.constrained.trunc", 8, 9, "fp0 same0 metadata metadata"),
    ("memcpy", 4, 6, "void ptr0 ptr1 int2 i32 i1"),
    ("memmove", 4, 6, "void ptr0 ptr1 int2 i32 i1"),
    ("memset", 4, 6, "void ptr0 i8 int1 i32 i1"),
    ("objectsize", 4, 4, "int0 ptr1 i1"),
    ("objectsize", 5, 8, "int0 ptr1 i1 i1"),
    ("ptr.annotation", 4, 12, "ptr0 same0 p0 p0 i32"),
    ("var.annotation", 4, 12, "void p0 p0 p0 i32"),
];

/// The signature of LLVM 21: that of LLVM 22 but for [`OF_21`], and dot products, whose factors were vectors of `i32` whatever their elements.
fn signature_of_21(name: &str, of_22: &str) -> String {
    if let Some((_, words)) = OF_21.iter().find(|(other, _)| *other == name) {
        return (*words).to_owned();
    }
    let dot = name.starts_with("x86.") && (name.contains(".vpdpb") || name.contains(".vpdpw"));
    match of_22.split(' ').next().filter(|_| dot) {
        Some(result) => [result, "i32"].repeat(4).join(" "),
        None => of_22.to_owned(),
    }
}

/// What the table has of release `major`.
fn of_table(major: u32) -> Intrinsics {
    let version = LlvmVersion::new(major);
    let number = |attr: IntrinsicAttr| match attr {
        IntrinsicAttr::Enum(word) => word.to_owned(),
        IntrinsicAttr::Int(word, value) => format!("{word}={value}"),
        IntrinsicAttr::Range(low, high) => format!("range={low}..{high}"),
    };
    let known = |name: &str| {
        let intrinsic = bctk_ir::intrinsics::exact_in(name, version)?;
        let known = Known {
            function: intrinsic.function_attrs().map(number).collect(),
            args: intrinsic.arg_attrs().map(|(at, attrs)| (at, attrs.into_iter().map(number).collect())).collect(),
            overloaded: intrinsic.is_overloaded(),
        };
        Some((name.to_owned(), (known, intrinsic.signature_words().map(str::to_owned))))
    };
    bctk_ir::intrinsics::names().filter_map(known).collect()
}

/// Asks the `llvm-dis` of the releases after [`DEFAULT`] what they know, and adds it. What their libraries name and the questions do not reach is
/// as before: the table knows no types for it, or the reader takes it away.
fn ask_newer(releases: &mut BTreeMap<u32, Intrinsics>, own: &Libraries) -> Result<(), String> {
    for major in DEFAULT + 1..=NEWEST {
        let mut signatures: BTreeMap<String, String> =
            releases[&(major - 1)].iter().filter_map(|(name, (_, words))| Some((name.clone(), words.clone()?))).collect();
        signatures.extend(OF_24.iter().map(|(name, words)| ((*name).to_owned(), (*words).to_owned())));
        let names: BTreeSet<String> = signatures.keys().cloned().collect();
        let known = intrinsic_history::ask(major, &names, &|name| signatures.get(name).cloned())?;
        let known = known.ok_or(format!("no llvm-dis of LLVM {major} is installed"))?;
        let mut all: Intrinsics = known.into_iter().map(|(name, known)| (name.clone(), (known, signatures.remove(&name)))).collect();
        let own = own.get(&Some(major)).ok_or(format!("name a library of LLVM {major}: {major}:PATH"))?;
        for (name, before) in releases[&(major - 1)].iter().filter(|(name, _)| own.contains(*name)) {
            match all.get_mut(name) {
                // Readers take some names with suffixes for those of older intrinsics.
                Some((known, _)) => known.overloaded |= before.0.overloaded,
                None => println!("LLVM {major}: taken for unchanged: {name}"),
            }
            if all.get(name).is_none_or(|(known, _)| is_alike(known, &before.0)) {
                all.insert(name.clone(), before.clone());
            }
        }
        println!("LLVM {major}: {}", all.len());
        releases.insert(major, all);
    }
    Ok(())
}

/// Their resources and samplers have types that the name states since LLVM 20; releases before take the vectors that compilers give them.
const OPEN: &str = "amdgcn.image.";

/// The last release with the old numbers of address spaces on AMD's GPUs.
const LAST_WITH_OLD_SPACES: u32 = 6;

/// A signature with the old numbers of address spaces.
fn in_old_spaces(words: &str) -> String {
    let word = |word: &str| {
        match word {
            "p0" => "p4",
            "p2" => "p5",
            "p4" => "p2",
            "p5" => "p0",
            other => other,
        }
        .to_owned()
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Asks the verifiers of the releases whose signatures are those of LLVM 21 so far, and forgets those that they do not take.
fn ask_types(releases: &mut BTreeMap<u32, Intrinsics>, args: &[String]) -> Result<(), String> {
    let asker = Asker::of(args)?;
    let newest = releases[&DEFAULT].clone();
    let only = args.iter().position(|arg| arg == "--only").and_then(|at| args.get(at + 1));
    for major in OLDEST..WITH_HEADER {
        if only.is_some_and(|only| only.split(',').all(|wanted| wanted != major.to_string())) {
            continue;
        }
        let Some(known) = releases.get_mut(&major) else { continue };
        for (name, (_, words)) in known.iter_mut() {
            if let Some(before) = signature_before(name, major) {
                *words = Some(before);
            } else if major <= LAST_WITH_OLD_SPACES
                && name.starts_with("amdgcn.")
                && newest.get(name).is_some_and(|(_, newest)| newest == words)
            {
                *words = words.as_deref().map(in_old_spaces);
            }
        }
        // What a release has of its own is known, and calls of it come from no newer module.
        let is_asked = |(name, (_, words)): &(&String, &(Known, Option<String>))| {
            !name.starts_with(OPEN) && newest.get(*name).is_some_and(|(_, newest)| newest == words)
        };
        let asked: Intrinsics = known.iter().filter(is_asked).map(|(name, intrinsic)| (name.clone(), intrinsic.clone())).collect();
        let refused = asker.refused(major, &asked)?;
        let Some(refused) = refused else {
            println!("LLVM {major}: no verifier");
            continue;
        };
        println!("LLVM {major}: {} other signatures", refused.len());
        for name in refused {
            if let Some((_, words)) = known.get_mut(&name) {
                *words = None;
            }
        }
    }
    Ok(())
}

/// Whether an answer says what a header says: ranges have bounds with a sign there.
fn is_alike(known: &Known, of_header: &Known) -> bool {
    let signed = |known: &Known| {
        let words = |words: &Vec<String>| words.iter().map(|word| word.replace("..2147483648", "..-2147483648")).collect::<Vec<_>>();
        (words(&known.function), known.args.values().map(words).collect::<Vec<_>>(), known.overloaded)
    };
    signed(known) == signed(of_header) && known.args.keys().eq(of_header.args.keys())
}

/// Writes the table anew. With `--newer`, it keeps what the table has of [`DEFAULT`] and older releases. Arguments `N=PATH` name headers that are not found by themselves (`IntrinsicImpl.inc` of release N); others are libraries of
/// LLVM, whose strings hold names; `N:PATH` is that of release N, and tells which names that begin with an overloaded one the release has itself.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let mut releases: BTreeMap<u32, Intrinsics> = BTreeMap::new();
    if args.iter().any(|arg| arg == "--types") {
        releases.extend((OLDEST..=NEWEST).map(|major| (major, of_table(major))));
        ask_types(&mut releases, args)?;
        return write(&releases);
    }
    if args.iter().any(|arg| arg == "--newer") {
        releases.extend((OLDEST..=DEFAULT).map(|major| (major, of_table(major))));
        ask_newer(&mut releases, &libraries(args)?)?;
        return write(&releases);
    }
    for (major, text) in llvm::headers("IntrinsicImpl.inc", WITH_HEADER..=DEFAULT, args)? {
        let read = of_header(&text).ok_or_else(|| format!("the header of LLVM {major} is not of a known form"))?;
        println!("LLVM {major}: {}", read.len());
        releases.insert(major, read);
    }
    let mut names: BTreeSet<String> = releases.values().flat_map(BTreeMap::keys).cloned().collect();
    names.extend(bctk_ir::intrinsics::names().map(str::to_owned));
    let own = libraries(args)?;
    names.extend(own.values().flatten().cloned());
    println!("{} names", names.len());
    let of_22 = &releases[&WITH_HEADER];
    let of_21: BTreeMap<String, String> =
        of_22.iter().filter_map(|(name, (_, words))| Some((name.clone(), signature_of_21(name, words.as_ref()?)))).collect();
    for major in OLDEST..WITH_HEADER {
        let known = intrinsic_history::ask(major, &names, &|name| of_21.get(name).cloned())?;
        let mut known = known.ok_or(format!("no llvm-dis of LLVM {major} is installed"))?;
        match own.get(&Some(major)) {
            Some(own) => drop_taken_for_suffixes(&mut known, own),
            None => println!("LLVM {major}: no library; newer names that begin with an overloaded one are taken for its own"),
        }
        println!("LLVM {major}: {}", known.len());
        // Releases before 21 accept every type: what 21 has is as good.
        releases.insert(
            major,
            known
                .into_iter()
                .map(|(name, known)| {
                    let words = signature_before(&name, major).or_else(|| of_21.get(&name).cloned());
                    (name, (known, words))
                })
                .collect(),
        );
    }
    drop_mangled(&mut releases);
    for name in releases[&20].keys() {
        if releases[&22].contains_key(name) && !releases[&21].contains_key(name) {
            println!("LLVM 21 did not take its signature: {name}");
        }
    }
    ask_newer(&mut releases, &own)?;
    write(&releases)
}

/// The names in the libraries among the arguments, by release; none for libraries of a release that is not stated.
fn libraries(args: &[String]) -> Result<Libraries, String> {
    let mut own = Libraries::new();
    for library in args.iter().filter(|arg| !arg.contains('=') && !arg.starts_with('-')) {
        let (major, path) = match library.split_once(':').map(|(major, path)| (major.parse::<u32>(), path)) {
            Some((Ok(major), path)) => (Some(major), path),
            _ => (None, library.as_str()),
        };
        own.entry(major).or_default().extend(intrinsic_history::names_in(path)?);
    }
    Ok(own)
}

fn write(releases: &BTreeMap<u32, Intrinsics>) -> Result<bool, String> {
    std::fs::write(Path::new(TABLE), table(releases)).map_err(|e| format!("{TABLE}: {e}"))?;
    println!("wrote {TABLE}");
    Ok(true)
}

/// The signature of an intrinsic in a release before LLVM 21, if it was another one than later.
fn signature_before(name: &str, major: u32) -> Option<String> {
    let row = BEFORE_21.iter().find(|row| row.0 == name && (row.1..=row.2).contains(&major))?;
    Some(row.3.to_owned())
}

/// Drops names that a release only takes for those of other intrinsics with suffixes: `memcpy.inline` of LLVM 11 for `memcpy`. Those that it has
/// are strings of its library.
fn drop_taken_for_suffixes(known: &mut BTreeMap<String, Known>, own: &BTreeSet<String>) {
    let overloaded: BTreeSet<String> = known.iter().filter(|(_, known)| known.overloaded).map(|(name, _)| name.clone()).collect();
    known.retain(|name, _| own.contains(name) || !name.match_indices('.').any(|(at, _)| overloaded.contains(&name[..at])));
}

/// Drops names of older releases that are those of others with suffixes for types, which libraries hold too: every release that takes them has the
/// other with the same attributes.
fn drop_mangled(releases: &mut BTreeMap<u32, Intrinsics>) {
    let own: BTreeSet<String> = releases.range(WITH_HEADER..).flat_map(|(_, known)| known.keys()).cloned().collect();
    let older: BTreeSet<String> = releases.range(..WITH_HEADER).flat_map(|(_, known)| known.keys()).cloned().collect();
    let is_mangled = |name: &String| {
        let cuts = name.rmatch_indices('.').take_while(|&(at, _)| {
            let end = name[at + 1..].find('.').map_or(name.len(), |len| at + 1 + len);
            is_type(&name[at + 1..end])
        });
        cuts.into_iter().any(|(at, _)| {
            let same = |intrinsics: &Intrinsics| {
                let Some((known, _)) = intrinsics.get(name) else { return true };
                let shorter = intrinsics.get(&name[..at]);
                shorter
                    .is_some_and(|(shorter, _)| shorter.overloaded && (&shorter.function, &shorter.args) == (&known.function, &known.args))
            };
            releases.values().all(same)
        })
    };
    let mangled: Vec<String> = older.difference(&own).filter(|name| is_mangled(name)).cloned().collect();
    for name in mangled {
        releases.values_mut().for_each(|intrinsics| drop(intrinsics.remove(&name)));
    }
}

/// Whether a part of a name reads as a type (`getMangledTypeStr`).
fn is_type(text: &str) -> bool {
    let digits = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    ["bf16", "ppcf128", "isVoid", "Metadata", "x86mmx"].contains(&text)
        || ["p", "i", "f", "v", "nxv", "a"].iter().any(|prefix| text.strip_prefix(prefix).is_some_and(digits))
        || ["s_", "sl_"].iter().any(|prefix| text.starts_with(prefix))
}

/// Numbers of things that are written once.
#[derive(Default)]
struct Numbers {
    numbers: BTreeMap<String, usize>,
    lines: Vec<String>,
}

impl Numbers {
    fn of(&mut self, text: String) -> usize {
        let next = self.lines.len();
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.lines.push(text.clone());
            next
        })
    }

    fn write(&self, tag: char, out: &mut String) {
        for (number, line) in self.lines.iter().enumerate() {
            let _ = writeln!(out, "{}", format!("{tag} {number} {line}").trim_end());
        }
    }
}

/// The table of what each release knows.
fn table(releases: &BTreeMap<u32, Intrinsics>) -> String {
    let mut out = format!(
        "# Intrinsics of LLVM {OLDEST} to {NEWEST}, by `cargo xtask intrinsics`: LLVM {WITH_HEADER} and newer from llvm/IR/IntrinsicImpl.inc,\n\
         # the older ones as they answer.\n"
    );
    out.push_str("# F: attributes of the function; A: attributes of an argument; L: which arguments have which; S: signatures;\n");
    let _ = writeln!(
        out,
        "# H: what other releases than LLVM {DEFAULT} know: since which, number of F and of L, * if type suffixes follow the name, = and"
    );
    let _ = writeln!(out, "# number of S if it is not that of LLVM {DEFAULT} (? if it is not known); ! if the release does not have it.");
    out.push_str(
        "# The names come last, sorted, without `llvm.`: number of F, of L, of S, * if type suffixes follow the name, number of H (none\n",
    );
    let _ = writeln!(out, "# if no other release differs). After a line `gone`, the names that LLVM {DEFAULT} does not have: number of H.");
    let newest = &releases[&DEFAULT];
    let [mut functions, mut args, mut lists, mut signatures, mut histories] = std::array::from_fn(|_| Numbers::default());
    let mut numbers = |known: &Known| {
        let list: Vec<String> = known.args.iter().map(|(at, words)| format!("{at}:{}", args.of(words.join(" ")))).collect();
        (functions.of(known.function.join(" ")), lists.of(list.join(" ")), if known.overloaded { "*" } else { "" })
    };
    let mut lines = Vec::new();
    for (name, (known, signature)) in newest {
        let (function, list, star) = numbers(known);
        let signature = signatures.of(signature.clone().unwrap_or_default());
        lines.push((name, format!("{name} {function} {list} {signature}{}", if star.is_empty() { "" } else { " *" })));
    }
    let names: BTreeSet<&String> = releases.values().flat_map(BTreeMap::keys).collect();
    let mut older: BTreeMap<&String, usize> = BTreeMap::new();
    // The numbers of sets do not depend on a release in development.
    for known in names.iter().flat_map(|name| releases.range(..DEFAULT).filter_map(|(_, intrinsics)| intrinsics.get(*name))) {
        numbers(&known.0);
    }
    for name in names {
        let mut text = String::new();
        let mut before = None;
        for (major, intrinsics) in releases {
            let now = intrinsics.get(name);
            // The rows say it.
            if now != before && *major != DEFAULT {
                let _ = match now {
                    Some((known, signature)) => {
                        let (function, list, star) = numbers(known);
                        let other =
                            signature.as_ref().filter(|words| newest.get(name).is_none_or(|(_, newest)| newest.as_ref() != Some(words)));
                        let signature = match other {
                            Some(words) => format!("={}", signatures.of(words.clone())),
                            // Another one than later, and nothing more is known.
                            None if signature.is_none() && newest.contains_key(name) => "=?".to_owned(),
                            None => String::new(),
                        };
                        write!(text, " {major}:{function}/{list}{star}{signature}")
                    }
                    None => write!(text, " {major}:!"),
                };
            }
            before = now;
        }
        if !text.is_empty() {
            older.insert(name, histories.of(text.trim_start().to_owned()));
        }
    }
    functions.write('F', &mut out);
    args.write('A', &mut out);
    lists.write('L', &mut out);
    signatures.write('S', &mut out);
    histories.write('H', &mut out);
    for (name, line) in lines {
        let history = older.remove(name).map(|number| format!(" {number}")).unwrap_or_default();
        let _ = writeln!(out, "{line}{history}");
    }
    out.push_str("gone\n");
    for (name, number) in older {
        let _ = writeln!(out, "{name} {number}");
    }
    out
}

/// The lines between the one that begins with `start` and the next that begins with `end`.
fn section<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let rest = &text[text.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|n| n.parse().ok()).collect()
}

/// The intrinsics of a header, with their signatures.
fn of_header(text: &str) -> Option<Intrinsics> {
    let names: Vec<&str> = section(text, "IntrinsicNameTableStorage[] =", "#ifdef")?
        .lines()
        .filter_map(|l| l.trim().strip_prefix('"')?.split("\\0").next())
        .filter(|n| n.starts_with("llvm."))
        .collect();
    let mut overloaded = Vec::new();
    for byte in section(text, "OTable[] = {", "};")?.split(',') {
        let bits = byte.split("1<<").skip(1).filter_map(|b| b.chars().next()?.to_digit(10)).fold(0u8, |m, b| m | 1 << b);
        overloaded.push(bits);
    }
    // Numbers of the sets of the function and of the list of arguments. The bits for the second depend on how many lists there are.
    let map: Vec<(i64, i64)> = section(text, "IntrinsicsToAttributesMap[] = {", "};")?
        .lines()
        .filter_map(|l| {
            let (left, right) = l.split_once("<<")?;
            Some((left.trim().parse().ok()?, right.split_once('|')?.1.split(',').next()?.trim().parse().ok()?))
        })
        .collect();
    let no_set = numbers(section(text, "if (FnAttrID != ", ")")?).first().copied()?;
    let pairs: Vec<Vec<i64>> = section(text, "ArgAttrIdTable[] = {", "};")?
        .lines()
        .filter_map(|l| Some(numbers(&l[l.find('{')?..])))
        .flat_map(|line| line.chunks_exact(2).map(<[i64]>::to_vec).collect::<Vec<_>>())
        .collect();
    let spans: Vec<Vec<i64>> =
        section(text, "ArgAttributesInfoTable[] = {", "};")?.lines().filter_map(|l| Some(numbers(&l[l.find('{')?..]))).collect();
    if names.len() != map.len() || names.len() < 10_000 {
        return None;
    }
    let sets = |section: &str| -> Option<BTreeMap<i64, Vec<String>>> {
        let cases = section.split("  case ").skip(1).map(|case| {
            let number = case.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
            let mut words = case.split("Attribute::get").skip(1).map(attribute_words).collect::<Option<Vec<String>>>()?;
            words.sort();
            Some((number, words))
        });
        cases.collect()
    };
    let functions = sets(section(text, "getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {", "IntrinsicsToAttributesMap")?)?;
    let args = sets(section(text, "getIntrinsicArgAttributeSet(", "getIntrinsicFnAttributeSet")?)?;
    let signatures = signatures(text, names.len())?;
    let mut out = BTreeMap::new();
    for (i, name) in names.iter().enumerate() {
        let (function, list) = map[i];
        let span = spans.get(usize::try_from(list).ok()?)?;
        let mut known = Known {
            // Bit i + 1 of the table: entry 0 is "not an intrinsic".
            overloaded: overloaded.get((i + 1) / 8)? >> ((i + 1) % 8) & 1 == 1,
            ..Known::default()
        };
        if function != no_set {
            known.function = functions.get(&function)?.clone();
        }
        for pair in pairs.get(span[0] as usize..(span[0] + span[1]) as usize)? {
            known.args.insert(u32::try_from(pair[0]).ok()?, args.get(&pair[1])?.clone());
        }
        out.insert(name.strip_prefix("llvm.")?.to_owned(), (known, Some(signatures[i].clone())));
    }
    Some(out)
}

/// The signature of each intrinsic, in words: a table entry encodes it in 4-bit digits, or is an index into a longer table.
fn signatures(text: &str, count: usize) -> Option<Vec<String>> {
    let codes_of = Codes::of(text)?;
    let long: Vec<u8> = section(text, "IIT_LongEncodingTable[] = {", "};")?
        .lines()
        .filter_map(|line| line.split_once("*/"))
        .flat_map(|(_, codes)| numbers(codes))
        .map(|n| n as u8)
        .collect();
    // A zero follows the last entry.
    let entries = section(text, "IIT_Table[] = {", "};")?.split(',').map(str::trim).take(count);
    let signature = |entry: &str| -> Option<String> {
        let codes: Vec<u8> = match entry.split_once('|') {
            Some((_, offset)) => long.get(offset.trim().parse::<usize>().ok()?..)?.to_vec(),
            None => {
                let mut value = u32::from_str_radix(entry.strip_prefix("0x")?, 16).ok()?;
                let mut digits = vec![(value & 15) as u8];
                value >>= 4;
                while value != 0 {
                    digits.push((value & 15) as u8);
                    value >>= 4;
                }
                digits
            }
        };
        Some(codes_of.words(&codes)?.join(" "))
    };
    let signatures: Vec<String> = entries.map(signature).collect::<Option<_>>()?;
    (signatures.len() == count).then_some(signatures)
}

/// One attribute in the table's words: its spelling, and its number or range.
fn attribute_words(text: &str) -> Option<String> {
    let text = &text[..text.find(";").unwrap_or(text.len()).min(text.find("\n").unwrap_or(text.len()))];
    if text.starts_with("WithMemoryEffects") {
        return Some(format!("memory={}", numbers(&text[text.find("Value")?..]).first()?));
    }
    if text.starts_with("WithCaptureInfo") {
        return text.contains("none()").then(|| "captures=0".to_owned());
    }
    let name: String = text.split("Attribute::").nth(1)?.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    if name == "Range" {
        let bounds: Vec<i64> = text.split("BitWidth,").skip(1).filter_map(|b| numbers(b.split("/*").next()?).first().copied()).collect();
        return Some(format!("range={}..{}", bounds.first()?, bounds.get(1)?));
    }
    let rest = &text[text.find(&name)? + name.len()..];
    // The spelling in assembly is the enumerator in small letters, but for this one.
    let name = if name == "Alignment" { "align".to_owned() } else { name.to_ascii_lowercase() };
    match numbers(rest.split(')').next()?).first() {
        Some(number) => Some(format!("{name}={number}")),
        None => Some(name),
    }
}
