//! `cargo xtask libcalls`: the table of functions of runtime libraries, by target, from the headers of the newest releases of LLVM.
//!
//! The table holds facts of `llvm/IR/RuntimeLibcalls.inc`: which names there are for which architecture, and under which conditions.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use bctk_bitcode::LlvmVersion;

use crate::llvm;

/// The oldest release whose header is read: older ones have none.
const WITH_HEADER: u32 = 22;
const NEWEST: u32 = LlvmVersion::DEFAULT.major;
const TABLE: &str = "ir/src/libcalls/table.txt";

/// Our words for the conditions of the header, without blanks.
const CONDITIONS: &[(&str, &str)] = &[
    ("(TT.isAArch64()&&!TT.isWindowsArm64EC())", "aarch64"),
    ("TT.isAMDGPU()", "amdgpu"),
    ("TT.isARM()||TT.isThumb()", "arm"),
    ("TT.getArch()==Triple::avr", "avr"),
    ("TT.isDXIL()", "dxil"),
    ("TT.getArch()==Triple::hexagon", "hexagon"),
    ("TT.getArch()==Triple::lanai", "lanai"),
    (
        "TT.isMIPS()||TT.isLoongArch()||TT.isVE()||TT.isBPF()||TT.getArch()==Triple::csky||TT.getArch()==Triple::arc\
         ||TT.getArch()==Triple::m68k||TT.getArch()==Triple::xtensa||(TT.isSystemZ()&&!TT.isOSzOS())",
        "ordinary",
    ),
    ("TT.getArch()==Triple::msp430", "msp430"),
    ("TT.isNVPTX()", "nvptx"),
    ("TT.isPPC()", "ppc"),
    ("TT.isRISCV()", "riscv"),
    ("TT.isSPARC()", "sparc"),
    ("TT.isSPIRV()", "spirv"),
    ("(TT.isSystemZ()&&TT.isOSzOS())", "zos"),
    ("TT.isWasm()", "wasm"),
    ("TT.isWindowsArm64EC()", "arm64ec"),
    ("TT.getArch()==Triple::x86", "x86"),
    ("TT.getArch()==Triple::x86_64", "x86_64"),
    ("TT.getArch()==Triple::xcore", "xcore"),
    ("hasSinCos(TT)", "sincos"),
    ("hasSinCos_f32_f64(TT)", "sincos-or-ps"),
    ("!TT.isOSOpenBSD()&&!TT.isWindowsMSVCEnvironment()&&!TT.isWindowsItaniumEnvironment()", "stack-check"),
    ("TT.isOSOpenBSD()", "openbsd"),
    ("!TT.isOSOpenBSD()", "not-openbsd"),
    ("TT.isWindowsMSVCEnvironment()||TT.isWindowsItaniumEnvironment()", "msvc-or-itanium"),
    ("!TT.isWindowsMSVCEnvironment()&&!TT.isWindowsItaniumEnvironment()", "not-msvc-or-itanium"),
    ("TT.isWindowsMSVCEnvironment()", "msvc"),
    ("TT.isOSWindows()", "windows"),
    ("darwinHasExp10(TT)", "darwin-exp10"),
    ("darwinHasMemsetPattern(TT)", "darwin-memset-pattern"),
    ("darwinHasSinCosStret(TT)", "darwin-sincos"),
    ("!TT.isOSDarwin()", "not-darwin"),
    ("TT.isOSDarwin()", "darwin"),
    ("!TT.isOSMSVCRT()", "not-msvcrt"),
    ("!TT.isOSWindows()||TT.isOSCygMing()", "not-windows-or-cygming"),
    ("(!TT.isOSWindows()||TT.isOSCygMing())&&!TT.isGNUEnvironment()", "not-windows-or-cygming-nor-gnu"),
    ("TT.isMacOSX()", "macos"),
    ("TT.isMacOSX()&&!TT.isMacOSXVersionLT(10,6)", "macos-10.6"),
    ("TT.isGNUEnvironment()", "gnu"),
    ("TT.isOSCygMing()&&TT.getArch()==Triple::x86", "x86-cygming"),
    ("TT.isOSCygMing()&&TT.getArch()==Triple::x86_64", "x86_64-cygming"),
    ("!TT.isPS()", "not-ps"),
    ("TT.isAndroid()", "android"),
    ("TT.getArch()==Triple::x86&&TT.isOSWindowsOrUEFI()&&!TT.isOSCygMing()", "x86-windows-or-uefi-not-cygming"),
    ("TT.getArch()==Triple::x86_64&&TT.isOSWindowsOrUEFI()&&!TT.isOSCygMing()", "x86_64-windows-or-uefi-not-cygming"),
    ("TT.getArch()==Triple::x86&&(TT.isOSWindows()||TT.isUEFI())&&!TT.isOSCygMing()", "x86-windows-or-uefi-not-cygming"),
    ("TT.getArch()==Triple::x86_64&&(TT.isOSWindows()||TT.isUEFI())&&!TT.isOSCygMing()", "x86_64-windows-or-uefi-not-cygming"),
    ("TT.isAArch64(64)", "64-bit"),
    ("TT.isArch64Bit()", "64-bit"),
    ("TT.isPPC64()", "64-bit"),
    ("TT.isRISCV64()", "64-bit"),
    ("TT.isSPARC64()", "64-bit"),
    ("TT.isSPARC32()", "32-bit"),
    ("!TT.isTargetAEABI()&&TT.isOSBinFormatMachO()", "macho-not-aeabi"),
    ("!TT.isTargetAEABI()", "not-aeabi"),
    ("!TT.isOSBinFormatMachO()&&!TT.isTargetAEABI()", "not-macho-nor-aeabi"),
    ("hasAEABILibcalls(TT)", "aeabi-calls"),
    ("hasAEABILibcalls(TT)&&isAAPCS_ABI(TT,ABIName)", "aeabi-calls-aapcs"),
    ("(!hasAEABILibcalls(TT)||!isAAPCS_ABI(TT,ABIName))&&!TT.isOSWindows()", "not-aeabi-calls-aapcs-nor-windows"),
    ("TT.isOSBinFormatMachO()&&(!TT.isiOS()||!TT.isOSVersionLT(5,0))", "macho-since-ios-5"),
    ("TT.isTargetAEABI()&&isAAPCS_ABI(TT,ABIName)", "aeabi-aapcs"),
    ("TT.isOSAIX()", "aix"),
    ("!TT.isOSAIX()", "not-aix"),
    ("!TT.isOSAIX()&&!TT.isOSOpenBSD()", "not-aix-nor-openbsd"),
    ("(TT.isPPC32()&&TT.isOSAIX())", "aix-32-bit"),
    ("(TT.isPPC64()&&TT.isOSAIX())", "aix-64-bit"),
    ("!TT.isOSLinux()&&!TT.isOSOpenBSD()", "not-linux-nor-openbsd"),
    ("TT.isOSzOS()", "zos"),
    ("TT.isOSEmscripten()", "emscripten"),
    ("ExceptionModel!=ExceptionHandling::None", "exceptions"),
    ("ExceptionModel!=ExceptionHandling::None&&ExceptionModel!=ExceptionHandling::SjLj", "exceptions-not-sjlj"),
    ("ExceptionModel==ExceptionHandling::SjLj", "exceptions-sjlj"),
];

/// Writes the table anew. Arguments `N=PATH` name headers that are not found by themselves.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let mut releases = BTreeMap::new();
    for (major, text) in llvm::headers("RuntimeLibcalls.inc", WITH_HEADER..=NEWEST, args)? {
        releases.insert(major, build(&text)?);
    }
    std::fs::create_dir_all("ir/src/libcalls").map_err(|e| e.to_string())?;
    std::fs::write(Path::new(TABLE), print(&releases)).map_err(|e| format!("{TABLE}: {e}"))?;
    println!("wrote {TABLE}");
    Ok(true)
}

/// Names by architecture, then by condition; an empty one is no condition.
type Rules = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn build(text: &str) -> Result<Rules, String> {
    let enums = &text[text.find("enum LibcallImpl").ok_or("no list of implementations")?..];
    let mut names = vec![String::new()];
    for line in enums.lines().skip(2).take_while(|line| !line.starts_with("};")) {
        let name = line.split_once("// ").ok_or_else(|| format!("no name in {line:?}"))?.1;
        names.push(name.trim().to_owned());
    }
    let sets = &text[text.find("::setTargetRuntimeLibcallSets").ok_or("no sets")?..];
    let mut rules = Rules::new();
    let (mut arch, mut condition, mut words) = (String::new(), Some(String::new()), None::<usize>);
    let mut pending = None::<(String, bool)>;
    for line in sets.lines().skip(1) {
        let code = line.trim();
        if pending.is_some() || code.starts_with("if (") {
            let (mut whole, outer) = pending.take().unwrap_or_else(|| (String::new(), line.starts_with("  if")));
            whole += code;
            let Some(inner) = whole.strip_suffix('{').map(|w| w.chars().filter(|c| !c.is_whitespace()).collect::<String>()) else {
                pending = Some((whole, outer));
                continue;
            };
            let inner = inner.strip_prefix("if(").and_then(|w| w.strip_suffix(')')).unwrap_or_default();
            let word = CONDITIONS.iter().find(|(theirs, _)| *theirs == inner).map(|found| found.1.to_owned());
            // Versions of the ABI are not known where a symbol table is made: the default is none.
            if word.is_none() && !inner.contains("EABIVersion") {
                return Err(format!("unknown condition {inner}"));
            }
            match outer {
                true => (arch, condition) = (word.ok_or("an architecture")?, Some(String::new())),
                false => condition = word,
            }
        } else if line == "    }" {
            condition = Some(String::new());
        } else if code.contains("LibcallImplBitset SystemAvailableImpls") {
            words = Some(0);
        } else if let Some(at) = &mut words {
            for word in code.split(',').filter_map(|w| w.trim().strip_prefix("0x")) {
                let bits =
                    u64::from_str_radix(word.trim_end_matches("});").trim_end_matches('}'), 16).map_err(|e| format!("{word}: {e}"))?;
                for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
                    let name = names.get(*at * 64 + bit).ok_or("a bit without name")?;
                    rules.entry(arch.clone()).or_default().entry(String::new()).or_default().insert(name.clone());
                }
                *at += 1;
            }
            if code.contains("});") {
                words = None;
            }
        } else if let Some(name) = code.strip_prefix("RTLIB::impl_").and_then(|c| c.split_once("// ")).map(|c| c.1)
            && let Some(condition) = &condition
        {
            rules.entry(arch.clone()).or_default().entry(condition.clone()).or_default().insert(name.trim().to_owned());
        }
    }
    Ok(rules)
}

/// In how many lists a name must be to be left out of them; and how many of these names a list must have.
const COMMON: (usize, f64) = (11, 0.8);

fn print(releases: &BTreeMap<u32, Rules>) -> String {
    let rules = &releases[&NEWEST];
    let lists = || rules.values().filter_map(|arch| arch.get(""));
    let mut counts = BTreeMap::<&str, usize>::new();
    lists().flatten().for_each(|name| *counts.entry(name).or_default() += 1);
    let common: BTreeSet<&str> = counts.into_iter().filter(|&(_, count)| count >= COMMON.0).map(|(name, _)| name).collect();
    let mut out =
        format!("# Functions of runtime libraries of LLVM {NEWEST}, from llvm/IR/RuntimeLibcalls.inc by `cargo xtask libcalls`.\n");
    out.push_str(
        "# ARCHITECTURE CONDITION: names; first `*` for all of the line `common`, and those of them that are missing after `-`.\n\
         # RELEASE ARCHITECTURE CONDITION: how the list of that release differs from the list of the next release: names that it has, and names\n\
         # that it does not have after `-`.\n",
    );
    let mut line = |head: &str, names: &BTreeSet<&str>| {
        let missing: Vec<String> = common.difference(names).map(|name| format!("-{name}")).collect();
        let whole = head != "common" && (missing.len() as f64) < common.len() as f64 * (1.0 - COMMON.1);
        let mut list: Vec<&str> = Vec::new();
        if whole {
            list.push("*");
            list.extend(missing.iter().map(String::as_str));
        }
        list.extend(names.iter().filter(|name| !whole || !common.contains(*name)));
        let _ = writeln!(out, "{head}: {}", list.join(" "));
    };
    line("common", &common);
    for (arch, conditions) in rules {
        for (condition, names) in conditions {
            line(format!("{arch} {condition}").trim_end(), &names.iter().map(String::as_str).collect());
        }
    }
    for (major, newer) in (WITH_HEADER..NEWEST).rev().zip((WITH_HEADER..=NEWEST).rev()) {
        let (rules, newer) = (&releases[&major], &releases[&newer]);
        let none = BTreeMap::new();
        for arch in rules.keys().chain(newer.keys()).collect::<BTreeSet<_>>() {
            let (ours, theirs) = (rules.get(arch).unwrap_or(&none), newer.get(arch).unwrap_or(&none));
            for condition in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
                let none = BTreeSet::new();
                let (ours, theirs) = (ours.get(condition).unwrap_or(&none), theirs.get(condition).unwrap_or(&none));
                let mut words: Vec<String> = theirs.difference(ours).map(|name| format!("-{name}")).collect();
                words.extend(ours.difference(theirs).cloned());
                if !words.is_empty() {
                    let _ = writeln!(out, "{}: {}", format!("{major} {arch} {condition}").trim_end(), words.join(" "));
                }
            }
        }
    }
    out
}
