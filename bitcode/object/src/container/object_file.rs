//! Object files and images: the sections in which compilers put bitcode.
use object::read::CompressionFormat;
use object::{BinaryFormat, FileKind, Object, ObjectSection};

use super::archive::malformed;
use super::finder::{Finder, Names};
use super::{Container, Form, Step};
use bctk_bitstream::Error;

/// The kind of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Bitcode (LLVM: `embedBitcodeInModule`; fat LTO).
    Bitcode,
    /// The command line of the compiler.
    Command,
    /// A xar archive (Darwin's linker).
    Bundle,
    /// Contents for offloading to other processors: bundles, offload binaries, objects.
    Offload,
    /// Paths of bitcode files (wllvm, gllvm).
    Paths,
}

/// Sections by name: of Mach-O with their segment.
const SECTIONS: &[(&[u8], Role)] = &[
    (b".llvmbc", Role::Bitcode),
    (b".llvm.lto", Role::Bitcode),
    (b"__LLVM,__bitcode", Role::Bitcode),
    (b"__LLVM,__bitcode1", Role::Bitcode),
    (b"__LLVM,__thinlto", Role::Bitcode),
    (b".llvmcmd", Role::Command),
    (b"__LLVM,__cmdline", Role::Command),
    (b"__LLVM,__bundle", Role::Bundle),
    (b".llvm.offloading", Role::Offload),
    (b".hip_fatbin", Role::Offload),
    (b".llvm_bc", Role::Paths),
    (b"__WLLVM,__llvm_bc", Role::Paths),
    (b"__RLLVM,__llvm_bc", Role::Paths),
    // wllvm until Darwin's linker had this segment for itself.
    (b"__LLVM,__llvm_bc", Role::Paths),
];

/// Sections of bundled object files begin so; the target follows (clang-offload-bundler, `-type=o`).
const BUNDLED: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// A section that is of interest.
struct Section<'a> {
    role: Role,
    name: &'a [u8],
    /// Its name in the file.
    #[cfg_attr(not(feature = "write"), allow(dead_code, reason = "only what changes files asks for it"))]
    own: &'a [u8],
    data: object::read::Result<&'a [u8]>,
    /// Its offset in the input.
    offset: usize,
    compressed: Option<Form>,
    /// Whether it is named for a target of offloading.
    bundled: bool,
}

impl<'a> Finder<'a> {
    /// Looks into the sections of an object file or an image, if this is one.
    pub(super) fn object_file(&mut self, data: &'a [u8], offset: usize) -> Option<Container> {
        let kind = FileKind::parse(data).ok()?;
        let container = match kind {
            FileKind::Elf32 | FileKind::Elf64 => Container::Elf,
            FileKind::MachO32 | FileKind::MachO64 => Container::MachO,
            FileKind::Coff | FileKind::CoffBig | FileKind::Pe32 | FileKind::Pe64 => Container::Coff,
            FileKind::Wasm => Container::Wasm,
            FileKind::Xcoff32 | FileKind::Xcoff64 => Container::Xcoff,
            _ => return None,
        };
        let sections = match object::File::parse(data) {
            Ok(file) => sections(&file, data, offset),
            Err(error) => {
                self.fault(offset, malformed(&error));
                return Some(container);
            }
        };
        let command = sections.iter().find(|section| section.role == Role::Command).and_then(|section| section.data.ok());
        let mut names = Names::default();
        self.with_object(data, command.filter(|command| !command.is_empty()), |finder| {
            for section in sections.iter().filter(|section| section.role != Role::Command) {
                let container = if section.bundled { Container::OffloadBundle } else { container };
                let step = Step { container, name: section.name, nth: names.nth(section.name) };
                finder.within(step, |finder| finder.section(section));
            }
        });
        if sections.iter().all(|section| matches!(section.role, Role::Command | Role::Paths)) {
            self.native(offset, data);
        }
        Some(container)
    }

    fn section(&mut self, section: &Section<'a>) {
        let at = section.offset;
        let data = match section.data {
            Ok(data) => data,
            Err(error) => return self.fault(at, malformed(&error)),
        };
        match (section.role, section.compressed) {
            (Role::Bitcode | Role::Offload, Some(form)) => self.packed(data, at, form),
            (_, Some(_)) => self.fault(at, Error::unsupported("the section is compressed")),
            (Role::Bitcode, None) => self.sequence(data, at),
            (Role::Bundle, None) => self.xar(data, at),
            (Role::Offload, None) => drop(self.look(data, at)),
            (Role::Paths, None) => self.paths(data, at),
            (Role::Command, None) => {}
        }
    }
}

/// A section that holds bitcode, or containers of it.
#[cfg(feature = "write")]
pub(crate) struct Held<'a> {
    /// As [`Change::Fill`](crate::rewrite::Change::Fill) names it: of Mach-O with its segment.
    pub(crate) name: Vec<u8>,
    /// The number of sections of this name before it.
    pub(crate) nth: usize,
    /// Its bytes, a part of the file.
    pub(crate) data: &'a [u8],
    /// Its offset in the file.
    pub(crate) start: usize,
    /// Whether it holds containers, not bitcode files.
    pub(crate) is_offload: bool,
}

/// The sections of an object file that hold bitcode or containers of it, in the order of the file.
#[cfg(feature = "write")]
pub(crate) fn held(whole: &[u8]) -> Result<Vec<Held<'_>>, String> {
    let file = object::File::parse(whole).map_err(|error| error.to_string())?;
    let mut names = hashbrown::HashMap::new();
    let held = sections(&file, whole, 0).into_iter().filter(|section| matches!(section.role, Role::Bitcode | Role::Offload));
    let mut found = Vec::new();
    for section in held {
        // Those of Mach-O are found by both names.
        let name = if section.name.contains(&b',') { section.name.to_vec() } else { section.own.to_vec() };
        let count = names.entry(name.clone()).or_insert(0);
        let nth = *count;
        *count += 1;
        let Ok(data) = section.data else { continue };
        found.push(Held { name, nth, data, start: section.offset, is_offload: section.role == Role::Offload });
    }
    Ok(found)
}

/// The sections that are of interest, in the order of the file.
fn sections<'a>(file: &object::File<'a>, whole: &'a [u8], offset: usize) -> Vec<Section<'a>> {
    let mach = file.format() == BinaryFormat::MachO;
    let mut sections = Vec::new();
    for section in file.sections() {
        let Ok(own) = section.name_bytes() else { continue };
        let segment = section.segment_name_bytes().ok().flatten().unwrap_or_default();
        let fits = |name: &[u8]| match mach {
            true => name.strip_prefix(segment).and_then(|rest| rest.strip_prefix(b",")) == Some(own),
            false => name == own,
        };
        let bundled = own.strip_prefix(BUNDLED);
        let (role, name) = match (SECTIONS.iter().find(|(name, _)| fits(name)), bundled) {
            (Some(&(name, role)), _) => (role, name),
            (None, Some(target)) => (Role::Offload, target),
            (None, None) => continue,
        };
        let data = section.data();
        // In some formats, the range in the file is not that of the data.
        let start = data.map_or(0, |data| (data.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize).min(whole.len()));
        sections.push(Section {
            role,
            name,
            own,
            data,
            offset: offset + start,
            bundled: bundled.is_some(),
            compressed: section
                .compressed_file_range()
                .is_ok_and(|range| range.format != CompressionFormat::None)
                .then_some(Form::Section { wide: file.is_64(), big: !file.is_little_endian() }),
        });
    }
    sections
}
