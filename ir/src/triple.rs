//! Target triples, as far as formats of object files and symbol names depend on them (LLVM 22, `Triple`).

/// Architectures that something depends on here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arch {
    /// i386 and its successors.
    X86,
    /// x86-64.
    X86_64,
    /// 32-bit ARM, little endian.
    Arm,
    /// Thumb, little endian.
    Thumb,
    /// 64-bit ARM, little endian; its 32-bit variant too.
    AArch64,
    /// PowerPC, 32 bits, big endian.
    Ppc,
    /// PowerPC, 64 bits, big endian.
    Ppc64,
    /// MIPS, 32 bits, little endian.
    Mipsel,
    /// IBM Z.
    SystemZ,
    /// WebAssembly.
    Wasm,
    /// SPIR-V.
    SpirV,
    /// DirectX.
    Dxil,
    /// Any other that LLVM knows.
    Other,
    /// One that LLVM does not know.
    Unknown,
}

/// Operating systems that something depends on here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Os {
    /// macOS, iOS, tvOS, watchOS, visionOS, bridgeOS, DriverKit.
    Darwin,
    /// Windows.
    Windows,
    /// UEFI.
    Uefi,
    /// AIX.
    Aix,
    /// z/OS.
    Zos,
    /// Any other.
    Other,
}

/// Environments that something depends on here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// `gnu`, and nothing else that begins so.
    Gnu,
    /// `cygnus`
    Cygnus,
    /// `msvc`
    Msvc,
    /// Any other that LLVM knows.
    Other,
    /// None, or one that LLVM does not know.
    Unknown,
}

/// Formats of object files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A target triple taken apart: parts separated by `-`, each in its place; nothing is normalized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple<'s> {
    /// The first part as it stands.
    pub arch_name: &'s [u8],
    /// Architecture.
    pub arch: Arch,
    /// Operating system.
    pub os: Os,
    /// Environment.
    pub environment: Environment,
    /// Format of object files: what the last part ends in, else that of architecture and system.
    pub format: ObjectFormat,
}

/// Systems by the beginning of their names. The first that fits counts.
const SYSTEMS: [(&[u8], Os); 14] = [
    (b"darwin", Os::Darwin),
    (b"ios", Os::Darwin),
    (b"macos", Os::Darwin),
    (b"tvos", Os::Darwin),
    (b"watchos", Os::Darwin),
    (b"bridgeos", Os::Darwin),
    (b"driverkit", Os::Darwin),
    (b"xros", Os::Darwin),
    (b"visionos", Os::Darwin),
    (b"win32", Os::Windows),
    (b"windows", Os::Windows),
    (b"uefi", Os::Uefi),
    (b"aix", Os::Aix),
    (b"zos", Os::Zos),
];

/// Environments by the beginning of their names. The first that fits counts; those that begin like `gnu` stand before it.
const ENVIRONMENTS: [(&[u8], Environment); 41] = [
    (b"gnueabi", Environment::Other),
    (b"gnuabin32", Environment::Other),
    (b"gnuabi64", Environment::Other),
    (b"gnuf32", Environment::Other),
    (b"gnuf64", Environment::Other),
    (b"gnusf", Environment::Other),
    (b"gnux32", Environment::Other),
    (b"gnu_ilp32", Environment::Other),
    (b"gnut64", Environment::Other),
    (b"gnu", Environment::Gnu),
    (b"cygnus", Environment::Cygnus),
    (b"msvc", Environment::Msvc),
    (b"eabi", Environment::Other),
    (b"code16", Environment::Other),
    (b"android", Environment::Other),
    (b"musl", Environment::Other),
    (b"llvm", Environment::Other),
    (b"itanium", Environment::Other),
    (b"coreclr", Environment::Other),
    (b"simulator", Environment::Other),
    (b"macabi", Environment::Other),
    (b"pixel", Environment::Other),
    (b"vertex", Environment::Other),
    (b"geometry", Environment::Other),
    (b"hull", Environment::Other),
    (b"domain", Environment::Other),
    (b"compute", Environment::Other),
    (b"library", Environment::Other),
    (b"raygeneration", Environment::Other),
    (b"intersection", Environment::Other),
    (b"anyhit", Environment::Other),
    (b"closesthit", Environment::Other),
    (b"miss", Environment::Other),
    (b"callable", Environment::Other),
    (b"mesh", Environment::Other),
    (b"amplification", Environment::Other),
    (b"rootsignature", Environment::Other),
    (b"opencl", Environment::Other),
    (b"ohos", Environment::Other),
    (b"pauthtest", Environment::Other),
    (b"mtia", Environment::Other),
];

/// Formats by the end of the last part. The first that fits counts.
const FORMATS: [(&[u8], ObjectFormat); 7] = [
    (b"xcoff", ObjectFormat::Xcoff),
    (b"coff", ObjectFormat::Coff),
    (b"elf", ObjectFormat::Elf),
    (b"goff", ObjectFormat::Goff),
    (b"macho", ObjectFormat::MachO),
    (b"wasm", ObjectFormat::Wasm),
    (b"spirv", ObjectFormat::SpirV),
];

impl<'s> Triple<'s> {
    /// Takes `triple` apart.
    pub fn parse(triple: &'s [u8]) -> Triple<'s> {
        let mut parts = triple.splitn(4, |&c| c == b'-');
        let arch_name = parts.next().unwrap_or_default();
        let (_vendor, os, rest) = (parts.next(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let arch = arch(arch_name);
        let os = SYSTEMS.iter().find(|(start, _)| os.starts_with(start)).map_or(Os::Other, |found| found.1);
        let environment = ENVIRONMENTS.iter().find(|(start, _)| rest.starts_with(start)).map_or(Environment::Unknown, |found| found.1);
        let format = FORMATS.iter().find(|(end, _)| rest.ends_with(end)).map_or_else(|| default_format(arch, os), |found| found.1);
        Triple { arch_name, arch, os, environment, format }
    }

    /// Whether the system is one of Darwin's.
    pub fn is_os_darwin(&self) -> bool {
        self.os == Os::Darwin
    }

    /// Whether Windows symbols and directives are those of Microsoft's tools.
    pub fn is_windows_msvc(&self) -> bool {
        self.os == Os::Windows && matches!(self.environment, Environment::Msvc | Environment::Unknown)
    }

    /// Whether it is Windows with Cygwin or MinGW.
    pub fn is_cyg_ming(&self) -> bool {
        self.os == Os::Windows && matches!(self.environment, Environment::Cygnus | Environment::Gnu)
    }

    /// Whether it is the ABI for ARM code beside x86-64 code.
    pub fn is_arm64ec(&self) -> bool {
        self.arch_name == b"arm64ec"
    }

    /// Whether it is one of the x86 architectures.
    pub fn is_x86(&self) -> bool {
        matches!(self.arch, Arch::X86 | Arch::X86_64)
    }
}

fn arch(name: &[u8]) -> Arch {
    match name {
        [b'i', b'3'..=b'9', b'8', b'6'] => Arch::X86,
        b"amd64" | b"x86_64" | b"x86_64h" => Arch::X86_64,
        b"powerpc" | b"powerpcspe" | b"ppc" | b"ppc32" => Arch::Ppc,
        b"powerpc64" | b"ppu" | b"ppc64" => Arch::Ppc64,
        b"mipsel" | b"mipsallegrexel" | b"mipsisa32r6el" | b"mipsr6el" => Arch::Mipsel,
        b"s390x" | b"systemz" => Arch::SystemZ,
        b"wasm32" | b"wasm64" => Arch::Wasm,
        b"xscale" => Arch::Arm,
        b"" | b"unknown" => Arch::Unknown,
        _ if name.starts_with(b"spirv") => Arch::SpirV,
        _ if name.starts_with(b"dxil") => Arch::Dxil,
        _ if name.starts_with(b"aarch64_be") => Arch::Other,
        _ if name.starts_with(b"aarch64") || name.starts_with(b"arm64") => Arch::AArch64,
        _ if name.starts_with(b"arm") || name.starts_with(b"thumb") => {
            let big = name.starts_with(b"armeb") || name.starts_with(b"thumbeb") || name.ends_with(b"eb");
            // The microcontrollers of version 6 know only Thumb.
            match big {
                true => Arch::Other,
                false if name.starts_with(b"thumb") || name.ends_with(b"v6m") => Arch::Thumb,
                false => Arch::Arm,
            }
        }
        _ => Arch::Other,
    }
}

fn default_format(arch: Arch, os: Os) -> ObjectFormat {
    match (arch, os) {
        (Arch::X86 | Arch::X86_64 | Arch::Arm | Arch::Thumb | Arch::AArch64 | Arch::Unknown, Os::Windows | Os::Uefi) => ObjectFormat::Coff,
        (Arch::Mipsel, Os::Windows) => ObjectFormat::Coff,
        (Arch::X86 | Arch::X86_64 | Arch::Arm | Arch::Thumb | Arch::AArch64 | Arch::Unknown | Arch::Ppc | Arch::Ppc64, Os::Darwin) => {
            ObjectFormat::MachO
        }
        (Arch::Ppc | Arch::Ppc64, Os::Aix) => ObjectFormat::Xcoff,
        (Arch::SystemZ, Os::Zos) => ObjectFormat::Goff,
        (Arch::Wasm, _) => ObjectFormat::Wasm,
        (Arch::SpirV, _) => ObjectFormat::SpirV,
        (Arch::Dxil, _) => ObjectFormat::DxContainer,
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
        assert_eq!(of("x86_64-unknown-linux-gnu"), (X86_64, Os::Other, E::Gnu, F::Elf));
        assert_eq!(of("i686-pc-windows-msvc19.0"), (X86, Os::Windows, E::Msvc, F::Coff));
        assert_eq!(of("i686-pc-windows-msvc-elf"), (X86, Os::Windows, E::Msvc, F::Elf));
        assert_eq!(of("arm64-apple-ios14"), (AArch64, Os::Darwin, E::Unknown, F::MachO));
        assert_eq!(of("thumbv7m-none-unknown-macho"), (Thumb, Os::Other, E::Unknown, F::MachO));
        assert_eq!(of("armv7eb-linux-gnueabihf"), (Other, Os::Other, E::Unknown, F::Elf));
        assert_eq!(of("powerpc64-ibm-aix7.2"), (Ppc64, Os::Aix, E::Unknown, F::Xcoff));
        assert_eq!(of("s390x-ibm-zos"), (SystemZ, Os::Zos, E::Unknown, F::Goff));
        assert_eq!(of("wasm32"), (Wasm, Os::Other, E::Unknown, F::Wasm));
        assert_eq!(of(""), (Unknown, Os::Other, E::Unknown, F::Elf));
        assert!(Triple::parse(b"x86_64-w64-windows").is_windows_msvc());
    }
}
