//! `cargo xtask processors DIR`: the table of processors and target features of releases, from what their compilers list.
//!
//! `DIR/N.TARGET` is what an LLVM of release N prints of a target when a function with the feature `help` is compiled; the targets are those of
//! [`TARGETS`]. `clang --target=TARGET -S -x ir -o /dev/null FILE` prints it, if the function in FILE has `"target-features"="+help"`, and so does
//! any other code generator. The features of each processor are those that the newest clang here
//! gives to functions. Targets without lists in `DIR` keep their lines in the table.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use bctk_bitcode::LlvmVersion;

use crate::llvm;

const TABLE: &str = "ir/transforms/src/translate/processors/table.txt";

/// Names of targets in the table and in the names of files, and the triples whose clang is asked for features; one for 64 and one for 32 bits.
const TARGETS: &[(&str, &str, &[&str])] = &[
    ("aarch64", "aarch64", &["aarch64-unknown-linux-gnu"]),
    ("amdgpu", "amdgcn", &["amdgcn-amd-amdhsa"]),
    ("arm", "armv7", &["armv7-unknown-linux-gnu"]),
    ("bpf", "bpf", &["bpf"]),
    ("hexagon", "hexagon", &["hexagon"]),
    ("loongarch", "loongarch64", &["loongarch64-unknown-linux-gnu"]),
    ("nvptx", "nvptx64", &["nvptx64-nvidia-cuda"]),
    ("powerpc", "powerpc64le", &["powerpc64le-unknown-linux-gnu"]),
    ("riscv", "riscv64", &["riscv64-unknown-elf", "riscv32-unknown-elf"]),
    ("sparc", "sparcv9", &["sparcv9-unknown-linux-gnu", "sparc-unknown-linux-gnu"]),
    ("systemz", "s390x", &["s390x-unknown-linux-gnu"]),
    ("wasm", "wasm32", &["wasm32-unknown-unknown"]),
    ("x86", "x86_64", &["x86_64-unknown-linux-gnu", "i386-unknown-linux-gnu"]),
];

/// What a processor of the same family may differ more by than another.
const FAMILY: usize = 10;

/// The releases that list a name.
type Releases = BTreeMap<String, BTreeSet<u32>>;

pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let dir = args.first().ok_or("which folder holds the lists?")?;
    let old = std::fs::read_to_string(llvm::root().join(TABLE)).map_err(|e| format!("{TABLE}: {e}"))?;
    let mut out = String::from(
        "# Processors and features of targets by the releases that list them, by `cargo xtask processors`. `target NAME FIRST`: since which\n\
         # release lists are known; names that all of them have are left out. `p NAME RELEASES NEAREST CHANGES`: a processor, the nearest of\n\
         # an older release, and the features that it has more (+) or less (-). `f NAME RELEASES`: a feature.\n",
    );
    for &(name, file, triples) in TARGETS {
        let (mut processors, mut features, mut releases) = (Releases::new(), Releases::new(), BTreeSet::new());
        for major in 4..=LlvmVersion::NEWEST.major {
            let Ok(text) = std::fs::read(Path::new(dir).join(format!("{major}.{file}"))) else { continue };
            let text = String::from_utf8_lossy(&text);
            let (listed, known) = (listed(&text, "CPUs"), listed(&text, "features"));
            if listed.is_empty() {
                continue;
            }
            releases.insert(major);
            for (names, table) in [(listed, &mut processors), (known, &mut features)] {
                for name in names {
                    table.entry(name).or_default().insert(major);
                }
            }
        }
        let Some((&first, &last)) = releases.first().zip(releases.last()) else {
            println!("{name}: no lists in {dir}; its lines stay");
            out.extend(lines_of(&old, name));
            continue;
        };
        println!("{name}: {} processors, {} features, LLVM {first} to {last}", processors.len(), features.len());
        let _ = writeln!(out, "target {name} {first}");
        let of: BTreeMap<&str, BTreeSet<String>> =
            processors.keys().filter_map(|processor| Some((processor.as_str(), features_of(processor, triples)?))).collect();
        for (processor, known) in &processors {
            let since = known.first().copied().unwrap_or(first);
            let nearest = (since > first).then(|| nearest(name, processor, since, &processors, &of)).flatten();
            let Some((parent, changes)) = nearest else { continue };
            let _ = writeln!(out, "{}", format!("p {processor} {} {parent} {changes}", range(known, last)).trim_end());
        }
        for (feature, known) in features.iter().filter(|(_, known)| known.len() < releases.len()) {
            let _ = writeln!(out, "f {feature} {}", ranges(known, &releases, last));
        }
    }
    std::fs::write(llvm::root().join(TABLE), out).map_err(|e| format!("{TABLE}: {e}"))?;
    println!("wrote {TABLE}");
    Ok(true)
}

/// The lines of a target in the table.
fn lines_of<'t>(table: &'t str, target: &str) -> impl Iterator<Item = &'t str> {
    let start = format!("target {target} ");
    let mut lines = table.split_inclusive('\n').skip_while(move |line| !line.starts_with(&start));
    let first = lines.next();
    first.into_iter().chain(lines.take_while(|line| !line.starts_with("target ")))
}

/// The names below the line `Available WHAT for this target:`.
fn listed(text: &str, what: &str) -> BTreeSet<String> {
    let lines = text.lines().skip_while(|line| !line.starts_with(&format!("Available {what} for this target"))).skip(1);
    let rows = lines.skip_while(|line| line.is_empty()).take_while(|line| line.starts_with("  "));
    rows.filter_map(|line| Some(line.trim_start().split_once(' ')?.0.to_owned())).collect()
}

/// The first and the last release that list a name. Some lists between leave out other names of a processor, which these releases know.
fn range(known: &BTreeSet<u32>, last: u32) -> String {
    match (known.first(), known.last()) {
        (Some(from), Some(&to)) if to == last => format!("{from}-"),
        (Some(from), Some(to)) => format!("{from}-{to}"),
        _ => String::new(),
    }
}

/// The releases that list a name, as ranges; the list of one that is the last goes on.
fn ranges(known: &BTreeSet<u32>, releases: &BTreeSet<u32>, last: u32) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    let mut is_before = false;
    for &release in releases {
        let is_known = known.contains(&release);
        match parts.last_mut() {
            Some((_, to)) if is_known && is_before => *to = release,
            _ if is_known => parts.push((release, release)),
            _ => {}
        }
        is_before = is_known;
    }
    let part = |&(from, to): &(u32, u32)| match to {
        to if to == last => format!("{from}-"),
        to if to == from => from.to_string(),
        to => format!("{from}-{to}"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(",")
}

/// The features that the newest clang gives to functions for a processor; none if it does not know it.
fn features_of(processor: &str, triples: &[&str]) -> Option<BTreeSet<String>> {
    let source = tempfile::Builder::new().suffix(".c").tempfile().ok()?;
    std::fs::write(source.path(), "void f(void) {}\n").ok()?;
    let clangs = (4..=LlvmVersion::NEWEST.major).rev().filter_map(|major| llvm::find_of("clang", major));
    for clang in clangs {
        for triple in triples {
            let mut command = Command::new(&clang);
            match triple.split('-').next() {
                Some("nvptx64" | "amdgcn" | "bpf") => command.args(["-cc1", "-triple", triple, "-target-cpu", processor]),
                Some("x86_64" | "i386" | "s390x" | "loongarch64") => {
                    command.args([&format!("--target={triple}"), &format!("-march={processor}"), "-S"])
                }
                _ => command.args([&format!("--target={triple}"), &format!("-mcpu={processor}"), "-S"]),
            };
            command.args(["-emit-llvm", "-o", "-"]).arg(source.path()).stdin(Stdio::null());
            let Some(answer) = command.output().ok().filter(|answer| answer.status.success()) else { continue };
            let text = String::from_utf8_lossy(&answer.stdout);
            let list = text.split_once("\"target-features\"=\"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(list, _)| list);
            return Some(list.split(',').filter_map(|feature| feature.strip_prefix('+')).map(str::to_owned).collect());
        }
    }
    None
}

/// The processor of an older release that is most like this one, and how this one differs; none if nothing is known of this one.
fn nearest<'n>(
    target: &str,
    processor: &str,
    since: u32,
    processors: &'n Releases,
    features: &BTreeMap<&str, BTreeSet<String>>,
) -> Option<(&'n str, String)> {
    let own = features.get(processor)?;
    let older = processors.iter().filter(|(_, known)| known.first() < Some(&since)).map(|(name, _)| name.as_str());
    let older = older.filter(|name| features.contains_key(name));
    let found = match target {
        // Code for one is no code for another; the number says which is near.
        "nvptx" | "hexagon" => {
            let digits =
                |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_end_matches(char::is_alphabetic).to_owned();
            let number = |name: &str| digits(name).parse::<u32>().ok();
            older.filter(|name| number(name) <= number(processor)).max_by_key(|name| (number(name), std::cmp::Reverse(name.len())))
        }
        "x86" if processor.starts_with("x86-64-v") => {
            Some("x86-64").and_then(|name| processors.get_key_value(name)).map(|(name, _)| name.as_str())
        }
        "bpf" => older.max(),
        _ => older.min_by_key(|name| {
            let differ = features[name].symmetric_difference(own).count();
            let stem = |name: &str| name.find(|c: char| c.is_ascii_digit()).map_or(name.len(), |end| end);
            let is_family = stem(name) > 2 && name[..stem(name)] == processor[..stem(processor)];
            let common = name.bytes().zip(processor.bytes()).take_while(|(a, b)| a == b).count();
            (differ + if is_family { 0 } else { FAMILY }, std::cmp::Reverse((common, processors[*name].first().copied())))
        }),
    }?;
    let other = &features[found];
    // Features of these name the processor, or the instructions of a generation.
    let is_apart = matches!(target, "nvptx" | "amdgpu" | "bpf" | "hexagon");
    let more = own.difference(other).map(|feature| format!("+{feature}"));
    let less = other.difference(own).map(|feature| format!("-{feature}"));
    let changes: Vec<String> = if is_apart { Vec::new() } else { more.chain(less).collect() };
    Some((found, changes.join(",")))
}
