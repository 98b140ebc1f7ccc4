//! `cargo xtask intrinsics`: the table of intrinsics from the headers of an installed LLVM.
//!
//! The table holds facts of `llvm/IR/IntrinsicImpl.inc`: names, whether a name takes type suffixes, and attributes.
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const HEADER: &str = "/usr/lib/llvm-22/include/llvm/IR/IntrinsicImpl.inc";
const TABLE: &str = "ir/src/intrinsics/table.txt";

/// Writes the table anew from the header named, or that of an installed LLVM 22.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let header = args.first().map_or(HEADER, |s| s.as_str());
    let text = std::fs::read_to_string(header).map_err(|e| format!("{header}: {e} (install the LLVM 22 headers)"))?;
    let table = build(&text).ok_or("the header is not of the form of LLVM 22")?;
    std::fs::write(Path::new(TABLE), table).map_err(|e| format!("{TABLE}: {e}"))?;
    println!("wrote {TABLE}");
    Ok(true)
}

/// The lines between the one that begins with `start` and the next that begins with `end`.
fn section<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let rest = &text[text.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|n| n.parse().ok()).collect()
}

fn build(text: &str) -> Option<String> {
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
    let mut out = String::from("# Intrinsics of LLVM 22, from llvm/IR/IntrinsicImpl.inc by `cargo xtask intrinsics`.\n");
    out.push_str("# F: attributes of the function; A: attributes of an argument; L: which arguments have which;\n");
    out.push_str(
        "# S: signatures. The names come last, sorted, without `llvm.`: number of F (- for none), of L, of S, * if type suffixes\n",
    );
    out.push_str("# follow the name.\n");
    for (tag, section) in [
        ('F', section(text, "getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {", "IntrinsicsToAttributesMap")?),
        ('A', section(text, "getIntrinsicArgAttributeSet(", "getIntrinsicFnAttributeSet")?),
    ] {
        for case in section.split("  case ").skip(1) {
            let number = case.split(|c: char| !c.is_ascii_digit()).next()?;
            write!(out, "{tag} {number}").ok()?;
            for attribute in case.split("Attribute::get").skip(1) {
                write!(out, " {}", attribute_words(attribute)?).ok()?;
            }
            out.push('\n');
        }
    }
    for (number, span) in spans.iter().enumerate() {
        write!(out, "L {number}").ok()?;
        for pair in pairs.get(span[0] as usize..(span[0] + span[1]) as usize)? {
            write!(out, " {}:{}", pair[0], pair[1]).ok()?;
        }
        out.push('\n');
    }
    let signatures = signatures(text, names.len())?;
    let unique: BTreeSet<&String> = signatures.iter().collect();
    let unique: Vec<&String> = unique.into_iter().collect();
    for (number, signature) in unique.iter().enumerate() {
        writeln!(out, "S {number} {signature}").ok()?;
    }
    let mut lines = BTreeSet::new();
    for (i, name) in names.iter().enumerate() {
        // Bit i + 1 of the table: entry 0 is "not an intrinsic".
        let star = if overloaded.get((i + 1) / 8)? >> ((i + 1) % 8) & 1 == 1 { " *" } else { "" };
        let function = if map[i].0 == 127 { "-".to_owned() } else { map[i].0.to_string() };
        lines.insert((
            name.strip_prefix("llvm.")?,
            format!("{function} {} {}{star}", map[i].1, unique.binary_search(&&signatures[i]).ok()?),
        ));
    }
    for (name, rest) in lines {
        writeln!(out, "{name} {rest}").ok()?;
    }
    Some(out)
}

/// The signature of each intrinsic, in words: a table entry holds it in digits of four bits, or tells where it stands in a longer table.
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
