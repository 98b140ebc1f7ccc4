//! Symbols of native object files, images, archives and universal binaries, with LLVM 22's checks of each format.
//!
//! Errors are in LLVM's words because `llvm-nm` prints them.
pub mod archive;
pub mod bytes;
mod coff;
mod dyld;
mod elf;
mod elf_versions;
pub mod lines;
mod macho;
mod macho_layout;
pub mod macho_symbol;
pub mod magic;
mod model;
pub mod tapi;
mod tapi_text;
pub mod universal;
mod wasm;
mod wasm_linking;
mod wasm_reader;
mod xcoff;

pub use model::{Flags, Kind, Object, Options, Stub, StubSymbol, Symbol};

use bytes::Fault;
use magic::{Magic, magic};

/// Whether the bytes begin like an object file or image whose symbols can be listed.
pub fn is_object(data: &[u8]) -> bool {
    use Magic::{Coff, CoffImport, Elf, MachO, Pe, Wasm, Xcoff};
    matches!(magic(data), Coff | CoffImport | Elf { .. } | MachO { .. } | Pe | Wasm | Xcoff)
}

/// The origin of an object.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source<'a> {
    /// The name of the file in messages.
    pub name: &'a str,
    /// Whether it begins at an odd place of the file that it is in.
    pub odd: bool,
    /// The processor and the number of the slice in a universal binary.
    pub slice: Option<(u32, u32)>,
}

/// Reads the symbols of an object file.
///
/// # Errors
/// The fault in the file.
pub fn read(data: &[u8], source: Source<'_>, options: &Options) -> Result<Object, Fault> {
    let Source { name, odd, slice } = source;
    let kind = magic(data);
    let mut object = match kind {
        _ if slice.is_some() => macho::read(data, slice, name, options)?,
        Magic::Elf { .. } if odd => return Err("Insufficient alignment".into()),
        Magic::Elf { .. } => elf::read(data, name, options)?,
        Magic::MachO { .. } => macho::read(data, None, name, options)?,
        Magic::Coff | Magic::Pe => coff::read(data, name)?,
        Magic::CoffImport => coff::import(data),
        Magic::Wasm => wasm::read(data)?,
        Magic::Xcoff => xcoff::read(data, name, options)?,
        _ => return Err(Fault::unknown()),
    };
    if options.dynamic && object.kind != Kind::Elf {
        object.stop(name);
        object.entries.iter_mut().for_each(|(_, entry)| entry.stop(name));
    }
    Ok(object)
}
