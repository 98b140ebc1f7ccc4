//! Target triples, as far as object file formats, symbol names and runtime libraries depend on them (LLVM 22, `Triple`).

/// Architectures; little and big endian are combined where nothing here depends on the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are LLVM's")]
#[non_exhaustive]
pub enum Arch {
    AArch64,
    AArch64Be,
    AArch64_32,
    AmdGpu,
    Arc,
    Arm,
    ArmEb,
    Avr,
    Bpf,
    Csky,
    Dxil,
    Hexagon,
    Lanai,
    LoongArch32,
    LoongArch64,
    M68k,
    Mips,
    Mipsel,
    Mips64,
    Msp430,
    Nvptx,
    Ppc,
    Ppcle,
    Ppc64,
    Ppc64le,
    RiscV32,
    RiscV64,
    Sparc,
    SparcV9,
    SpirV,
    SystemZ,
    Thumb,
    ThumbEb,
    Ve,
    Wasm,
    X86,
    X86_64,
    Xcore,
    Xtensa,
    /// Another one that LLVM knows.
    Other,
    /// One that LLVM does not know.
    Unknown,
}

/// Operating systems that something here depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are LLVM's")]
#[non_exhaustive]
pub enum Os {
    Aix,
    BridgeOs,
    /// `darwin`, with the version numbers of the kernel.
    Darwin,
    DriverKit,
    Emscripten,
    FreeBsd,
    Fuchsia,
    Haiku,
    Ios,
    Linux,
    MacOsX,
    NetBsd,
    OpenBsd,
    /// PS4 and PS5.
    Ps,
    TvOs,
    Uefi,
    WatchOs,
    Windows,
    Xros,
    Zos,
    /// Any other.
    Other,
}

/// Environments that something depends on here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are LLVM's")]
#[non_exhaustive]
pub enum Environment {
    Android,
    Cygnus,
    /// `eabi`, `eabihf`
    Eabi,
    /// `gnu` and nothing more.
    Gnu,
    /// `gnueabi`, `gnueabihf` and their variants.
    GnuEabi,
    GnuIlp32,
    /// Others that begin with `gnu`.
    GnuOther,
    Itanium,
    Msvc,
    /// `musleabi`, `musleabihf`
    MuslEabi,
    OpenHos,
    /// Another one that LLVM knows.
    Other,
    /// None, or one that LLVM does not know.
    Unknown,
}

/// Formats of object files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectFormat {
    /// Windows, UEFI.
    Coff,
    /// DirectX container.
    DxContainer,
    /// Most others.
    Elf,
    /// z/OS.
    Goff,
    /// Darwin.
    MachO,
    /// SPIR-V.
    SpirV,
    /// WebAssembly.
    Wasm,
    /// AIX.
    Xcoff,
}

/// A target triple split into its parts, which are separated by `-`; nothing is normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple<'s> {
    /// The first part, unchanged.
    pub arch_name: &'s [u8],
    /// Architecture.
    pub arch: Arch,
    /// The second part, unchanged.
    pub vendor: &'s [u8],
    /// Operating system.
    pub os: Os,
    /// Major and minor version of the system; 0 if absent.
    pub os_version: (u32, u32),
    /// Environment.
    pub environment: Environment,
    /// Object file format: the suffix of the last part, otherwise the default of architecture and system.
    pub format: ObjectFormat,
}

/// Architectures by name.
const ARCHS: [(&[&str], Arch); 39] = [
    (&["i386", "i486", "i586", "i686", "i786", "i886", "i986"], Arch::X86),
    (&["amd64", "x86_64", "x86_64h"], Arch::X86_64),
    (&["powerpc", "powerpcspe", "ppc", "ppc32"], Arch::Ppc),
    (&["powerpcle", "ppcle", "ppc32le"], Arch::Ppcle),
    (&["powerpc64", "ppu", "ppc64"], Arch::Ppc64),
    (&["powerpc64le", "ppc64le"], Arch::Ppc64le),
    (&["xscale", "arm"], Arch::Arm),
    (&["xscaleeb", "armeb"], Arch::ArmEb),
    (&["thumb"], Arch::Thumb),
    (&["thumbeb"], Arch::ThumbEb),
    (&["aarch64", "arm64", "arm64e", "arm64ec", "aarch64_lfi"], Arch::AArch64),
    (&["aarch64_be"], Arch::AArch64Be),
    (&["aarch64_32", "arm64_32"], Arch::AArch64_32),
    (&["arc"], Arch::Arc),
    (&["avr"], Arch::Avr),
    (&["m68k"], Arch::M68k),
    (&["msp430"], Arch::Msp430),
    (&["mips", "mipseb", "mipsallegrex", "mipsisa32r6", "mipsr6"], Arch::Mips),
    (&["mipsel", "mipsallegrexel", "mipsisa32r6el", "mipsr6el"], Arch::Mipsel),
    (
        &[
            "mips64",
            "mips64eb",
            "mipsn32",
            "mipsisa64r6",
            "mips64r6",
            "mipsn32r6",
            "mips64el",
            "mipsn32el",
            "mipsisa64r6el",
            "mips64r6el",
            "mipsn32r6el",
        ],
        Arch::Mips64,
    ),
    (&["r600", "amdgcn"], Arch::AmdGpu),
    (&["riscv32", "riscv32be"], Arch::RiscV32),
    (&["riscv64", "riscv64be"], Arch::RiscV64),
    (&["hexagon"], Arch::Hexagon),
    (&["s390x", "systemz"], Arch::SystemZ),
    (&["sparc", "sparcel"], Arch::Sparc),
    (&["sparcv9", "sparc64"], Arch::SparcV9),
    (&["xcore"], Arch::Xcore),
    (&["nvptx", "nvptx64"], Arch::Nvptx),
    (&["lanai"], Arch::Lanai),
    (&["ve"], Arch::Ve),
    (&["wasm32", "wasm64"], Arch::Wasm),
    (&["csky"], Arch::Csky),
    (&["loongarch32"], Arch::LoongArch32),
    (&["loongarch64"], Arch::LoongArch64),
    (&["xtensa"], Arch::Xtensa),
    (&["bpf", "bpfel", "bpfeb", "bpf_le", "bpf_be"], Arch::Bpf),
    (&["tce", "tcele", "amdil", "amdil64", "hsail", "hsail64", "spir", "spir64", "shave"], Arch::Other),
    (&["renderscript32", "renderscript64"], Arch::Other),
];

/// Systems by prefix. The first match counts.
const SYSTEMS: [(&str, Os); 25] = [
    ("darwin", Os::Darwin),
    ("freebsd", Os::FreeBsd),
    ("fuchsia", Os::Fuchsia),
    ("ios", Os::Ios),
    ("linux", Os::Linux),
    ("macosx", Os::MacOsX),
    ("macos", Os::MacOsX),
    ("netbsd", Os::NetBsd),
    ("openbsd", Os::OpenBsd),
    ("uefi", Os::Uefi),
    ("win32", Os::Windows),
    ("windows", Os::Windows),
    ("zos", Os::Zos),
    ("haiku", Os::Haiku),
    ("aix", Os::Aix),
    ("ps4", Os::Ps),
    ("ps5", Os::Ps),
    ("tvos", Os::TvOs),
    ("watchos", Os::WatchOs),
    ("bridgeos", Os::BridgeOs),
    ("driverkit", Os::DriverKit),
    ("xros", Os::Xros),
    ("visionos", Os::Xros),
    ("emscripten", Os::Emscripten),
    ("kfreebsd", Os::Other),
];

/// Environments by prefix. The first match counts.
const ENVIRONMENTS: [(&str, Environment); 37] = [
    ("eabi", Environment::Eabi),
    ("gnueabi", Environment::GnuEabi),
    ("gnu_ilp32", Environment::GnuIlp32),
    ("gnuabin32", Environment::GnuOther),
    ("gnuabi64", Environment::GnuOther),
    ("gnuf32", Environment::GnuOther),
    ("gnuf64", Environment::GnuOther),
    ("gnusf", Environment::GnuOther),
    ("gnux32", Environment::GnuOther),
    ("gnut64", Environment::GnuOther),
    ("gnu", Environment::Gnu),
    ("android", Environment::Android),
    ("musleabi", Environment::MuslEabi),
    ("cygnus", Environment::Cygnus),
    ("msvc", Environment::Msvc),
    ("itanium", Environment::Itanium),
    ("ohos", Environment::OpenHos),
    ("musl", Environment::Other),
    ("code16", Environment::Other),
    ("llvm", Environment::Other),
    ("coreclr", Environment::Other),
    ("simulator", Environment::Other),
    ("macabi", Environment::Other),
    ("pixel", Environment::Other),
    ("vertex", Environment::Other),
    ("geometry", Environment::Other),
    ("hull", Environment::Other),
    ("domain", Environment::Other),
    ("compute", Environment::Other),
    ("library", Environment::Other),
    ("raygeneration", Environment::Other),
    ("intersection", Environment::Other),
    ("anyhit", Environment::Other),
    ("closesthit", Environment::Other),
    ("miss", Environment::Other),
    ("callable", Environment::Other),
    ("opencl", Environment::Other),
];

/// More environments, as above.
const LATER_ENVIRONMENTS: [&str; 6] = ["mesh", "amplification", "rootsignature", "mlibc", "pauthtest", "mtia"];

/// Formats by suffix of the last part. The first match counts.
const FORMATS: [(&str, ObjectFormat); 7] = [
    ("xcoff", ObjectFormat::Xcoff),
    ("coff", ObjectFormat::Coff),
    ("elf", ObjectFormat::Elf),
    ("goff", ObjectFormat::Goff),
    ("macho", ObjectFormat::MachO),
    ("wasm", ObjectFormat::Wasm),
    ("spirv", ObjectFormat::SpirV),
];

impl<'s> Triple<'s> {
    /// Takes `triple` apart.
    pub fn parse(triple: &'s [u8]) -> Triple<'s> {
        let mut parts = triple.splitn(4, |&c| c == b'-');
        let arch_name = parts.next().unwrap_or_default();
        let (vendor, system, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let arch = arch(arch_name);
        let found = SYSTEMS.iter().find(|(start, _)| system.starts_with(start.as_bytes()));
        let (os, os_version) = found.map_or((Os::Other, (0, 0)), |(start, os)| (*os, version(&system[start.len()..])));
        let later = || LATER_ENVIRONMENTS.iter().any(|start| rest.starts_with(start.as_bytes()));
        let environment = match ENVIRONMENTS.iter().find(|(start, _)| rest.starts_with(start.as_bytes())) {
            Some(found) => found.1,
            None if later() => Environment::Other,
            // A MIPS processor alone implies the GNU environment.
            None if arch_name.starts_with(b"mips") && triple == arch_name && !matches!(arch, Arch::Unknown) => Environment::GnuOther,
            None => Environment::Unknown,
        };
        let format =
            FORMATS.iter().find(|(end, _)| rest.ends_with(end.as_bytes())).map_or_else(|| default_format(arch, os), |found| found.1);
        Triple { arch_name, arch, vendor, os, os_version, environment, format }
    }

    /// Whether the system is one of Darwin's.
    pub fn is_os_darwin(&self) -> bool {
        self.is_macos() || self.is_ios() || matches!(self.os, Os::WatchOs | Os::BridgeOs | Os::DriverKit | Os::Xros)
    }

    /// Whether LLVM's writer puts a wrapper around the bitcode of such a module.
    pub fn wraps_bitcode(&self) -> bool {
        self.is_os_darwin() || self.format == ObjectFormat::MachO
    }

    /// Whether it is macOS.
    pub fn is_macos(&self) -> bool {
        matches!(self.os, Os::Darwin | Os::MacOsX)
    }

    /// Whether it is iOS or tvOS.
    pub fn is_ios(&self) -> bool {
        matches!(self.os, Os::Ios | Os::TvOs)
    }

    /// Whether it is macOS before 10.`minor`.
    pub fn is_macos_before(&self, minor: u32) -> bool {
        self.is_macos() && self.os_version < if self.os == Os::Darwin { (minor + 4, 0) } else { (10, minor) }
    }

    /// Whether symbols and directives follow Microsoft's tools.
    pub fn is_windows_msvc(&self) -> bool {
        self.os == Os::Windows && matches!(self.environment, Environment::Msvc | Environment::Unknown)
    }

    /// Whether it is Windows with Cygwin or MinGW.
    pub fn is_cyg_ming(&self) -> bool {
        self.os == Os::Windows && matches!(self.environment, Environment::Cygnus | Environment::Gnu)
    }

    /// Whether it is Windows with the C++ ABI of Itanium.
    pub fn is_windows_itanium(&self) -> bool {
        self.os == Os::Windows && self.environment == Environment::Itanium
    }

    /// Whether the environment is a GNU one; as in LLVM, the one with 32-bit pointers on 64-bit ARM does not count.
    pub fn is_gnu(&self) -> bool {
        matches!(self.environment, Environment::Gnu | Environment::GnuEabi | Environment::GnuOther)
    }

    /// Whether it is a PlayStation 4 or 5.
    pub fn is_ps(&self) -> bool {
        self.arch == Arch::X86_64 && self.os == Os::Ps && matches!(self.vendor, b"scei" | b"sie")
    }

    /// Whether it is the ABI for ARM code next to x86-64 code.
    pub fn is_arm64ec(&self) -> bool {
        self.arch_name == b"arm64ec"
    }

    /// Whether pointers of the architecture have 64 bits (LLVM 22, `Triple::isArch64Bit`).
    pub fn is_arch_64_bit(&self) -> bool {
        match self.arch {
            Arch::AArch64 | Arch::AArch64Be | Arch::Bpf | Arch::LoongArch64 | Arch::Mips64 | Arch::Ppc64 | Arch::Ppc64le => true,
            Arch::RiscV64 | Arch::SparcV9 | Arch::SystemZ | Arch::Ve | Arch::X86_64 => true,
            Arch::AmdGpu => self.arch_name.starts_with(b"amd"),
            Arch::Nvptx | Arch::SpirV | Arch::Wasm => {
                [&b"nvptx64"[..], b"spirv64", b"wasm64"].iter().any(|name| self.arch_name.starts_with(name))
            }
            Arch::Other => [&b"spir64"[..], b"amdil64", b"hsail64", b"renderscript64"].contains(&self.arch_name),
            _ => false,
        }
    }

    /// Whether it is one of the x86 architectures.
    pub fn is_x86(&self) -> bool {
        matches!(self.arch, Arch::X86 | Arch::X86_64)
    }
}

/// The first two numbers of a version at the start of `text`; 0 for missing ones.
fn version(text: &[u8]) -> (u32, u32) {
    let mut numbers = text.split(|&c| c == b'.').map_while(|part| {
        let digits = part.iter().take_while(|c| c.is_ascii_digit()).count();
        std::str::from_utf8(&part[..digits]).ok()?.parse().ok()
    });
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

fn arch(name: &[u8]) -> Arch {
    let known = ARCHS.iter().find(|(names, _)| names.iter().any(|known| known.as_bytes() == name));
    match known {
        Some(&(_, arch)) => arch,
        None if name.starts_with(b"spirv") => Arch::SpirV,
        // The name may state the processor.
        None if name.starts_with(b"amdgpu") => Arch::AmdGpu,
        None if name.starts_with(b"dxil") => Arch::Dxil,
        None if name.starts_with(b"kalimba") => Arch::Other,
        None if name.starts_with(b"aarch64") || name.starts_with(b"arm64") => Arch::AArch64,
        None if name.starts_with(b"arm") || name.starts_with(b"thumb") => {
            let big = name.starts_with(b"armeb") || name.starts_with(b"thumbeb") || name.ends_with(b"eb");
            // The microcontrollers of version 6 know only Thumb.
            let thumb = name.starts_with(b"thumb") || name.ends_with(b"v6m") || name.ends_with(b"v6-m");
            match (thumb, big) {
                (false, false) => Arch::Arm,
                (false, true) => Arch::ArmEb,
                (true, false) => Arch::Thumb,
                (true, true) => Arch::ThumbEb,
            }
        }
        None => Arch::Unknown,
    }
}

fn default_format(arch: Arch, os: Os) -> ObjectFormat {
    let darwin = matches!(os, Os::Darwin | Os::MacOsX | Os::Ios | Os::TvOs | Os::WatchOs | Os::BridgeOs | Os::DriverKit | Os::Xros);
    match arch {
        Arch::X86 | Arch::X86_64 | Arch::Arm | Arch::Thumb | Arch::AArch64 | Arch::AArch64_32 | Arch::Unknown => match os {
            Os::Windows | Os::Uefi => ObjectFormat::Coff,
            _ if darwin => ObjectFormat::MachO,
            _ => ObjectFormat::Elf,
        },
        Arch::Mipsel if os == Os::Windows => ObjectFormat::Coff,
        Arch::Ppc | Arch::Ppc64 if os == Os::Aix => ObjectFormat::Xcoff,
        Arch::Ppc | Arch::Ppc64 if darwin => ObjectFormat::MachO,
        Arch::SystemZ if os == Os::Zos => ObjectFormat::Goff,
        Arch::Wasm => ObjectFormat::Wasm,
        Arch::SpirV => ObjectFormat::SpirV,
        Arch::Dxil => ObjectFormat::DxContainer,
        _ => ObjectFormat::Elf,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let of = |text: &'static str| {
            let triple = Triple::parse(text.as_bytes());
            (triple.arch, triple.os, triple.environment, triple.format)
        };
        use {Arch::*, Environment as E, ObjectFormat as F};
        assert_eq!(of("x86_64-unknown-linux-gnu"), (X86_64, Os::Linux, E::Gnu, F::Elf));
        assert_eq!(of("i686-pc-windows-msvc19.0"), (X86, Os::Windows, E::Msvc, F::Coff));
        assert_eq!(of("i686-pc-windows-msvc-elf"), (X86, Os::Windows, E::Msvc, F::Elf));
        assert_eq!(of("arm64-apple-ios14"), (AArch64, Os::Ios, E::Unknown, F::MachO));
        assert_eq!(of("thumbv7m-none-unknown-macho"), (Thumb, Os::Other, E::Unknown, F::MachO));
        assert_eq!(of("armv7eb-unknown-linux-gnueabihf"), (ArmEb, Os::Linux, E::GnuEabi, F::Elf));
        assert_eq!(of("powerpc64-ibm-aix7.2"), (Ppc64, Os::Aix, E::Unknown, F::Xcoff));
        assert_eq!(of("s390x-ibm-zos"), (SystemZ, Os::Zos, E::Unknown, F::Goff));
        assert_eq!(of("wasm32"), (Wasm, Os::Other, E::Unknown, F::Wasm));
        assert_eq!(of(""), (Unknown, Os::Other, E::Unknown, F::Elf));
        assert!(Triple::parse(b"x86_64-w64-windows").is_windows_msvc());
    }

    #[test]
    fn versions() {
        assert_eq!(Triple::parse(b"x86_64-apple-macosx10.8.0").os_version, (10, 8));
        assert!(Triple::parse(b"x86_64-apple-macosx10.8").is_macos_before(9));
        assert!(!Triple::parse(b"x86_64-apple-macos11").is_macos_before(9));
        assert!(Triple::parse(b"x86_64-apple-darwin12").is_macos_before(9));
        assert!(!Triple::parse(b"x86_64-apple-darwin13").is_macos_before(9));
    }
}
