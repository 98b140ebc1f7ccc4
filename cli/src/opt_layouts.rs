//! The data layout that `opt` gives a module that has none, by its triple; and triples in the form that `opt` gives them.
use std::ops::RangeInclusive;

use bctk_bitcode::LlvmVersion;

/// What the tools of some releases were seen to do, see its first lines.
const TABLE: &str = include_str!("opt_layouts.txt");

/// Vendors that make no difference.
const VENDORS: &[&str] =
    &["", "unknown", "pc", "apple", "none", "w64", "amd", "nvidia", "ibm", "scei", "suse", "redhat", "alpine", "img", "sie", "sun"];

/// What is known of a layout.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The layout.
    Layout(&'static str),
    /// There is none: `opt` adds none.
    None,
    /// It is not known.
    Unknown,
}

/// The releases of a row: `19`, `19..22`, `19..`.
fn releases(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Some(first.parse().ok()?..=if last.is_empty() { u32::MAX } else { last.parse().ok()? })
}

/// The layout that `opt` of a release gives a module with this triple.
pub(crate) fn layout_of(triple: &[u8], llvm: LlvmVersion) -> Known {
    let release = llvm.major;
    let adds_none = TABLE.lines().filter_map(|line| releases(line.strip_prefix("none\t")?)).any(|none| none.contains(&release));
    if triple.is_empty() || adds_none {
        return Known::None;
    }
    let Some((arch, system)) = std::str::from_utf8(triple).ok().and_then(parts) else { return Known::Unknown };
    let mut systems = TABLE.lines().filter_map(|line| line.strip_prefix("systems\t"));
    if !systems.any(|known| known.split(',').any(|known| known == system)) {
        return Known::Unknown;
    }
    let mut rest = Known::Unknown;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (Some(of), Some(archs), Some(keys), Some(layout)) = (fields.next(), fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        if !releases(of).is_some_and(|of| of.contains(&release)) || !archs.split(',').any(|known| known == arch) {
            continue;
        }
        let layout = if layout == "?" { Known::Unknown } else { Known::Layout(layout) };
        if keys.split(',').any(|key| key == system) {
            return layout;
        }
        if keys == "*" {
            rest = layout;
        }
    }
    // A system that the table names for the architecture in other releases alone.
    let is_named = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.len() == 4 && fields[1].split(',').any(|known| known == arch) && fields[2].split(',').any(|key| key == system)
    };
    if TABLE.lines().any(is_named) { Known::Unknown } else { rest }
}

/// The architecture, and the system with its environment, without versions.
fn parts(triple: &str) -> Option<(&str, String)> {
    let parts: Vec<&str> = triple.splitn(4, '-').collect();
    let without_version = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned();
    let system = match parts[..] {
        [_] => "-".to_owned(),
        // LLVM takes the second part for the vendor, and what it does not know for no system.
        [_, "linux", "gnu" | "musl" | "gnueabi" | "gnueabihf"] => "unknown".to_owned(),
        [_, vendor, system] if VENDORS.contains(&vendor) => system_name(system, &without_version),
        [_, vendor, system, environment] if VENDORS.contains(&vendor) => {
            // Other numbers are parts of names, as in `gnux32`.
            let is_versioned = ["android", "msvc", "ohos"].iter().any(|name| environment.starts_with(name));
            let environment = if is_versioned { without_version(environment) } else { environment.to_owned() };
            let system = system_name(system, &without_version);
            if environment == "unknown" { system } else { format!("{system}-{environment}") }
        }
        _ => return None,
    };
    Some((parts.first()?, system))
}

/// The name of a system without its version.
fn system_name(system: &str, without_version: &impl Fn(&str) -> String) -> String {
    match system {
        "ps4" | "ps5" => system.to_owned(),
        "" | "elf" => "unknown".to_owned(),
        _ => without_version(system),
    }
}

/// Puts a vendor into a triple that has none, as LLVM does with the value of `-mtriple`. Other triples stay as they are.
pub(crate) fn normalized(triple: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(triple) else { return triple.to_vec() };
    let parts: Vec<&str> = text.split('-').collect();
    const SYSTEMS: &[&str] = &[
        "linux",
        "windows",
        "freebsd",
        "netbsd",
        "openbsd",
        "darwin",
        "macosx",
        "ios",
        "fuchsia",
        "wasi",
        "emscripten",
        "cuda",
        "amdhsa",
        "aix",
        "none",
        "solaris",
        "haiku",
    ];
    let is_system = |part: &str| SYSTEMS.contains(&part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'));
    let joined = match parts[..] {
        [arch, "", ref rest @ ..] => [&[arch, "unknown"], rest].concat(),
        // `none` is a vendor where a system follows.
        [arch, "none", environment] if !is_system(environment) => vec![arch, "unknown", "none", environment],
        [arch, system, ref rest @ ..] if is_system(system) && system != "none" && !rest.first().is_some_and(|rest| is_system(rest)) => {
            [&[arch, "unknown", system], rest].concat()
        }
        [arch, vendor, "mingw32"] => vec![arch, vendor, "windows", "gnu"],
        _ => parts,
    };
    joined.join("-").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts() {
        let of = |triple: &str, major: u32| match layout_of(triple.as_bytes(), LlvmVersion::new(major)) {
            Known::Layout(layout) => layout,
            Known::None => "none",
            Known::Unknown => "unknown",
        };
        let linux = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        assert_eq!([of("x86_64-pc-linux-gnu", 19), of("x86_64-unknown-linux-gnu", 23), of("x86_64-linux-gnu", 21)], [linux; 3]);
        assert_eq!([of("x86_64", 22), of("x86_64-pc-linux-gnu", 16), of("", 22)], [linux, "none", "none"]);
        assert_eq!(of("arm64-apple-macosx14.0.0", 19), "e-m:o-i64:64-i128:128-n32:64-S128-Fn32");
        assert_eq!(of("arm64-apple-macosx14.0.0", 20), "unknown");
        assert_eq!([of("foo-pc-linux", 22), of("x86_64-pc-strange", 22), of("x86_64-odd-linux", 22)], ["unknown"; 3]);
        assert!(of("aarch64-unknown-linux-android21", 22).starts_with("e-m:e-p270"));
    }

    #[test]
    fn triples() {
        for (given, want) in [
            ("x86_64-linux-gnu", "x86_64-unknown-linux-gnu"),
            ("x86_64", "x86_64"),
            ("amdgcn--amdhsa", "amdgcn-unknown-amdhsa"),
            ("thumbv7em-none-eabi", "thumbv7em-unknown-none-eabi"),
            ("armv7-none-linux-gnueabi", "armv7-none-linux-gnueabi"),
            ("wasm32-wasi", "wasm32-unknown-wasi"),
            ("x86_64-w64-mingw32", "x86_64-w64-windows-gnu"),
            ("arm64-apple-macosx14.0.0", "arm64-apple-macosx14.0.0"),
        ] {
            assert_eq!(String::from_utf8(normalized(given.as_bytes())).unwrap(), want);
        }
    }
}
