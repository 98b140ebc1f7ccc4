//! `cargo xtask intrinsics`: the table of intrinsics, from the headers of an installed LLVM 22 and the output of older releases.
//!
//! The table holds facts of `llvm/IR/IntrinsicImpl.inc`: names, whether a name takes type suffixes, attributes and signatures. What LLVM 4 to 21 know is
//! asked of their `llvm-dis` ([`crate::intrinsic_history`]).
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::intrinsic_history::{self, Known};

const HEADER: &str = "/usr/lib/llvm-22/include/llvm/IR/IntrinsicImpl.inc";
const TABLE: &str = "ir/src/intrinsics/table.txt";
/// The older releases in the table.
const OLDER: std::ops::RangeInclusive<u32> = 4..=22;

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

/// The signature of LLVM 21 where it is not that of LLVM 22: [`OF_21`], and dot products, whose factors were vectors of `i32` whatever their elements.
fn signature_of_21(name: &str, newest: &str) -> Option<String> {
    if let Some((_, words)) = OF_21.iter().find(|(other, _)| *other == name) {
        return Some((*words).to_owned());
    }
    let dot = name.starts_with("x86.") && (name.contains(".vpdpb") || name.contains(".vpdpw"));
    let result = newest.split(' ').next().filter(|_| dot)?;
    Some([result, "i32"].repeat(4).join(" "))
}

/// Writes the table anew from the header named, or that of an installed LLVM 22. Other arguments are libraries of LLVM, whose strings hold names.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (headers, libraries): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| arg.ends_with(".inc"));
    let header = headers.first().map_or(HEADER, |s| s.as_str());
    let text = std::fs::read_to_string(header).map_err(|e| format!("{header}: {e} (install the LLVM 22 headers)"))?;
    let newest = newest(&text).ok_or("the header is not of the form of LLVM 22")?;
    let mut names: BTreeSet<String> = newest.keys().cloned().collect();
    names.extend(bctk_ir::intrinsics::names().map(str::to_owned));
    for library in libraries {
        names.extend(intrinsic_history::names_in(library)?);
    }
    println!("{} names", names.len());
    let mut history: BTreeMap<String, BTreeMap<u32, Known>> = BTreeMap::new();
    for major in OLDER {
        let signature = |name: &str| {
            let signature = &newest.get(name)?.1;
            Some(signature_of_21(name, signature).unwrap_or_else(|| signature.clone()))
        };
        let known = intrinsic_history::ask(major, &names, &signature)?.ok_or(format!("no llvm-dis of LLVM {major} is installed"))?;
        println!("LLVM {major}: {}", known.len());
        for (name, known) in known {
            history.entry(name).or_default().insert(major, known);
        }
    }
    drop_mangled(&newest, &mut history);
    for (name, releases) in &history {
        if releases.contains_key(&20) && newest.contains_key(name) && !releases.contains_key(&21) {
            println!("LLVM 21 did not take its signature: {name}");
        }
    }
    std::fs::write(Path::new(TABLE), table(&newest, &history)).map_err(|e| format!("{TABLE}: {e}"))?;
    println!("wrote {TABLE}");
    Ok(true)
}

/// Drops names that are those of others with suffixes for types, which libraries hold too: every release that takes them has the other with the same
/// attributes.
fn drop_mangled(newest: &BTreeMap<String, (Known, String)>, history: &mut BTreeMap<String, BTreeMap<u32, Known>>) {
    let is_mangled = |name: &String, releases: &BTreeMap<u32, Known>| {
        let cuts = name.rmatch_indices('.').take_while(|&(at, _)| {
            let end = name[at + 1..].find('.').map_or(name.len(), |len| at + 1 + len);
            is_type(&name[at + 1..end])
        });
        cuts.into_iter().any(|(at, _)| {
            let same = |(major, known): (&u32, &Known)| {
                let shorter = history.get(&name[..at]).and_then(|releases| releases.get(major));
                shorter.is_some_and(|shorter| shorter.overloaded && (&shorter.function, &shorter.args) == (&known.function, &known.args))
            };
            releases.iter().all(same)
        })
    };
    let mangled: Vec<String> = history
        .iter()
        .filter(|(name, releases)| !newest.contains_key(*name) && is_mangled(name, releases))
        .map(|(name, _)| name.clone())
        .collect();
    for name in mangled {
        history.remove(&name);
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

/// The table: `newest` are the intrinsics of LLVM 22 with their signatures, `history` what each older release knows.
fn table(newest: &BTreeMap<String, (Known, String)>, history: &BTreeMap<String, BTreeMap<u32, Known>>) -> String {
    let mut out = String::from(
        "# Intrinsics of LLVM 4 to 22, by `cargo xtask intrinsics`: LLVM 22 from llvm/IR/IntrinsicImpl.inc, the older ones as they answer.\n",
    );
    out.push_str("# F: attributes of the function; A: attributes of an argument; L: which arguments have which; S: signatures;\n");
    out.push_str("# H: what older releases know: since which, number of F and of L, * if type suffixes follow the name, = and\n");
    out.push_str("# number of S where that was another; ! where it was gone.\n");
    out.push_str(
        "# The names come last, sorted, without `llvm.`: number of F, of L, of S, * if type suffixes follow the name, number of H (none\n",
    );
    out.push_str("# where no older release has it). After a line `gone`, the names that LLVM 22 has no more: number of H.\n");
    let [mut functions, mut args, mut lists, mut signatures, mut histories] = std::array::from_fn(|_| Numbers::default());
    let mut numbers = |known: &Known| {
        let list: Vec<String> = known.args.iter().map(|(at, words)| format!("{at}:{}", args.of(words.join(" ")))).collect();
        (functions.of(known.function.join(" ")), lists.of(list.join(" ")), if known.overloaded { "*" } else { "" })
    };
    let mut lines = Vec::new();
    for (name, (known, signature)) in newest {
        let (function, list, star) = numbers(known);
        lines.push((
            name,
            format!("{name} {function} {list} {}{}", signatures.of(signature.clone()), if star.is_empty() { "" } else { " *" }),
        ));
    }
    let mut older: BTreeMap<&String, usize> = BTreeMap::new();
    for (name, releases) in history {
        let mut text = String::new();
        let mut before = None;
        for major in OLDER {
            let now = releases.get(&major);
            if now != before && (now.is_some() || before.is_some()) {
                let _ = match now {
                    Some(known) => {
                        let (function, list, star) = numbers(known);
                        let own = newest.get(name).filter(|_| major == 21).and_then(|(_, signature)| signature_of_21(name, signature));
                        let signature = own.map(|words| format!("={}", signatures.of(words))).unwrap_or_default();
                        write!(text, " {major}:{function}/{list}{star}{signature}")
                    }
                    None => write!(text, " {major}:!"),
                };
            }
            before = now;
        }
        older.insert(name, histories.of(text.trim_start().to_owned()));
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

/// The intrinsics of the header, with their signatures.
fn newest(text: &str) -> Option<BTreeMap<String, (Known, String)>> {
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
    let map: Vec<(i64, i64)> = section(text, "IntrinsicsToAttributesMap[] = {", "};")?
        .lines()
        .filter_map(|l| {
            let (left, right) = l.split_once("<< 8 |")?;
            Some((left.trim().parse().ok()?, right.split(',').next()?.trim().parse().ok()?))
        })
        .collect();
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
        if function != 127 {
            known.function = functions.get(&function)?.clone();
        }
        for pair in pairs.get(span[0] as usize..(span[0] + span[1]) as usize)? {
            known.args.insert(u32::try_from(pair[0]).ok()?, args.get(&pair[1])?.clone());
        }
        out.insert(name.strip_prefix("llvm.")?.to_owned(), (known, signatures[i].clone()));
    }
    Some(out)
}

/// The signature of each intrinsic, in words: a table entry encodes it in 4-bit digits, or is an index into a longer table.
fn signatures(text: &str, count: usize) -> Option<Vec<String>> {
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
        Some(crate::intrinsic_signatures::words(&codes)?.join(" "))
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
