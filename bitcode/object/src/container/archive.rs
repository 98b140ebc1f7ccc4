//! Static archives, and universal binaries.
use object::read::archive::{ArchiveFile, ArchiveKind};
use object::read::macho::{FatArch, MachOFatFile};
use object::{FileKind, macho};

use super::finder::{Finder, Names};
use super::{Container, Step, thin};
use bctk_bitstream::Error;

/// An error of the library that reads containers.
pub(super) fn malformed(error: &object::read::Error) -> Error {
    Error::malformed(error.to_string())
}

impl<'a> Finder<'a> {
    /// Looks into an archive or a universal binary, if this is one.
    pub(super) fn archive(&mut self, data: &'a [u8], offset: usize) -> Option<Container> {
        // An archive without members is shorter than what the library wants to see.
        if data == b"!<arch>\n" || data == b"!<thin>\n" {
            return Some(Container::GnuArchive);
        }
        // The library's table of magic numbers lacks this one, its reader does not.
        if data.starts_with(&object::archive::AIX_BIG_MAGIC) {
            return Some(self.members(data, offset));
        }
        match FileKind::parse(data).ok()? {
            FileKind::Archive => Some(self.members(data, offset)),
            FileKind::MachOFat32 => self.slices::<macho::FatArch32>(data, offset),
            FileKind::MachOFat64 => self.slices::<macho::FatArch64>(data, offset),
            _ => None,
        }
    }

    fn members(&mut self, data: &'a [u8], offset: usize) -> Container {
        if data.starts_with(thin::MAGIC) {
            self.outsiders(data, offset);
            return Container::ThinArchive;
        }
        let archive = match ArchiveFile::parse(data) {
            Ok(archive) => archive,
            Err(error) => {
                self.fault(offset, malformed(&error));
                return Container::GnuArchive;
            }
        };
        let container = match archive.kind() {
            ArchiveKind::Bsd | ArchiveKind::Bsd64 => Container::BsdArchive,
            ArchiveKind::Coff => Container::CoffArchive,
            ArchiveKind::AixBig => Container::AixArchive,
            _ => Container::GnuArchive,
        };
        let mut names = Names::default();
        let mut last = offset;
        for member in archive.members() {
            // After a damaged header, the position of the next one is unknown.
            let member = match member {
                Ok(member) => member,
                Err(error) => {
                    self.fault(last, malformed(&error));
                    break;
                }
            };
            // The bytes of the name are shown, whatever its stated length.
            if !self.spend(member.name().len(), offset) {
                break;
            }
            let step = Step { container, name: member.name(), nth: names.nth(member.name()) };
            let (start, _) = member.file_range();
            // A reader of `u64` offsets does not go past the end of the data.
            let at = offset + usize::try_from(start).unwrap_or(0).min(data.len());
            last = at;
            self.within(step, |finder| match member.data(data) {
                // Anything but bitcode and containers is ignored.
                Ok(bytes) => drop(finder.look(bytes, at)),
                Err(error) => finder.fault(at, malformed(&error)),
            });
        }
        container
    }

    /// The members of a thin archive.
    fn outsiders(&mut self, data: &'a [u8], offset: usize) {
        let mut names = Names::default();
        for member in thin::members(data) {
            let member = match member {
                Ok(member) => member,
                Err(error) => return self.fault(offset, error),
            };
            if !self.spend(member.name.len(), offset) {
                break;
            }
            // Several members of one archive have its path.
            let nth = if member.header.is_some() { 0 } else { names.nth(member.name) };
            self.outside(Step { container: Container::ThinArchive, name: member.name, nth }, member.size, member.header);
        }
    }

    /// Looks into the slices of a universal binary, if it is one: Java's class files begin with the same number.
    fn slices<Fat: FatArch>(&mut self, data: &'a [u8], offset: usize) -> Option<Container> {
        let file = MachOFatFile::<Fat>::parse(data).ok()?;
        // Class files have their version, 45 or more, where universal binaries have the number of slices (`llvm::identify_magic`).
        if file.header().nfat_arch.get(object::BigEndian) >= 43 {
            return None;
        }
        let mut names = Names::default();
        for slice in file.arches() {
            let name = architecture(slice.cputype(), slice.cpusubtype());
            let step = Step { container: Container::Universal, name, nth: names.nth(name) };
            let (start, _) = slice.file_range();
            let at = offset + usize::try_from(start).unwrap_or(0).min(data.len());
            self.within(step, |finder| match slice.data(data) {
                Ok(bytes) => drop(finder.look(bytes, at)),
                Err(error) => finder.fault(at, malformed(&error)),
            });
        }
        Some(Container::Universal)
    }
}

/// The name of an architecture as Darwin's tools and llvm-lipo have it.
fn architecture(cpu: macho::CpuType, subtype: macho::CpuSubtype) -> &'static [u8] {
    const VARIANT: u32 = 0x00FF_FFFF;
    let name = match (cpu, subtype.0 & VARIANT) {
        (macho::CPU_TYPE_X86, _) => "i386",
        (macho::CPU_TYPE_X86_64, 8) => "x86_64h",
        (macho::CPU_TYPE_X86_64, _) => "x86_64",
        (macho::CPU_TYPE_ARM, 5) => "armv4t",
        (macho::CPU_TYPE_ARM, 6) => "armv6",
        (macho::CPU_TYPE_ARM, 7) => "armv5e",
        (macho::CPU_TYPE_ARM, 9) => "armv7",
        (macho::CPU_TYPE_ARM, 11) => "armv7s",
        (macho::CPU_TYPE_ARM, 12) => "armv7k",
        (macho::CPU_TYPE_ARM, 14) => "armv6m",
        (macho::CPU_TYPE_ARM, 15) => "armv7m",
        (macho::CPU_TYPE_ARM, 16) => "armv7em",
        (macho::CPU_TYPE_ARM, _) => "arm",
        (macho::CPU_TYPE_ARM64, 2) => "arm64e",
        (macho::CPU_TYPE_ARM64, _) => "arm64",
        (macho::CPU_TYPE_ARM64_32, _) => "arm64_32",
        (macho::CPU_TYPE_POWERPC, _) => "ppc",
        (macho::CPU_TYPE_POWERPC64, _) => "ppc64",
        _ => "unknown",
    };
    name.as_bytes()
}
