//! Runtime library functions that code generation may call: their names by target (`RuntimeLibcallsInfo`).
//!
//! A linker must keep a definition of such a function even if nothing in the module refers to it.
mod older;

pub use older::names_of;

use crate::triple::{Arch, Environment, ObjectFormat, Os, Triple};
use crate::version::LlvmVersion;
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;
use std::sync::Arc;

/// Written by `cargo xtask libcalls`.
const TABLE: &str = include_str!("table.txt");

/// The names of runtime functions for `triple`, and of the variables that they share with compiled code, in the default release.
pub fn names(triple: &Triple<'_>) -> HashSet<&'static [u8]> {
    listed(triple, LlvmVersion::DEFAULT.major)
}

/// The names that this thread asked for last, with triple and release.
type Last = Option<(Vec<u8>, LlvmVersion, Arc<HashSet<&'static [u8]>>)>;

/// As [`names_of`], for the triple in `text`. They are kept for the next module of the thread, which often has the same triple.
pub fn shared_names_of(text: &[u8], version: LlvmVersion) -> Arc<HashSet<&'static [u8]>> {
    thread_local!(static LAST: RefCell<Last> = const { RefCell::new(None) });
    LAST.with_borrow_mut(|last| match last {
        Some((triple, release, names)) if *triple == text && *release == version => Arc::clone(names),
        _ => {
            let names = Arc::new(names_of(&Triple::parse(text), version));
            *last = Some((text.to_vec(), version, Arc::clone(&names)));
            names
        }
    })
}

/// The names that the table has for a release.
fn listed(triple: &Triple<'_>, major: u32) -> HashSet<&'static [u8]> {
    let mut names = HashSet::new();
    let Some(arch) = group(triple) else { return names };
    let lines = || TABLE.lines().filter_map(|line| line.split_once(": "));
    // Lists by condition: a name that one condition does not add any more may be there by another.
    let mut lists: HashMap<&str, HashSet<&'static [u8]>> = HashMap::new();
    for (head, list) in lines() {
        let (release, head) = match head.split_once(' ').and_then(|(release, head)| Some((release.parse::<u32>().ok()?, head))) {
            Some((release, head)) => (Some(release), head),
            None => (None, head),
        };
        let (of, condition) = head.split_once(' ').unwrap_or((head, ""));
        if of != arch || release.is_some_and(|release| release < major) || !condition.is_empty() && !holds(condition, triple) {
            continue;
        }
        let names = lists.entry(condition).or_default();
        for name in list.split(' ') {
            // No name begins with a minus sign.
            if name == "*" {
                names.extend(
                    lines().find(|(head, _)| *head == "common").into_iter().flat_map(|(_, list)| list.split(' ')).map(str::as_bytes),
                );
            } else if let Some(missing) = name.strip_prefix('-') {
                names.remove(missing.as_bytes());
            } else {
                names.insert(name.as_bytes());
            }
        }
    }
    lists.into_values().for_each(|list| names.extend(list));
    names
}

/// The architecture as the table spells it; none for an architecture without a runtime library.
fn group(triple: &Triple<'_>) -> Option<&'static str> {
    Some(match triple.arch {
        Arch::AArch64 if triple.is_arm64ec() => "arm64ec",
        Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 => "aarch64",
        Arch::Arm | Arch::ArmEb | Arch::Thumb | Arch::ThumbEb => "arm",
        Arch::Avr => "avr",
        Arch::Hexagon => "hexagon",
        Arch::Lanai => "lanai",
        Arch::Mips | Arch::Mipsel | Arch::Mips64 | Arch::LoongArch32 | Arch::LoongArch64 | Arch::Ve | Arch::Bpf => "ordinary",
        Arch::Csky | Arch::Arc | Arch::M68k | Arch::Xtensa => "ordinary",
        Arch::SystemZ if triple.os == Os::Zos => "zos",
        Arch::SystemZ => "ordinary",
        Arch::Msp430 => "msp430",
        Arch::Ppc | Arch::Ppcle | Arch::Ppc64 | Arch::Ppc64le => "ppc",
        Arch::RiscV32 | Arch::RiscV64 => "riscv",
        Arch::Sparc | Arch::SparcV9 => "sparc",
        Arch::SpirV => "spirv",
        Arch::Wasm => "wasm",
        Arch::X86 => "x86",
        Arch::X86_64 => "x86_64",
        Arch::Xcore => "xcore",
        Arch::AmdGpu => "amdgpu",
        Arch::Dxil | Arch::Nvptx | Arch::Other | Arch::Unknown => return None,
    })
}

/// Whether a condition of the table holds.
fn holds(condition: &str, triple: &Triple<'_>) -> bool {
    let openbsd = triple.os == Os::OpenBsd;
    let windows = triple.os == Os::Windows;
    let msvc = triple.is_windows_msvc();
    let cygming = triple.is_cyg_ming();
    let itanium = triple.is_windows_itanium();
    let macho = triple.format == ObjectFormat::MachO;
    let sincos = triple.is_gnu() || triple.os == Os::Fuchsia || triple.environment == Environment::Android;
    match condition {
        "32-bit" => !is_64_bit(triple),
        "64-bit" => is_64_bit(triple),
        "aeabi-aapcs" => is_aeabi(triple) && is_aapcs(triple),
        "aeabi-calls" => has_aeabi_calls(triple),
        "aeabi-calls-aapcs" => has_aeabi_calls(triple) && is_aapcs(triple),
        "android" => triple.environment == Environment::Android,
        "aix" => triple.os == Os::Aix,
        "aix-32-bit" => triple.os == Os::Aix && !is_64_bit(triple),
        "aix-64-bit" => triple.os == Os::Aix && is_64_bit(triple),
        "darwin" => triple.is_os_darwin(),
        "darwin-exp10" => match triple.os {
            Os::MacOsX => !triple.is_macos_before(9),
            Os::Ios => triple.os_version >= (7, 0),
            Os::TvOs | Os::WatchOs | Os::BridgeOs | Os::DriverKit | Os::Xros => true,
            _ => false,
        },
        "darwin-memset-pattern" => match triple.os {
            Os::MacOsX | Os::Darwin => !triple.is_macos_before(5),
            Os::Ios | Os::TvOs => triple.os_version >= (3, 0),
            os => os == Os::WatchOs,
        },
        "darwin-sincos" => match triple.os {
            _ if triple.arch == Arch::X86 || !triple.is_os_darwin() => false,
            Os::MacOsX | Os::Darwin => !triple.is_macos_before(9) && is_64_bit(triple),
            Os::Ios | Os::TvOs => triple.os_version >= (7, 0),
            _ => true,
        },
        "emscripten" => triple.os == Os::Emscripten,
        "exceptions" => exceptions(triple) != Exceptions::None,
        "exceptions-not-sjlj" => exceptions(triple) == Exceptions::Other,
        "exceptions-sjlj" => exceptions(triple) == Exceptions::SjLj,
        "gnu" => triple.is_gnu(),
        "macho-not-aeabi" => macho && !is_aeabi(triple),
        "macho-since-ios-5" => macho && !(triple.is_ios() && triple.os_version < (5, 0)),
        "macos" => triple.is_macos(),
        "macos-10.6" => triple.is_macos() && !triple.is_macos_before(6),
        "msvc" => msvc,
        "msvc-or-itanium" => msvc || itanium,
        "not-aeabi" => !is_aeabi(triple),
        "not-aeabi-calls-aapcs-nor-windows" => !(windows || has_aeabi_calls(triple) && is_aapcs(triple)),
        "not-aix" => triple.os != Os::Aix,
        "not-aix-nor-openbsd" => triple.os != Os::Aix && !openbsd,
        "not-darwin" => !triple.is_os_darwin(),
        "not-linux-nor-openbsd" => triple.os != Os::Linux && !openbsd,
        "not-macho-nor-aeabi" => !macho && !is_aeabi(triple),
        "not-msvc-or-itanium" => !msvc && !itanium,
        "not-msvcrt" => !(msvc || itanium || windows && triple.environment == Environment::Gnu),
        "not-openbsd" => !openbsd,
        "not-ps" => !triple.is_ps(),
        "not-windows-or-cygming" => !windows || cygming,
        "not-windows-or-cygming-nor-gnu" => (!windows || cygming) && !triple.is_gnu(),
        "openbsd" => openbsd,
        "sincos" => sincos,
        "sincos-or-ps" => sincos || triple.is_ps(),
        "stack-check" => !openbsd && !msvc && !itanium,
        "windows" => windows,
        "x86-cygming" => triple.arch == Arch::X86 && cygming,
        "x86-windows-or-uefi-not-cygming" => triple.arch == Arch::X86 && (windows || triple.os == Os::Uefi) && !cygming,
        "x86_64-cygming" => triple.arch == Arch::X86_64 && cygming,
        "x86_64-windows-or-uefi-not-cygming" => triple.arch == Arch::X86_64 && (windows || triple.os == Os::Uefi) && !cygming,
        "zos" => triple.os == Os::Zos,
        _ => false,
    }
}

/// How exceptions are handled by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exceptions {
    None,
    /// By `setjmp` and `longjmp`.
    SjLj,
    Other,
}

fn exceptions(triple: &Triple<'_>) -> Exceptions {
    match triple.arch {
        Arch::Arm | Arch::Thumb if triple.is_os_darwin() && triple.format != ObjectFormat::Elf && !triple.arch_name.ends_with(b"v7k") => {
            Exceptions::SjLj
        }
        Arch::Avr | Arch::Ve | Arch::Wasm => Exceptions::None,
        _ => Exceptions::Other,
    }
}

/// Whether pointers have 64 bits, judging by the architecture.
fn is_64_bit(triple: &Triple<'_>) -> bool {
    match triple.arch {
        Arch::AArch64 | Arch::AArch64Be => triple.environment != Environment::GnuIlp32,
        Arch::Bpf | Arch::LoongArch64 | Arch::Mips64 | Arch::Ppc64 | Arch::Ppc64le | Arch::RiscV64 => true,
        Arch::SparcV9 | Arch::SystemZ | Arch::Ve | Arch::X86_64 => true,
        _ => false,
    }
}

/// Whether it is ARM's ABI for bare metal.
fn is_aeabi(triple: &Triple<'_>) -> bool {
    triple.environment == Environment::Eabi && triple.os != Os::Windows && !triple.is_os_darwin()
}

/// Whether there are the functions of ARM's runtime ABI.
fn has_aeabi_calls(triple: &Triple<'_>) -> bool {
    let environment = triple.environment;
    let named = matches!(environment, Environment::GnuEabi | Environment::MuslEabi | Environment::OpenHos | Environment::Android);
    is_aeabi(triple) || triple.os == Os::Fuchsia || named && triple.os != Os::Windows && !triple.is_os_darwin()
}

/// Whether calls follow the ARM procedure call standard.
fn is_aapcs(triple: &Triple<'_>) -> bool {
    use Environment as E;
    if triple.format == ObjectFormat::MachO {
        return triple.environment == E::Eabi || triple.os == Os::Other || triple.os == Os::WatchOs;
    }
    let known = matches!(triple.environment, E::Android | E::GnuEabi | E::MuslEabi | E::OpenHos | E::Eabi);
    triple.os == Os::Windows || known || triple.os != Os::NetBsd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_target() {
        let has = |triple: &str, name: &str| names(&Triple::parse(triple.as_bytes())).contains(name.as_bytes());
        // Each seen in the symbol tables that llvm-as 22 writes.
        assert!(has("x86_64-unknown-linux-gnu", "memcpy"));
        assert!(has("x86_64-unknown-linux-gnu", "__stack_chk_guard"));
        assert!(!has("x86_64-unknown-openbsd", "__stack_chk_guard"));
        assert!(!has("x86_64-unknown-linux-gnu", "memset_pattern16"));
        assert!(has("arm64-apple-ios14", "memset_pattern16"));
        assert!(has("s390x-ibm-zos", "@@FCOS@B"));
        assert!(!has("nvptx64-nvidia-cuda", "memcpy"));
    }

    #[test]
    fn every_condition_is_known() {
        let known = include_str!("mod.rs");
        for head in TABLE.lines().filter_map(|line| line.split_once(": ")).map(|(head, _)| head) {
            let head = head.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
            if let Some((_, condition)) = head.split_once(' ').filter(|_| !head.starts_with('#')) {
                assert!(known.contains(&format!("\"{condition}\" =>")), "{condition}");
            }
        }
    }
}
